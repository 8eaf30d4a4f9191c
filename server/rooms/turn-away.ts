import { type Client, ServerError } from "@colyseus/core";

/** WebSocket close reasons hold 123 bytes at most (RFC 6455, section 5.5). */
const REASON_MAX_BYTES = 123;

/** For `onJoin`: closes a client that may not join, with a code that it understands. A reason that is too long is cut short. */
export function turnAway(client: Client, code: number, reason: string): never {
  client.leave(
    code,
    Buffer.from(reason)
      .subarray(0, REASON_MAX_BYTES)
      .toString()
      .replace(/\uFFFD+$/, ""),
  );
  throw new ServerError(code, reason);
}
