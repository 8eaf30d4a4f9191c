/**
 * Requirement: what throws in a room ends at most that room, and says so once. A world whose tick threw is half stepped:
 * Colyseus would go on ticking it, and log the same error 25 times a second.
 */
import { type Client, ErrorCode, type Room, ServerError } from "@colyseus/core";
import type { Logger } from "pino";
import { CloseCode } from "../../shared/close-codes.ts";
import { turnAway } from "./turn-away.ts";

export interface RoomFailure {
  /** From then on nothing of the room's world is to be touched. */
  readonly hasFailed: boolean;
  /** Ends the room: its clients are closed with `CloseCode.roomFailed`, and it is disposed. Later calls do nothing. */
  fail(error: unknown, during: string): void;
  /** Throws once the room has failed, for one who had reserved a seat before. */
  refuse(client: Client): void;
  /** `tick`, which ends the room when it throws. */
  guard(tick: () => void): () => void;
  /**
   * For what Colyseus calls for a client that comes: whatever `join` throws, that client is sent. So what is no ServerError
   * is logged, and the client hears no more than that there was a fault.
   */
  conceal(during: string, join: () => Promise<void> | undefined): Promise<void>;
  /** For `onUncaughtException`, whose presence makes Colyseus catch what handlers throw: it would otherwise end the process. */
  caught(error: Error, method: string): void;
}

/** @param logger is asked for when something fails: a room knows its own only once it is created. */
export function createRoomFailure(room: Room, logger: () => Logger): RoomFailure {
  let hasFailed = false;

  function fail(error: unknown, during: string): void {
    if (hasFailed) return;
    hasFailed = true;
    logger().error({ err: error, during }, "the room ends: it threw");
    // Its promise waits for the last client to have left.
    room.disconnect(CloseCode.roomFailed).catch((reason) => logger().error({ err: reason }, "a room did not end"));
  }

  return {
    get hasFailed() {
      return hasFailed;
    },
    fail,
    refuse(client) {
      if (hasFailed) turnAway(client, CloseCode.roomFailed, "the room has ended; join another");
    },
    guard: (tick) => () => {
      if (hasFailed) return;
      try {
        tick();
      } catch (error) {
        fail(error, "tick");
      }
    },
    async conceal(during, join) {
      try {
        await join();
      } catch (error) {
        if (error instanceof ServerError) throw error;
        logger().error({ err: error, during }, "a client was not let in: the room threw");
        throw new ServerError(ErrorCode.APPLICATION_ERROR, "the room could not let you in, for a fault of its own");
      }
    },
    caught(error, method) {
      const cause = error.cause ?? error;
      if (cause instanceof ServerError)
        logger().info({ code: cause.code, reason: cause.message }, "client turned away");
      else logger().error({ err: cause, method }, "a room's handler threw");
    },
  };
}
