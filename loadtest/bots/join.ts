import "./node-socket.ts";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { Client, type Room } from "@colyseus/sdk";
import { SignJWT } from "jose";
import { CloseCode } from "../../shared/close-codes.ts";
import { ARENA_ROOM } from "../../shared/message-names.ts";
import type { JoinOptions } from "../../shared/messages.ts";
import { ArenaState } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";

export type ArenaRoom = Room<unknown, ArenaState>;

const JOIN_TIMEOUT_MILLISECONDS = 15_000;
const LEAVE_TIMEOUT_MILLISECONDS = 3000;

/**
 * Joins the arena as the page does; to watch, if `spectate`.
 * @throws Error whose message is the server's reason with its code, or that no answer came.
 */
export async function joinArena(url: string, name: string, spectate = false): Promise<ArenaRoom> {
  const options: JoinOptions = { version: PROTOCOL_VERSION, name, spectate };
  const joining = (await clientOf(url)).joinOrCreate<ArenaState>(ARENA_ROOM, options, ArenaState);
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`no answer to the join within ${JOIN_TIMEOUT_MILLISECONDS / 1000} s`)),
    JOIN_TIMEOUT_MILLISECONDS,
  );
  try {
    return await Promise.race([joining, timeout.promise]);
  } catch (error) {
    // An answer that comes after all must not leave a client behind that nobody drives.
    joining.then(
      (room) => room.leave(),
      () => undefined,
    );
    throw new Error(describeJoinError(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** With a join token, if the environment has the secret of a server that wants one. */
async function clientOf(url: string): Promise<Client> {
  const client = new Client(url);
  const secret = process.env.KRILL_JOIN_SECRET;
  if (!secret) return client;
  client.auth.token = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1 minute")
    .sign(new TextEncoder().encode(secret));
  return client;
}

/** Leaves as a player does. Resolves when the connection is closed, or after 3 s. */
export async function leaveArena(room: ArenaRoom): Promise<void> {
  const timeout = Promise.withResolvers<number>();
  const timer = setTimeout(() => timeout.resolve(CloseCode.left), LEAVE_TIMEOUT_MILLISECONDS);
  room.reconnection.enabled = false;
  if (room.connection.isOpen) await Promise.race([room.leave(), timeout.promise]);
  clearTimeout(timer);
  if (room.connection.isOpen) room.connection.close();
}

/** The SDK's errors carry a code (HTTP status, close code, ECONNREFUSED) beside the message, and either may be missing. */
function describeJoinError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && error.code !== undefined ? `${String(error.code)} ` : "";
  return `${code}${error.message || "the connection failed"}`;
}
