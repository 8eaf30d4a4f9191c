/**
 * The page's line to the arena: joins, sends input, measures the ping, and comes back by itself when the line breaks.
 *
 * Three things can go wrong, and each has its own way back. A socket that drops is reconnected by the SDK, and the player is
 * still there. A server that is gone, or has forgotten us, is joined anew, at growing intervals, for as long as the page is
 * open. A socket that stays open but silent is closed by us, which makes it a dropped one.
 */
import { Client, type Room } from "@colyseus/sdk";
import { CloseCode } from "../../shared/close-codes.ts";
import { TICK_MILLISECONDS } from "../../shared/formulas.ts";
import { ARENA_ROOM, MessageName } from "../../shared/message-names.ts";
import type { Input, JoinOptions, Refusal, Respawn } from "../../shared/messages.ts";
import { ArenaState } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { judgeFailure, rejoinDelay, wordFor } from "./rejoin.ts";

/** Milliseconds between two pings. */
const PING_INTERVAL = 2000;
/** Milliseconds without a patch after which the server counts as silent, and after which the socket is given up. */
const SILENT_AFTER = 2000;
const GIVE_UP_AFTER = 8000;
/** Milliseconds after which an attempt to join is given up. */
const JOIN_TIMEOUT = 10_000;
/** A line that held this long (milliseconds) was a good one: the next failure starts from the shortest delay again. */
const GOOD_LINE = 10_000;

export type ConnectionStatus =
  | { kind: "joining" }
  /** In a room. `isNew` when the player is a new one; false when the old one was found again. */
  | { kind: "joined"; isNew: boolean }
  /** The socket has dropped; the SDK is reconnecting. */
  | { kind: "dropped" }
  /** The socket is open, but nothing comes. */
  | { kind: "silent" }
  /** No connection, and `word` says why; the next attempt is in `milliseconds`. */
  | { kind: "gone"; word: string; milliseconds: number }
  /** The server speaks another protocol version. Final. */
  | { kind: "outdated" }
  /** The server does not accept the name. Final until the next join(). */
  | { kind: "refused"; reason: string };

export interface ConnectionEvents {
  onStatus(status: ConnectionStatus): void;
  /** A patch has been decoded. */
  onState(state: ArenaState, sessionId: string): void;
  onPing(milliseconds: number): void;
  /** A message of ours was refused. */
  onRefusal(refusal: Refusal): void;
  /** What to send now; asked at most once a tick. */
  readInput(): Input;
}

export interface Connection {
  /** Joins under `name`, and again after every loss. */
  join(name: string): void;
  /** Asks for new cells after death. */
  respawn(): void;
}

export function createConnection(events: ConnectionEvents): Connection {
  const client = new Client(location.origin);
  let playerName = "";
  let room: Room<unknown, ArenaState> | undefined;
  let attempt = 0;
  let joinedAt = 0;
  let lastPatchAt = 0;
  let isSilent = false;
  let lastSent: Input | undefined;

  async function join(): Promise<void> {
    events.onStatus({ kind: "joining" });
    try {
      const joined = await joinWithin(client, { version: PROTOCOL_VERSION, name: playerName }, JOIN_TIMEOUT);
      watch(joined);
    } catch (error) {
      const code = hasCode(error) ? error.code : undefined;
      fail(code, error instanceof Error ? error.message : String(error));
    }
  }

  function fail(code: number | undefined, reason: string): void {
    room = undefined;
    const failure = judgeFailure(code);
    if (failure === "outdated") {
      events.onStatus({ kind: "outdated" });
    } else if (failure === "refused") {
      events.onStatus({ kind: "refused", reason });
    } else {
      const milliseconds = rejoinDelay(attempt++);
      events.onStatus({ kind: "gone", word: wordFor(code, reason), milliseconds });
      setTimeout(join, milliseconds);
    }
  }

  function watch(joined: Room<unknown, ArenaState>): void {
    room = joined;
    joinedAt = performance.now();
    joined.reconnection.minUptime = 0;
    startLine(true);
    joined.onStateChange((state) => {
      lastPatchAt = performance.now();
      if (isSilent) startLine(false);
      events.onState(state, joined.sessionId);
    });
    joined.onMessage(MessageName.refused, (refusal: Refusal) => events.onRefusal(refusal));
    joined.onDrop(() => events.onStatus({ kind: "dropped" }));
    joined.onReconnect(() => startLine(false));
    joined.onLeave((code, reason) => {
      if (performance.now() - joinedAt > GOOD_LINE) attempt = 0;
      fail(code, reason ?? "");
    });
  }

  function startLine(isNew: boolean): void {
    lastPatchAt = performance.now();
    isSilent = false;
    lastSent = undefined;
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
    join(name) {
      playerName = name;
      attempt = 0;
      void join();
    },
    respawn() {
      const wish: Respawn = {};
      openRoom()?.send(MessageName.respawn, wish);
    },
  };
}

/** Joins, or throws once `timeout` milliseconds have passed; a room that comes later is left again. */
async function joinWithin(client: Client, options: JoinOptions, timeout: number): Promise<Room<unknown, ArenaState>> {
  const joining = client.joinOrCreate<ArenaState>(ARENA_ROOM, options, ArenaState);
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
  return a.x === b.x && a.y === b.y && a.split === b.split && a.eject === b.eject;
}

function hasCode(error: unknown): error is { code: number } {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "number";
}
