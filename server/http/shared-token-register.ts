/**
 * The register of join tokens for processes that share rooms: kept where those are listed, in Redis.
 *
 * A command of which no answer came, since the line broke, is sent again by the client of Redis, and may so be carried out
 * twice. A use therefore names its session, and is compared with what is there; a hold that is counted twice ends by itself.
 */
import { matchMaker } from "@colyseus/core";
import type { TokenRegister } from "../limits/token-register.ts";

const HELD = "krill:join-token:held:";
const USED = "krill:join-token:used:";
/** Any name: what is counted is the hash's one field. */
const FIELD = "times";

/** Sets the use (key 1) to the session (argument 1) for some seconds (argument 2), unless there is one. Says whether it is the session's. */
const USE = `
if redis.call("SET", KEYS[1], ARGV[1], "NX", "EX", ARGV[2]) then return 1 end
return redis.call("GET", KEYS[1]) == ARGV[1] and 1 or 0`;
/** Deletes the use (key 1) and the hold (key 2) if the use is that of the session (argument 1). */
const GIVE_BACK = `
if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1], KEYS[2]) end
return 0`;

/** The client of Redis by which Colyseus' presence does what it does; scripts are not among that. */
function redis(): { eval(script: string, keys: number, ...keysAndArguments: (string | number)[]): Promise<unknown> } {
  return (matchMaker.presence as unknown as { pub: ReturnType<typeof redis> }).pub;
}

export const sharedTokenRegister: TokenRegister = {
  async hold(id, seconds) {
    const { presence } = matchMaker;
    if (await presence.exists(USED + id)) return "used";
    // Not by counting alone: whoever asks again and again would put off the end.
    if (await presence.exists(HELD + id)) return "held";
    // The one way of the presence to count and to set an expiry in a single step.
    return (await presence.hincrbyex(HELD + id, FIELD, 1, seconds)) === 1 ? undefined : "held";
  },
  async letGo(id) {
    await matchMaker.presence.del(HELD + id);
  },
  async use(id, session, seconds) {
    return (await redis().eval(USE, 1, USED + id, session, seconds)) === 1;
  },
  async giveBack(id, session) {
    await redis().eval(GIVE_BACK, 2, USED + id, HELD + id, session);
  },
};
