import { matchMaker } from "@colyseus/core";

/** Whether this process has been told to stop: it gives no seats any more, and its rooms end. */
export function isShuttingDown(): boolean {
  return matchMaker.state === matchMaker.MatchMakerState.SHUTTING_DOWN;
}
