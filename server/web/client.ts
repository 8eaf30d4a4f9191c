import { Client } from "@colyseus/sdk";

/** In the part of the page's address that browsers send to nobody: `#token=…`. */
const TOKEN_PARAMETER = "token";

/** A client of the page's server, with the join token that the page's address has now, if any. */
export function createClient(): Client {
  const token = new URLSearchParams(location.hash.slice(1)).get(TOKEN_PARAMETER);
  if (!token) return new Client(location.origin);
  // Whatever stands in the address: a header takes only some characters, all those of tokens among them.
  return new Client(location.origin, { headers: { authorization: `Bearer ${encodeURIComponent(token)}` } });
}
