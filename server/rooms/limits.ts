/** What rooms do for the limits of the process. */
import { type Client, ServerError } from "@colyseus/core";
import { CloseCode } from "../../shared/close-codes.ts";
import type { PlayerSeats } from "../limits/player-seats.ts";
import type { SlowReaderLimits } from "../sync/reader.ts";
import { addressOf } from "./guarded-transport.ts";

/** Seconds for which a seat is kept for a client that has asked for it and not yet come. */
export const SEAT_SECONDS = 8;

/** For `onJoin`; `onLeave`, which follows also when this throws, gives the seat back. Closes one whose address has all. */
export function takeSeat(seats: PlayerSeats | undefined, client: Client): void {
  const address = addressOf(client);
  if (seats === undefined || address === undefined || seats.join(client.sessionId, address)) return;
  client.leave(CloseCode.tooManyPlayers, seats.refusal);
  throw new ServerError(CloseCode.tooManyPlayers, seats.refusal);
}

/** From this share of the most that may wait on, a reader gets no patches until it has caught up. */
const SOFT_SHARE = 1 / 8;

/** @param mostBytes that may wait for one client */
export function slowReadersFor(mostBytes: number): SlowReaderLimits {
  return { softLimit: mostBytes * SOFT_SHARE, hardLimit: mostBytes };
}
