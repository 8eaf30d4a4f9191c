/** The limits of the process, as `/metrics` and the log name them. */
export const LIMIT_NAMES = [
  "connections_per_address",
  "players_per_address",
  "joins_per_minute",
  "joins_per_second",
  "messages_per_second",
  "bytes_per_second",
  "body_bytes",
  "buffered_bytes",
  "origins",
  "rooms",
  "join_tokens",
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

/**
 * Told of each refusal, with what helps a host to see whom it concerns: an address, a session, a reason of ours, the origin of
 * a page if it is one (`shownOrigin`). Nothing else that a client has sent may be in it.
 */
export type Refused = (limit: LimitName, whom: Readonly<Record<string, string | number>>) => void;

/** What a limit says to whom it refuses. `remedy` is for that one; the variable is for the host. */
export function refusalText(what: string, variable: string, remedy: string): string {
  return `${what} (${variable}); ${remedy}`;
}
