/** Join tokens, on the real server with the stock SDK: who brings a good one plays, and nobody else does. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, type TestContext, test } from "node:test";
import { createAuthContext, matchMaker, Protocol } from "@colyseus/core";
import { Client, type Room } from "@colyseus/sdk";
import { SignJWT } from "jose";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { ARENA_ROOM, SANDBOX_ROOM } from "../../shared/message-names.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createApp } from "../app.ts";
import type { World } from "../arena/world.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";
import { figureOf, refusalsOf, untilFigure } from "../testing/figures.ts";
import { acknowledge, openSeat, type Seat, tokenOf } from "../testing/raw-client.ts";
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

/** Some of the tests ask again until the answer is another. */
const ENV = { KRILL_BOTS: "0", KRILL_JOIN_SECRET: SECRET, KRILL_JOINS_PER_MINUTE: "1000000" };

let server: ServerProcess;
before(async () => {
  server = await startServer({ env: ENV });
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
      [undefined, /none came \(KRILL_JOIN_SECRET\); open the game by the link/],
      ["rubbish", /cannot be read \(KRILL_JOIN_SECRET\); get a new one/],
      [unsigned, /not signed with HS256 \(.*\); get a new one/],
      [`${head}.${body}.`, /not signed by the host/],
      [await makeToken(60, `${SECRET}!`), /not signed by the host/],
      [await makeToken(-1), /has expired \(.*\); get a new one/],
      // Playing, and after having left.
      [token, /has been used \(.*\); get a new one/],
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
    await server.untilLogged(/"limit":"join_tokens","address":"127.0.0.1","reason":"missing"/);
    for (const secret of [SECRET, token, body, "eyJ"]) assert.ok(!log().includes(secret), "the log shows a token");
  });
}

/** Asks for a seat, and does not come for it. */
async function ask(url: string, token: string, room: string = ARENA_ROOM, options: object = {}): Promise<Response> {
  return await fetch(`${url}/matchmake/joinOrCreate/${room}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ version: PROTOCOL_VERSION, ...options }),
  });
}

async function seatFor(url: string, token: string, room?: string, options?: object): Promise<Seat> {
  const answer = await ask(url, token, room, options);
  assert.equal(answer.status, 200);
  return (await answer.json()) as Seat;
}

/** Comes for a seat. @returns the code with which it is turned away */
async function fateIn(url: string, seat: Seat): Promise<number> {
  const [code] = await once(openSeat(url, seat), "close");
  return code as number;
}

for (const room of [ARENA_ROOM, SANDBOX_ROOM]) {
  test(`${room}: a token outlives a seat that nobody comes for, and lets nobody else in while that waits`, async () => {
    const { url } = server;
    const token = await makeToken();
    await seatFor(url, token, room);
    const second = await ask(url, token, room);
    const { code, error } = await second.json();
    assert.deepEqual([second.status, code], [JoinStatus.tokenHeld, JoinStatus.tokenHeld]);
    assert.match(error, /a seat waits .* \(KRILL_JOIN_SECRET\); take it, or try again/);
    let status = second.status;
    while (status === JoinStatus.tokenHeld) ({ status } = await ask(url, token, room));
    assert.equal(status, 200);
    await server.untilLogged(/"limit":"join_tokens","address":"127.0.0.1","reason":"held"/);
  });
}

test("a token is used when its bearer is let in, and not before", async () => {
  const { url } = server;
  const token = await makeToken();
  const wrong = await join(url, token, ARENA_ROOM, { mode: "chess" }).catch((error) => error);
  assert.equal(wrong.code, JoinStatus.badOptions);
  const outdated = await seatFor(url, token, ARENA_ROOM, { version: PROTOCOL_VERSION - 1 });
  assert.equal(await fateIn(url, outdated), CloseCode.versionMismatch);
  const results = await Promise.allSettled([1, 2, 3].map(() => join(url, token)));
  const rooms = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  assert.equal(rooms.length, 1);
  assert.match(await refusalOf(join(url, token)), /has been used/);
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

for (const room of [ARENA_ROOM, SANDBOX_ROOM]) {
  test(`${room}: a token outlives a line that breaks before its bearer has said that it is there, and no later one`, async () => {
    const { url } = server;
    const token = await makeToken();
    const early = openSeat(url, await seatFor(url, token, room));
    await tokenOf(early);
    assert.equal((await ask(url, token, room)).status, JoinStatus.badToken);
    early.terminate();
    let answer = await ask(url, token, room);
    while (answer.status === JoinStatus.badToken) answer = await ask(url, token, room);
    assert.equal(answer.status, 200);
    const seat = (await answer.json()) as Seat;
    const players = await figureOf(url, "krill_players");
    const socket = openSeat(url, seat);
    const back = await tokenOf(socket);
    // It is there once there is a frame after that.
    socket.send(Uint8Array.of(Protocol.JOIN_ROOM));
    await once(socket, "message");
    socket.terminate();
    if (room === ARENA_ROOM) {
      // Comes back, and leaves without a word.
      const again = openSeat(url, seat, back);
      await tokenOf(again);
      again.send(Uint8Array.of(Protocol.LEAVE_ROOM));
      await once(again, "close");
      await untilFigure(url, "krill_players", (count) => count <= players);
    }
    await untilFigure(url, "krill_limited_seats", (count) => count === 0);
    assert.equal((await ask(url, token, room)).status, JoinStatus.badToken);
  });
}

/** A server in this process, whose rooms a test can reach. */
async function startHere(t: TestContext): Promise<string> {
  const config = readConfig({ ...ENV, PORT: "0", KRILL_HOST: "127.0.0.1", KRILL_JOINS_PER_SECOND: "1000000" });
  const app = await createApp(config, createLogger("silent"));
  t.after(() => app.close());
  return `http://127.0.0.1:${await app.listen()}`;
}

test("a token outlives a room that fails, whether its bearer was in it or only had a seat there", async (t) => {
  const url = await startHere(t);
  const [token, late] = [await makeToken(), await makeToken()];
  const player = await join(url, token);
  const seat = await seatFor(url, late);
  assert.equal(seat.roomId, player.roomId);
  assert.match(await refusalOf(join(url, token)), /has been used/);
  const ended = new Promise<number>((resolve) => player.onLeave(resolve));
  const { world } = matchMaker.getLocalRoomById(player.roomId) as unknown as { world: World };
  world.step = () => {
    throw new Error("thrown on purpose");
  };
  assert.equal(await ended, CloseCode.roomFailed);
  assert.ok(([CloseCode.roomFailed, CloseCode.badFrame] as number[]).includes(await fateIn(url, seat)));
  await (await join(url, token)).leave();
  assert.match(await refusalOf(join(url, token)), /has been used/);
  let status: number = JoinStatus.tokenHeld;
  while (status === JoinStatus.tokenHeld) ({ status } = await ask(url, late));
  assert.equal(status, 200);
});

test("of two seats that one token has got, as when the first took long, one is taken; no token gives a second player", async (t) => {
  const url = await startHere(t);
  const joinToken = { id: "one", expires: Date.now() / 1000 + 60 };
  const reserve = async () => {
    const context = Object.assign(createAuthContext({ headers: {} }), { joinToken });
    return (await matchMaker.joinOrCreate(ARENA_ROOM, { version: PROTOCOL_VERSION }, context)) as Seat;
  };
  const [first, second] = [await reserve(), await reserve()];
  const inside = openSeat(url, second);
  await tokenOf(inside);
  await acknowledge(inside);
  assert.equal(await fateIn(url, first), CloseCode.tokenUsed);
  assert.equal(await figureOf(url, "krill_players"), 1);
  assert.equal(await refusalsOf(url, "join_tokens"), 1);
  inside.terminate();
});

test("joins without a good token take none of those in a second from those with one", async (t) => {
  const one = await startServer({ env: { ...ENV, KRILL_JOINS_PER_SECOND: "1" } });
  t.after(() => one.stop());
  const { url } = one;
  const refusedBy = () => refusalsOf(url, "joins_per_second");
  const used = await makeToken();
  await (await join(url, used)).leave();
  const bad = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(url, i % 2 === 0 ? used : "rubbish")));
  assert.deepEqual(new Set(bad.map(({ status }) => status)), new Set([JoinStatus.badToken]));
  assert.equal(await refusedBy(), 0);

  const headers = { "content-type": "application/json" };
  const comeBack = () =>
    fetch(`${url}/matchmake/reconnect/nowhere`, { method: "POST", headers, body: '{"reconnectionToken":"guessed"}' });
  const guesses = await Promise.all(Array.from({ length: 20 }, comeBack));
  const refusedGuesses = guesses.filter(({ status }) => status === JoinStatus.busy).length;
  assert.ok(refusedGuesses > 0);
  const tokens = await Promise.all(Array.from({ length: 10 }, () => makeToken()));
  const statuses = await Promise.all(tokens.map(async (token) => (await ask(url, token)).status));
  assert.ok(statuses.includes(JoinStatus.busy));
  assert.ok(
    statuses.every((status) => status === 200 || status === JoinStatus.busy),
    String(statuses),
  );
  assert.equal(await refusedBy(), refusedGuesses + statuses.filter((status) => status !== 200).length);

  // One that came too soon still has its token.
  const late = tokens[statuses.indexOf(JoinStatus.busy)];
  let status: number = JoinStatus.busy;
  while (status === JoinStatus.busy) ({ status } = await ask(url, late));
  assert.equal(status, 200);
});
