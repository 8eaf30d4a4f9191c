/**
 * Which pages may use the server from a browser. Who is no browser sends no Origin, or any that it likes: this protects a
 * visitor of a foreign page from being made to play, and the server from the visitors of such pages; nothing else.
 *
 * Without a list, it is left to browsers: they let a foreign page read no answer of ours that does not name it, so it gets no
 * seat, without which there is no room to connect to. Nothing is compared with the Host, which many proxies replace.
 */
export interface Origins {
  /** Whether a request that came with this Origin, for this Host, may do what needs one that is allowed. */
  isAllowed(origin: string | undefined, host: string | undefined): boolean;
  /** Whether a browser is to be told that pages of this origin may read answers. */
  isListed(origin: string | undefined): boolean;
}

export const FOREIGN_ORIGIN =
  "pages of this origin may not use this server (KRILL_ORIGINS); open the server's own page, or ask the host to list it";

/** In a list, stands for all. */
export const ANY_ORIGIN = "*";

/** @param list origins as in `https://example.com`; undefined when the host has given none */
export function createOrigins(list: readonly string[] | undefined): Origins {
  const listed = new Set(list);
  const isListed = (origin: string | undefined) =>
    origin !== undefined && (listed.has(ANY_ORIGIN) || listed.has(origin.toLowerCase()));
  return {
    isListed,
    isAllowed(origin, host) {
      if (list === undefined || origin === undefined || isListed(origin)) return true;
      return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
    },
  };
}

const SHOWN_LENGTH = 100;
/** What browsers send for pages that have no origin of their own. */
const OPAQUE_ORIGIN = "null";

/** For the log, where nothing is to stand that a client has made up at will: an origin that is one, cut short. */
export function shownOrigin(origin: string | undefined): string {
  const shown = origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : OPAQUE_ORIGIN;
  if (shown !== OPAQUE_ORIGIN) return shown.slice(0, SHOWN_LENGTH);
  return origin === OPAQUE_ORIGIN ? OPAQUE_ORIGIN : "not an origin";
}
