import { matchMaker } from "@colyseus/core";
import type { UsedTokens } from "../limits/used-tokens.ts";

const PREFIX = "krill:join-token:";
/** Any name: what is counted is the hash's one field. */
const FIELD = "uses";

/** For processes that share rooms: kept where those are listed, in Redis. */
export const sharedUsedTokens: UsedTokens = {
  // The one way to count and to set an expiry in a single step.
  use: async (id, seconds) => (await matchMaker.presence.hincrbyex(PREFIX + id, FIELD, 1, seconds)) === 1,
  forget: async (id) => {
    await matchMaker.presence.del(PREFIX + id);
  },
};
