import { matchMaker } from "@colyseus/core";
import type { TokenRegister } from "../limits/token-register.ts";

const HELD = "krill:join-token:held:";
const USED = "krill:join-token:used:";
/** Any name: what is counted is the hash's one field. */
const FIELD = "times";

/** Whether this is the first. The one way to count and to set an expiry in a single step. */
async function isFirst(key: string, seconds: number): Promise<boolean> {
  return (await matchMaker.presence.hincrbyex(key, FIELD, 1, seconds)) === 1;
}

/** For processes that share rooms: kept where those are listed, in Redis. */
export const sharedTokenRegister: TokenRegister = {
  async hold(id, seconds) {
    const { presence } = matchMaker;
    if (await presence.exists(USED + id)) return "used";
    // Not by counting alone: whoever asks again and again would put off the end.
    if (await presence.exists(HELD + id)) return "held";
    return (await isFirst(HELD + id, seconds)) ? undefined : "held";
  },
  async letGo(id) {
    await matchMaker.presence.del(HELD + id);
  },
  use: (id, seconds) => isFirst(USED + id, seconds),
  async giveBack(id) {
    await matchMaker.presence.del(USED + id);
    await matchMaker.presence.del(HELD + id);
  },
};
