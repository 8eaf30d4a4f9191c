/** Join tokens, on the real server with the stock SDK: who brings a good one plays, and nobody else does. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, type Room } from "@colyseus/sdk";
import { SignJWT } from "jose";
import { JoinStatus } from "../../shared/close-codes.ts";
import { ARENA_ROOM, SANDBOX_ROOM } from "../../shared/message-names.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { refusalsOf, untilFigure } from "../testing/figures.ts";
import { openRelay } from "../testing/relay.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

const SECRET = "a-secret-of-the-tests-for-join-tokens";
let made = 0;

/** @param seconds from now, until it runs out */
function makeToken(seconds = 60, secret = SECRET): Promise<string> {
  return new SignJWT({ jti: `token ${made++}`, exp: Math.floor(Date.now() / 1000) + seconds })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
}

let server: ServerProcess;
before(async () => {
  server = await startServer({ env: { KRILL_BOTS: "0", KRILL_JOIN_SECRET: SECRET } });
});
after(async () => {
  await server.stop();
});

/** Joins with the stock SDK, as its documentation says. */
async function join(url: string, token?: string, room: string = ARENA_ROOM, options: object = {}): Promise<Room> {
  const client = new Client(url);
  if (token !== undefined) client.auth.token = token;
  const joined = await client.joinOrCreate(room, { version: PROTOCOL_VERSION, ...options });
  joined.onMessage("*", () => {});
  return joined;
}

async function refusalOf(joining: Promise<Room>): Promise<string> {
  const error = await joining.then(
    () => assert.fail("it was let in"),
    (reason: { code?: number; message?: string }) => reason,
  );
  assert.equal(error.code, JoinStatus.badToken);
  return String(error.message);
}

test("without the setting, tokens are not asked for, nor looked at", async (t) => {
  const open = await startServer({ env: { KRILL_BOTS: "0" } });
  t.after(() => open.stop());
  for (const token of [undefined, "rubbish"]) await (await join(open.url, token)).leave();
});

for (const room of [ARENA_ROOM, SANDBOX_ROOM]) {
  test(`${room}: a good token gives one seat, whichever way one asks; no other gives any`, async () => {
    const { url, log } = server;
    const refusalsBefore = await refusalsOf(url, "join_tokens");
    const token = await makeToken();
    const player = await join(url, token, room);
    const [head, body] = token.split(".");
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;

    const refused: [string | undefined, RegExp][] = [
      [undefined, /none came; open the game by the link/],
      ["rubbish", /cannot be read; get a new one/],
      [unsigned, /not signed with HS256; get a new one/],
      [`${head}.${body}.`, /not signed by the host/],
      [await makeToken(60, `${SECRET}!`), /not signed by the host/],
      [await makeToken(-1), /has expired; get a new one/],
      // Playing, and after having left.
      [token, /has been used; get a new one/],
    ];
    for (const [wrong, words] of refused) assert.match(await refusalOf(join(url, wrong, room)), words);
    await player.leave();
    assert.match(await refusalOf(join(url, token, room)), /has been used/);
    const client = new Client(url);
    const options = { version: PROTOCOL_VERSION };
    await refusalOf(client.join(room, options));
    await refusalOf(client.joinById(player.roomId, options));

    assert.equal((await refusalsOf(url, "join_tokens")) - refusalsBefore, refused.length + 3);
    await untilFigure(url, "krill_limited_seats", (count) => count === 0);
    assert.match(log(), /"limit":"join_tokens","address":"127.0.0.1","reason":"missing"/);
    for (const secret of [SECRET, token, body, "eyJ"]) assert.ok(!log().includes(secret), "the log shows a token");
  });
}

test("a token is used when a seat is given for it, and not before", async () => {
  const { url } = server;
  const token = await makeToken();
  const wrong = await join(url, token, ARENA_ROOM, { mode: "chess" }).catch((error) => error);
  assert.equal(wrong.code, JoinStatus.badOptions);
  const results = await Promise.allSettled([1, 2, 3].map(() => join(url, token)));
  const rooms = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  assert.equal(rooms.length, 1);
  await rooms[0].leave();
});

test("who comes back after a lost connection needs no token", async () => {
  const relay = await openRelay(server.port);
  const room = await join(relay.url, await makeToken());
  room.reconnection.minUptime = 0;
  await new Promise((resolve) => room.onStateChange.once(resolve));
  const isBack = new Promise<void>((resolve) => room.onReconnect(() => resolve()));
  relay.cut();
  await isBack;
  await room.leave();
  relay.close();
});
