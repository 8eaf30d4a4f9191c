/** Rates of one client over its own share of the measured window. */
export interface Rates {
  patches: number;
  bytes: number;
}

/** How long a client was connected, and what it received in that time. */
export interface Presence {
  patches: number;
  bytes: number;
  /** The line is lost, or up again, at `now` (performance.now(), ms). */
  pause(now?: number): void;
  resume(now: number): void;
  /** The measured window begins: what was before counts no more. */
  restart(): void;
  /** Per second since the last restart; undefined when it was there for less than LEAST_SECONDS: that would be chance. */
  rates(): Rates | undefined;
}

/** One patch more or less is half a patch a second over this time. */
const LEAST_SECONDS = 2;

/** A client that connects now. */
export function createPresence(clock: () => number = () => performance.now()): Presence {
  let milliseconds = 0;
  /** When the line came up; undefined while it is down. */
  let since: number | undefined = clock();
  const presence: Presence = {
    patches: 0,
    bytes: 0,
    pause(now = clock()) {
      if (since !== undefined) milliseconds += now - since;
      since = undefined;
    },
    resume(now) {
      since ??= now;
    },
    restart() {
      presence.patches = 0;
      presence.bytes = 0;
      milliseconds = 0;
      if (since !== undefined) since = clock();
    },
    rates() {
      const seconds = (milliseconds + (since === undefined ? 0 : clock() - since)) / 1000;
      if (seconds < LEAST_SECONDS) return undefined;
      return { patches: presence.patches / seconds, bytes: presence.bytes / seconds };
    },
  };
  return presence;
}
