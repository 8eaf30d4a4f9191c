/**
 * The page's line to the arena: joins, sends input, measures the ping, and comes back by itself when the line breaks.
 *
 * Three things can go wrong, and each has its own way back. A socket that drops is reconnected by the SDK, and the player is
 * still there. A server that is gone, or has forgotten us, is joined anew, at growing intervals, for as long as the page is
 * open. A socket that stays open but silent is closed by us, which makes it a dropped one.
 */
import type { Room } from "@colyseus/sdk";
import { CloseCode } from "../../shared/close-codes.ts";
import { TICK_MILLISECONDS } from "../../shared/formulas.ts";
import { ARENA_ROOM, MessageName } from "../../shared/message-names.ts";
import type { Chat, Input, JoinOptions, Respawn, Spectate } from "../../shared/messages.ts";
import { ArenaState } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createClient } from "./client.ts";
import { type Failure, judgeFailure, rejoinDelay, wordFor } from "./rejoin.ts";

/** Milliseconds between two pings. */
const PING_INTERVAL = 2000;
/** Milliseconds without a patch after which the server counts as silent, and after which the socket is given up. */
const SILENT_AFTER = 2000;
const GIVE_UP_AFTER = 8000;
/** Milliseconds after which an attempt to join is given up. */
const JOIN_TIMEOUT = 10_000;
/** A line that held this long (milliseconds) was a good one: the next failure starts from the shortest delay again. */
const GOOD_LINE = 10_000;

/** What the player wants of a room, beside the version. */
export interface JoinWish extends Omit<JoinOptions, "version"> {
  /** A room by its id; left out, any of the mode. */
  roomId?: string;
}

export type ConnectionStatus =
  | { kind: "joining" }
  /** In a room. `isNew` when the player is a new one; false when the old one was found again. */
  | { kind: "joined"; isNew: boolean }
  /** The socket has dropped; the SDK is reconnecting. */
  | { kind: "dropped" }
  /** The socket is open, but nothing comes. */
  | { kind: "silent" }
  /** No connection, and `reason` says why; the next attempt is in `milliseconds`. */
  | { kind: "gone"; reason: string; milliseconds: number }
  /** Final until the next join(). `reason` is the server's own. */
  | { kind: Exclude<Failure, "gone">; reason: string };

export interface ConnectionEvents {
  onStatus(status: ConnectionStatus): void;
  /** A patch has been decoded. */
  onState(state: ArenaState, sessionId: string): void;
  /** One of the server's own messages. */
  onMessage(name: string, message: unknown): void;
  /** In a room, or its line is back. */
  onRoom(room: Room<unknown, ArenaState>): void;
  onPing(milliseconds: number): void;
  /** What to send now; asked at most once a tick. */
  readInput(): Input;
}

export interface Connection {
  /** Joins as wished, and again after every loss. */
  join(wish: JoinWish): void;
  /** Tries at once instead of waiting any longer. */
  retry(): void;
  /** Leaves the room, or gives up trying to join one. */
  leave(): void;
  /** Sends the input at once, and not only with the next tick. */
  sendInput(): void;
  /** Asks for new cells after death, or for the first ones of a spectator. */
  respawn(wish: Respawn): void;
  say(text: string): void;
  /** Chooses what to look at without cells. */
  watch(follow: Spectate["follow"]): void;
}

export function createConnection(events: ConnectionEvents): Connection {
  let wish: JoinWish = {};
  let room: Room<unknown, ArenaState> | undefined;
  /** Counts what was asked for: an answer to an older wish is not wanted any more. */
  let turn = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let joinedAt = 0;
  let lastPatchAt = 0;
  let isSilent = false;
  let lastSent: Input | undefined;

  async function join(): Promise<void> {
    clearTimeout(retryTimer);
    const ours = ++turn;
    events.onStatus({ kind: "joining" });
    try {
      const joined = await joinWithin(wish, JOIN_TIMEOUT);
      if (ours === turn) watch(joined);
      else void joined.leave();
    } catch (error) {
      if (ours !== turn) return;
      const code = hasCode(error) ? error.code : undefined;
      fail(code, error instanceof Error ? error.message : String(error));
    }
  }

  function fail(code: number | undefined, reason: string): void {
    room = undefined;
    const failure = judgeFailure(code, reason);
    if (failure !== "gone") {
      events.onStatus({ kind: failure, reason });
      return;
    }
    const milliseconds = rejoinDelay(attempt++);
    events.onStatus({ kind: "gone", reason: wordFor(code, reason), milliseconds });
    retryTimer = setTimeout(join, milliseconds);
  }

  function watch(joined: Room<unknown, ArenaState>): void {
    const ours = turn;
    room = joined;
    joinedAt = performance.now();
    joined.reconnection.minUptime = 0;
    startLine(true);
    joined.onStateChange((state) => {
      if (ours !== turn) return;
      lastPatchAt = performance.now();
      if (isSilent) startLine(false);
      events.onState(state, joined.sessionId);
    });
    joined.onMessage("*", (name, message: unknown) => {
      if (ours === turn) events.onMessage(String(name), message);
    });
    joined.onDrop(() => {
      if (ours === turn) events.onStatus({ kind: "dropped" });
    });
    joined.onReconnect(() => {
      if (ours === turn) startLine(false);
    });
    joined.onLeave((code, reason) => {
      if (ours !== turn) return;
      if (performance.now() - joinedAt > GOOD_LINE) attempt = 0;
      // The room may have gone with the server: any of its mode will do.
      delete wish.roomId;
      fail(code, reason ?? "");
    });
  }

  function startLine(isNew: boolean): void {
    lastPatchAt = performance.now();
    isSilent = false;
    lastSent = undefined;
    if (room) events.onRoom(room);
    events.onStatus({ kind: "joined", isNew });
  }

  /** The room, if it can be spoken to. The SDK would keep what is sent in between and deliver it, stale, afterwards. */
  function openRoom(): Room<unknown, ArenaState> | undefined {
    return room?.connection.isOpen && !room.reconnection.isReconnecting ? room : undefined;
  }

  function sendInput(): void {
    const open = openRoom();
    if (!open) return;
    const input = events.readInput();
    if (lastSent && isSameInput(input, lastSent) && !input.split && !input.eject) return;
    lastSent = input;
    open.send(MessageName.input, input);
  }

  function checkLine(): void {
    const open = openRoom();
    if (!open) return;
    open.ping(events.onPing);
    const silence = performance.now() - lastPatchAt;
    if (silence > GIVE_UP_AFTER) {
      isSilent = false;
      open.connection.close(CloseCode.mayReconnect);
    } else if (silence > SILENT_AFTER && !isSilent) {
      isSilent = true;
      events.onStatus({ kind: "silent" });
    }
  }

  setInterval(sendInput, TICK_MILLISECONDS);
  setInterval(checkLine, PING_INTERVAL);

  return {
    join(newWish) {
      wish = { ...newWish };
      attempt = 0;
      void join();
    },
    retry: () => void join(),
    sendInput,
    leave() {
      turn++;
      clearTimeout(retryTimer);
      // One that is just being reconnected has nobody to say goodbye to.
      room?.leave().catch(() => {});
      room = undefined;
    },
    respawn(looks) {
      // Whoever watched plays from now on, also after a loss.
      Object.assign(wish, looks, { spectate: false });
      openRoom()?.send(MessageName.respawn, looks);
    },
    say(text) {
      openRoom()?.send(MessageName.chat, { text } satisfies Chat);
    },
    watch(follow) {
      openRoom()?.send(MessageName.spectate, { follow } satisfies Spectate);
    },
  };
}

/** Joins, or throws once `timeout` milliseconds have passed; a room that comes later is left again. */
async function joinWithin(wish: JoinWish, timeout: number): Promise<Room<unknown, ArenaState>> {
  const { roomId, ...asked } = wish;
  const options: JoinOptions = { version: PROTOCOL_VERSION, ...asked };
  const client = createClient();
  const joining = roomId
    ? client.joinById<ArenaState>(roomId, options, ArenaState)
    : client.joinOrCreate<ArenaState>(ARENA_ROOM, options, ArenaState);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      joining.then((room) => room.leave()).catch(() => {});
      reject(new Error(`no answer to the wish to join within ${timeout} ms`));
    }, timeout);
  });
  try {
    return await Promise.race([joining, late]);
  } finally {
    clearTimeout(timer);
  }
}

function isSameInput(a: Input, b: Input): boolean {
  return a.x === b.x && a.y === b.y && a.split === b.split && a.eject === b.eject && a.lock === b.lock;
}

function hasCode(error: unknown): error is { code: number } {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "number";
}
