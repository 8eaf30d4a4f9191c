/** The register of join tokens in a real Redis, also over a line that breaks before the answer has come. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { matchMaker } from "@colyseus/core";
import { RedisPresence } from "@colyseus/redis-presence";
import { freePort, hasRedis, startRedis } from "../testing/redis.ts";
import { openRelay, type Relay } from "../testing/relay.ts";
import { sharedTokenRegister as register } from "./shared-token-register.ts";

let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
let relay: Relay;
/** Over the relay, and past it. */
let presence: RedisPresence;
let direct: RedisPresence;

before(async (t) => {
  if (!hasRedis(t as Parameters<typeof hasRedis>[0])) return;
  const port = await freePort();
  redis = await startRedis(port);
  relay = await openRelay(port);
  // As the app has it.
  presence = new RedisPresence({
    host: "127.0.0.1",
    port: Number(new URL(relay.url).port),
    maxRetriesPerRequest: null,
  });
  direct = new RedisPresence(port);
  await matchMaker.setup(presence);
});
after(async () => {
  if (!redis) return;
  for (const each of [presence, direct]) hangUp(each);
  relay.close();
  await redis.stop();
});

/** At once: Colyseus' own way waits for an answer. */
function hangUp(each: RedisPresence): void {
  const { pub, sub } = each as unknown as Record<"pub" | "sub", { disconnect(): void }>;
  pub.disconnect();
  sub.disconnect();
}

const usedKey = (id: string) => `krill:join-token:used:${id}`;

/** Sends a command whose answer never comes, and again once the line is back, as the client of Redis does. */
async function sendTwice<T>(command: () => Promise<T>, isDone: () => Promise<boolean>, between = async () => {}) {
  relay.pause();
  const answer = command();
  while (!(await isDone()));
  await between();
  relay.cut();
  return await answer;
}

test("a token is held by one, used by one session, and free when that gives it back", async (t) => {
  if (!redis) return t.skip("there is no redis-server");
  assert.equal(await register.hold("one", 60), undefined);
  assert.equal(await register.hold("one", 60), "held");
  const uses = await Promise.all(["a", "b", "c"].map((session) => register.use("one", session, 60)));
  assert.deepEqual(uses, [true, false, false]);
  assert.equal(await register.use("one", "a", 60), true);
  await register.letGo("one");
  assert.equal(await register.hold("one", 60), "used");
  await register.giveBack("one", "b");
  assert.equal(await register.hold("one", 60), "used");
  await register.giveBack("one", "a");
  assert.equal(await register.hold("one", 60), undefined);
  assert.equal(await register.use("one", "b", 60), true);
});

test("a use ends with its time, and is not put off by those who ask in vain", async (t) => {
  if (!redis) return t.skip("there is no redis-server");
  assert.equal(await register.use("short", "a", 1), true);
  while (!(await register.use("short", "b", 60)));
  assert.equal(await register.use("short", "a", 60), false);
});

test("a use that is sent twice is one; a give-back that is sent twice does not free the use of another", async (t) => {
  if (!redis) return t.skip("there is no redis-server");
  const isUsed = () => direct.exists(usedKey("two"));
  assert.equal(await sendTwice(() => register.use("two", "a", 60), isUsed), true);
  assert.equal(await register.use("two", "b", 60), false);

  await sendTwice(
    () => register.giveBack("two", "a"),
    async () => !(await isUsed()),
    // Another one uses it before the second comes.
    async () => void (await direct.setex(usedKey("two"), "b", 60)),
  );
  assert.equal(await register.use("two", "c", 60), false);
  assert.equal(await register.use("two", "b", 60), true);
});
