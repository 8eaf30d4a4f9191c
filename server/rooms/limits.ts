/** What rooms do for the limits of the process. */
import type { Client } from "@colyseus/core";
import { CloseCode } from "../../shared/close-codes.ts";
import type { PlayerSeats } from "../limits/player-seats.ts";
import { addressOf } from "./guarded-transport.ts";
import { turnAway } from "./turn-away.ts";

/** Seconds for which a seat is kept for a client that has asked for it and not yet come. */
export const SEAT_SECONDS = 8;

/** For `onJoin`; `onLeave`, which follows also when this throws, gives the seat back. Closes one whose address has all. */
export function takeSeat(seats: PlayerSeats | undefined, client: Client): void {
  const address = addressOf(client);
  if (seats === undefined || address === undefined || seats.join(client.sessionId, address)) return;
  turnAway(client, CloseCode.tooManyPlayers, seats.refusal);
}
