/**
 * Requirement: one address has no more than so many seats in this process, those that are reserved and not yet taken and those
 * of lost connections included, and has each back whichever way it ends.
 *
 * A seat is counted from when it is asked for. It is given back when the asking fails, when nobody has come for it within the
 * time for which rooms keep it, and when its client has left. A seat that another process reserved is counted when its client
 * comes. Each session is counted once, so that leaving twice, or without having come, changes nothing.
 */
import { type AddressCounts, createAddressCounts } from "./address-counts.ts";
import { type Refused, refusalText } from "./limit-names.ts";

export interface PlayerSeats {
  /** For who asks for a seat; undefined when its address has all. The answer must be called once. */
  ask(key: string): AskedSeat | undefined;
  /** A client comes for its seat. @returns false when its address has all, for a seat that was not asked for here. */
  join(session: string, key: string): boolean;
  /** A client has left for good, or could not join. */
  leave(session: string): void;
  readonly counts: AddressCounts;
  /** What to say to one whose address has all; at most 123 bytes, to fit into a close frame. */
  readonly refusal: string;
}

export interface AskedSeat {
  /** A room keeps it for this session, for a while. */
  reserved(session: string): void;
  /** There is none. */
  refused(): void;
}

interface HeldSeat {
  readonly key: string;
  /** Until its client comes. */
  expiry?: NodeJS.Timeout;
}

/** Longer than a room keeps a seat, in ms: a client that comes at the last moment has still been counted. */
const GRACE = 1000;

/**
 * @param most seats of one address
 * @param keptFor time for which rooms keep a seat for a client, in ms
 * @param refused told of each seat that is not to be had
 */
export function createPlayerSeats(most: number, keptFor: number, refused: Refused): PlayerSeats {
  const counts = createAddressCounts(most);
  const held = new Map<string, HeldSeat>();

  function leave(session: string): void {
    const seat = held.get(session);
    if (!seat) return;
    clearTimeout(seat.expiry);
    held.delete(session);
    counts.giveBack(seat.key);
  }

  function take(key: string): boolean {
    const isTaken = counts.take(key);
    if (!isTaken) refused("players_per_address", { address: key });
    return isTaken;
  }

  return {
    counts,
    refusal: refusalText(
      `your address has all ${most} seats that it may have`,
      "KRILL_PLAYERS_PER_ADDRESS",
      "leave one",
    ),
    ask(key) {
      if (!take(key)) return undefined;
      return {
        reserved(session) {
          const expiry = setTimeout(() => leave(session), keptFor + GRACE);
          expiry.unref();
          held.set(session, { key, expiry });
        },
        refused: () => counts.giveBack(key),
      };
    },
    join(session, key) {
      const seat = held.get(session);
      if (seat) {
        clearTimeout(seat.expiry);
        return true;
      }
      if (!take(key)) return false;
      held.set(session, { key });
      return true;
    },
    leave,
  };
}
