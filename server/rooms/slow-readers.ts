/** Clients that read more slowly than they are sent to: what waits for each, and the end of those for whom too much does. */
import type { Client } from "@colyseus/core";
import { CloseCode } from "../../shared/close-codes.ts";
import { type Refused, refusalText } from "../limits/limit-names.ts";
import type { BodySource } from "../sync/body-serializer.ts";

/** From this share of the most that may wait on, a reader gets no patches until it has caught up. */
const SOFT_SHARE = 1 / 8;

/** At most 123 bytes: it goes into a close frame (RFC 6455, section 5.5). */
export const TOO_SLOW = refusalText(
  "you read more slowly than you are sent to",
  "KRILL_BUFFERED_BYTES",
  "come back on a faster line",
);

/** Sockets that are given up. Rooms and the ping both find slow readers, also while they are being closed. */
const givenUp = new WeakSet<object>();

/**
 * Bytes that wait in a client's socket, because it reads more slowly than it is written to; 0 on a transport that does not tell. Those
 * of the last tick are among them once the thread that writes has found that there is no room for them (frames/write-thread.ts).
 */
export function bufferedBytes({ ref }: Client): number {
  return "bufferedAmount" in ref ? Number(ref.bufferedAmount) : 0;
}

/**
 * Closes a slow reader, and tells of it; once for each socket.
 *
 * @param close closes the socket
 * @param whom what helps a host to see whom it concerns, and why
 */
export function giveUpReader(
  socket: object,
  close: (code: number, reason: string) => void,
  refused: Refused | undefined,
  whom: Parameters<Refused>[1],
): void {
  if (givenUp.has(socket)) return;
  givenUp.add(socket);
  refused?.("buffered_bytes", whom);
  close(CloseCode.slowReader, TOO_SLOW);
}

/**
 * How a room that keeps to the limits of the process treats slow readers: an option of `syncBodies`.
 *
 * @param mostBytes that may wait for one client; without it, as many as `sync/reader.ts` says
 */
export function slowReaderOptions(
  mostBytes: number | undefined,
  refused: Refused | undefined,
): Pick<BodySource, "slowReaders" | "tooSlow"> {
  return {
    ...(mostBytes !== undefined && { slowReaders: { softLimit: mostBytes * SOFT_SHARE, hardLimit: mostBytes } }),
    tooSlow(client, reason) {
      const whom = { session: client.sessionId, reason, buffered: bufferedBytes(client) };
      giveUpReader(client.ref, (code, text) => client.leave(code, text), refused, whom);
    },
  };
}
