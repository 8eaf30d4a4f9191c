/** What to do once a connection has failed, decided apart from the network. */
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";

/** Shortest and longest wait before another attempt to join, in milliseconds. */
const FIRST_DELAY = 1000;
const LAST_DELAY = 8000;

/** Where it is remembered for which protocol version this tab has already reloaded the page. */
const RELOADED_KEY = "krill.reloaded-for";

/**
 * - gone: worth another attempt, after a while
 * - outdated: the page is of another version
 * - refused: the name or another wish is the player's to change
 * - full: the room that was chosen has no place left, or none of the mode has; missing: it is no more
 * - uninvited: the server wants a join token, and this page has none that is good
 * - kicked, banned: someone has sent the player away
 */
export type Failure = "gone" | "outdated" | "refused" | "full" | "missing" | "uninvited" | "kicked" | "banned";

/** Milliseconds to wait before attempt `attempt` (from 0) to join again: 1 s, doubled each time, up to 8 s. */
export function rejoinDelay(attempt: number): number {
  return Math.min(FIRST_DELAY * 2 ** attempt, LAST_DELAY);
}

/**
 * What a close code, or the code of a failed join, means to the page. Whatever is not known to be final is worth a retry.
 * `reason` is the server's own, if any.
 */
export function judgeFailure(code: number | undefined, reason: string): Failure {
  if (code === CloseCode.versionMismatch) return "outdated";
  if (code === JoinStatus.badOptions) return "refused";
  if (code === CloseCode.kicked) return "kicked";
  if (code === CloseCode.banned || code === JoinStatus.banned) return "banned";
  if (code === JoinStatus.badToken || code === CloseCode.tokenUsed) return "uninvited";
  if (code === JoinStatus.full) return "full";
  if (code === JoinStatus.noSuchRoom) return reason.includes("locked") ? "full" : "missing";
  return "gone";
}

/** A word for the player on why there is no connection. `code` and `reason` as for judgeFailure(). */
export function wordFor(code: number | undefined, reason: string): string {
  if (code === CloseCode.serverShutdown || code === JoinStatus.unavailable) return "The server is restarting.";
  if (code === CloseCode.badFrame) return "The server has closed the connection.";
  if (code === CloseCode.roomFailed) return "The room has ended because of a fault.";
  if (code === CloseCode.slowReader) return "Your connection was too slow for the game.";
  if (code === CloseCode.tokenUnchecked) return "The server could not look at the join token.";
  if (code === CloseCode.overLimit) return "Your browser has sent more than the server takes.";
  if (code === JoinStatus.tooMany || code === CloseCode.tooManyPlayers)
    return "Too many people play from your network, or want to.";
  if (code === JoinStatus.busy) return "Many people join right now.";
  if (code !== undefined && code >= 400 && code < 600)
    return `The server does not let us in: ${reason || `code ${code}`}.`;
  return "The server cannot be reached.";
}

/**
 * Whether a page of `version` that the server calls outdated should reload itself: once for each version, so that a server
 * which keeps handing out the same page is not asked for ever. Remembers that it was asked.
 */
export function claimReload(version: number, storage: () => Pick<Storage, "getItem" | "setItem">): boolean {
  try {
    if (storage().getItem(RELOADED_KEY) === String(version)) return false;
    storage().setItem(RELOADED_KEY, String(version));
    return true;
  } catch {
    // A browser that keeps nothing for the page could not end a loop of reloads.
    return false;
  }
}
