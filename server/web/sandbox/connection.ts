/** The sandbox page's line: a sandbox of its own, or a shared one when all are taken; found again when the line breaks. */
import type { Room } from "@colyseus/sdk";
import { JoinStatus } from "../../../shared/close-codes.ts";
import { MessageName, SANDBOX_ROOM } from "../../../shared/message-names.ts";
import type { Refusal } from "../../../shared/messages.ts";
import { SandboxState } from "../../../shared/sandbox.ts";
import { PROTOCOL_VERSION } from "../../../shared/version.ts";
import { createClient } from "../client.ts";

export type SandboxLine = Room<unknown, SandboxState>;

export interface SandboxEvents {
  /** In a room, for the first time or again. */
  onRoom(room: SandboxLine): void;
  onState(state: SandboxState): void;
  onRefusal(refusal: Refusal): void;
  /** A word on what is wrong; "" when nothing is any more. */
  onNotice(words: string): void;
}

/** Milliseconds before another attempt. */
const RETRY = 2000;
/** What another attempt will not change. */
const FINAL: readonly (number | undefined)[] = [JoinStatus.badOptions, JoinStatus.badToken];
/** The name of the query's parameter that says which sandbox to share. */
const SHARE_PARAMETER = "share";

export function connect(events: SandboxEvents): void {
  const wanted = new URLSearchParams(location.search).get(SHARE_PARAMETER);
  const own = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");
  void join();

  async function join(): Promise<void> {
    try {
      watch(await findRoom());
    } catch (error) {
      const { code, message } = error as { code?: number; message?: string };
      if (FINAL.includes(code)) {
        events.onNotice(`The server does not let this page in: ${message}.`);
        return;
      }
      events.onNotice("The server does not answer. Trying again …");
      setTimeout(join, RETRY);
    }
  }

  async function findRoom(): Promise<SandboxLine> {
    const client = createClient();
    const options = { version: PROTOCOL_VERSION };
    if (wanted !== null) {
      try {
        return await client.joinById(wanted, options, SandboxState);
      } catch (error) {
        // It is gone or full: one of its own it is.
        if (FINAL.includes((error as { code?: number }).code)) throw error;
      }
    }
    try {
      return await client.joinOrCreate(SANDBOX_ROOM, { ...options, own }, SandboxState);
    } catch (error) {
      if ((error as { code?: number }).code !== JoinStatus.unavailable) throw error;
      return await client.join(SANDBOX_ROOM, options, SandboxState);
    }
  }

  function watch(room: SandboxLine): void {
    room.reconnection.enabled = false;
    events.onNotice("");
    room.onStateChange(events.onState);
    room.onMessage(MessageName.refused, events.onRefusal);
    room.onLeave(() => {
      events.onNotice("The connection is lost. Coming back …");
      setTimeout(join, RETRY);
    });
    events.onRoom(room);
  }
}

/** The address at which others join this sandbox. */
export function shareAddress({ roomId }: SandboxLine): string {
  return `${location.origin}${location.pathname}?${SHARE_PARAMETER}=${encodeURIComponent(roomId)}`;
}
