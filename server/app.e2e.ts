/** The process as its operator meets it: HTTP, wrong settings, a port in use, SIGTERM, many processes with Redis. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { SignJWT } from "jose";
import { CloseCode, JoinStatus } from "../shared/close-codes.ts";
import { TICK_RATE } from "../shared/formulas.ts";
import { PHASES } from "../shared/phases.ts";
import { PROTOCOL_VERSION } from "../shared/version.ts";
import { firstGap, joinArena } from "./testing/player.ts";
import { joinRaw, openSeat, type Seat, tokenOf } from "./testing/raw-client.ts";
import { fixedAddress, freePort, hasRedis, startRedis } from "./testing/redis.ts";
import { openRelay } from "./testing/relay.ts";
import { runToEnd, type ServerProcess, startServer } from "./testing/server-process.ts";

test("one port serves the page, health, metrics, rooms and the arena", async (t) => {
  const server = await startServer({ env: { KRILL_BOTS: "5" } });
  t.after(() => server.stop());
  const get = (path: string) => fetch(server.url + path);

  const page = await get("/");
  assert.match(page.headers.get("content-type") ?? "", /text\/html/);
  assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'self'/);
  assert.doesNotMatch(page.headers.get("content-security-policy") ?? "", /upgrade-insecure-requests/);
  assert.equal((await get("/app.js")).status, 200);
  assert.equal((await get("/style.css")).status, 200);
  assert.equal((await get("/healthz")).status, 200);
  assert.equal((await get("/readyz")).status, 200);
  assert.equal((await get("/nowhere")).status, 404);

  const player = await joinArena(server.url, "player");
  const end = player.room.state.tick + 10;
  await player.until("ticks were run", () => player.room.state.tick >= end);
  const { rooms } = await (await get("/api/rooms")).json();
  assert.equal(rooms.length, 1);
  assert.equal(rooms[0].name, "arena");
  assert.equal(rooms[0].clients, 1);

  const metrics = await (await get("/metrics")).text();
  const value = (series: string) => {
    const line = metrics.split("\n").find((candidate) => candidate.startsWith(`${series} `));
    assert.ok(line, `${series} is not among the metrics`);
    return Number(line.slice(series.length + 1));
  };
  for (const phase of [...PHASES, "total"]) assert.ok(value(`krill_tick_seconds_count{phase="${phase}"}`) >= 10);
  assert.ok(value("krill_tick_cpu_seconds_sum") > 0);
  assert.ok(value("krill_cpu_seconds_total") > value("krill_tick_cpu_seconds_sum"));
  assert.ok(value("krill_ticks_total") >= 10);
  assert.equal(value("krill_clients"), 1);
  assert.equal(value("krill_players"), 6);
  assert.ok(value("krill_bodies") > 1000);
  assert.ok(value("krill_patches_total") >= 9);
  assert.ok(value("krill_patch_bytes_total") > value("krill_patches_total"));
  assert.ok(value('krill_event_loop_delay_seconds{quantile="0.99"}') >= 0);

  const create = await fetch(`${server.url}/matchmake/create/arena`, { method: "POST" });
  assert.equal(create.status, 403);
  const unknown = await fetch(`${server.url}/matchmake/joinOrCreate/nowhere`, { method: "POST" });
  assert.match((await unknown.json()).error, /nowhere/);
  const large = await fetch(`${server.url}/matchmake/joinOrCreate/arena`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "n".repeat(100_000) }),
  });
  assert.equal(large.status, 413);
  await player.leave();
  for (const line of server.log().trim().split("\n")) assert.equal(typeof JSON.parse(line).msg, "string");
});

const SEAT = {
  method: "POST",
  body: JSON.stringify({ version: PROTOCOL_VERSION }),
  headers: { "content-type": "application/json" },
};

test("joins from one address are limited, whatever it says of its address", async (t) => {
  // With a proxy, the address counts that the proxy has appended; without one, only that of the connection.
  for (const trust of ["false", "true"]) {
    const env = { KRILL_BOTS: "0", KRILL_JOINS_PER_MINUTE: "3", KRILL_TRUST_PROXY: trust };
    const server = await startServer({ env });
    t.after(() => server.stop());
    const ask = async (forwarded: string) => {
      const headers = { ...SEAT.headers, "x-forwarded-for": forwarded };
      return (await fetch(`${server.url}/matchmake/joinOrCreate/arena`, { ...SEAT, headers })).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push(await ask(`10.0.0.${i}, 203.0.113.9`));
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    assert.equal(await ask("10.0.0.1, 203.0.113.10"), trust === "true" ? 200 : 429);
  }
});

test("who asks wrongly takes no seat", async (t) => {
  const server = await startServer({ env: { KRILL_BOTS: "0" } });
  t.after(() => server.stop());
  for (let i = 0; i < 20; i++) {
    const answer = await fetch(`${server.url}/matchmake/joinOrCreate/arena`, { method: "POST" });
    assert.equal((await answer.json()).code, JoinStatus.badOptions);
  }
  const { rooms } = await (await fetch(`${server.url}/api/rooms`)).json();
  assert.deepEqual(
    rooms.map((room: { clients: number }) => room.clients),
    [0],
  );
});

test("a port in use is one clear line, and exit status 1", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const { port } = blocker.address() as { port: number };
  const { status, stderr } = await runToEnd({ env: { PORT: String(port) } });
  blocker.close();
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`^krill: PORT=${port} is in use .*\\n$`));
});

test("a wrong setting or an unknown one is one clear line that names it, and exit status 1", async () => {
  const wrong = await runToEnd({ env: { KRILL_BOTS: "many" } });
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /^krill: KRILL_BOTS=many cannot be used: .*number.*\n$/);
  assert.equal(wrong.stdout, "");
  const unknown = await runToEnd({ env: { KRILL_BOTZ: "3" } });
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /^krill: there is no setting KRILL_BOTZ; the settings are .*KRILL_BOTS.*\n$/);
});

test("an older Node says so and what to do", async () => {
  // Every Node that runs this test is new enough, so it is made to say that it is an old one.
  const pretend = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.11.0" } });';
  const { status, stderr } = await runToEnd({ before: `data:text/javascript,${encodeURIComponent(pretend)}` });
  assert.equal(status, 1);
  assert.match(stderr, /^krill: Node 24 or later is needed, and this is Node 20\.11\.0\. Run `npm ci`.*\n$/);
});

test("a Redis that does not answer is one clear line, and exit status 1", async () => {
  const port = await freePort();
  const { status, stderr } = await runToEnd({ env: { REDIS_URL: `redis://:secret@127.0.0.1:${port}` } });
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`^krill: Redis at 127.0.0.1:${port} \\(REDIS_URL\\) has not answered .*\\n$`));
});

test("SIGTERM: not ready, clients closed with 4001, exit 0; a client that answers nothing does not hold it up", async () => {
  const server = await startServer({ env: { KRILL_BOTS: "3" } });
  const [player, raw, silent] = await Promise.all([
    joinArena(server.url, "player"),
    joinRaw(server.url, "arena"),
    joinRaw(server.url, "arena"),
  ]);
  silent.socket.pause();
  const left = new Promise<number>((resolve) => player.room.onLeave(resolve));
  const status = server.stop();
  assert.equal(await left, CloseCode.serverShutdown);
  assert.equal(await raw.closed, CloseCode.serverShutdown);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  assert.equal((await fetch(`${server.url}/matchmake/joinOrCreate/arena`, SEAT)).status, 503);
  assert.equal(await status, 0);
  await server.untilLogged(/"msg":"stopping"/);
  await server.untilLogged(/"msg":"stopped"/);
});

test("a Redis that is lost and comes back does not disturb the room", async (t) => {
  if (!hasRedis(t)) return;
  const port = await freePort();
  let redis = await startRedis(port);
  t.after(() => redis.stop());
  const server = await startServer({ env: { REDIS_URL: redis.url, KRILL_BOTS: "3", KRILL_LEFT_CELLS_SECONDS: "0" } });
  t.after(() => server.stop());
  const [player, leaver] = [await joinArena(server.url, "player"), await joinArena(server.url, "leaver")];
  await redis.stop();
  void leaver.leave();
  // ioredis would give up its calls after 20 attempts, some 10 s.
  const end = player.room.state.tick + 12 * TICK_RATE;
  await player.until("ticks went on without Redis", () => player.room.state.tick >= end);
  assert.equal(player.room.state.players.has(leaver.room.sessionId), false);
  redis = await startRedis(port);
  const newcomer = await joinArena(server.url, "newcomer");
  assert.equal(newcomer.room.roomId, player.room.roomId);
  assert.equal(firstGap(player.ticks), undefined);
  await Promise.all([player.leave(), newcomer.leave()]);
});

test("with Redis, a client finds through one process the room of another", async (t) => {
  if (!hasRedis(t)) return;
  const redis = await startRedis(await freePort());
  t.after(() => redis.stop());
  const token = "a-token-of-the-tests";
  const env = { REDIS_URL: redis.url, KRILL_BOTS: "0", KRILL_ADMIN_TOKEN: token };
  const first = await startServer({ env: { ...env, KRILL_MAX_CLIENTS: "1", ...(await fixedAddress()) } });
  t.after(() => first.stop());
  const second = await startServer({ env: { ...env, KRILL_MAX_CLIENTS: "1", ...(await fixedAddress()) } });
  t.after(() => second.stop());

  const players = [await joinArena(second.url, "one"), await joinArena(second.url, "two")];
  const rooms = new Set(players.map((player) => player.room.roomId));
  assert.equal(rooms.size, 2);
  for (const url of [first.url, second.url]) {
    const listed = (await (await fetch(`${url}/api/rooms`)).json()).rooms.map(
      (room: { roomId: string }) => room.roomId,
    );
    assert.deepEqual(new Set(listed), rooms);
  }
  // Its bodies are told by its own process alone; the other one says where that is.
  for (const { room } of players) {
    const answers = await Promise.all(
      [first, second].map(async ({ url }) => {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${url}/api/rooms/${room.roomId}/query?shape=nearest&x=1&y=1`, { headers });
        return { status: answer.status, error: (await answer.json()).error };
      }),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    const there = answers[0].status === 200 ? first : second;
    const elsewhere = answers.find(({ status }) => status === 404);
    assert.match(elsewhere?.error, new RegExp(`another process.* at 127.0.0.1:${there.port}$`));
  }
  const clientsOf = async (url: string) =>
    /^krill_clients (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  assert.deepEqual([await clientsOf(first.url), await clientsOf(second.url)], ["1", "1"]);
  await Promise.all(players.map((player) => player.leave()));
});

test("with Redis, a join token lets in one client, through whichever process, into the room of whichever", async (t) => {
  if (!hasRedis(t)) return;
  const redis = await startRedis(await freePort());
  t.after(() => redis.stop());
  const secret = "a-secret-of-the-tests-for-join-tokens";
  const env = { REDIS_URL: redis.url, KRILL_BOTS: "0", KRILL_JOIN_SECRET: secret, KRILL_JOINS_PER_MINUTE: "1000000" };
  const servers = await Promise.all(
    [await fixedAddress(), await fixedAddress()].map((address) => startServer({ env: { ...env, ...address } })),
  );
  t.after(() => Promise.all(servers.map((server) => server.stop())));
  const [first, second] = servers;
  let made = 0;
  const makeToken = () =>
    new SignJWT({ jti: `${made++}` })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1 minute")
      .sign(new TextEncoder().encode(secret));
  /** A room in each process: asked for where it is not. */
  const { rooms } = await (await fetch(`${first.url}/api/rooms`)).json();
  assert.equal(rooms.length, 2);
  const ask = async (server: ServerProcess, token: string, roomId: string, version: number = PROTOCOL_VERSION) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const body = JSON.stringify({ version });
    return await fetch(`${server.url}/matchmake/joinById/${roomId}`, { method: "POST", headers, body });
  };
  const statusAt = async (server: ServerProcess, token: string, roomId: string) =>
    (await ask(server, token, roomId)).status;
  const open = (seat: Seat & { publicAddress: string }) => openSeat(`http://${seat.publicAddress}`, seat);

  for (const { roomId } of rooms) {
    const token = await makeToken();
    assert.equal(await statusAt(first, token, "nowhere"), JoinStatus.noSuchRoom);
    // Turned away by the room.
    const outdated = await (await ask(second, token, roomId, PROTOCOL_VERSION - 1)).json();
    assert.equal((await once(open(outdated), "close"))[0], CloseCode.versionMismatch);
    // Nobody comes for it.
    assert.equal(await statusAt(first, token, roomId), 200);
    const held = [await statusAt(first, token, roomId), await statusAt(second, token, roomId)];
    assert.deepEqual(held, [JoinStatus.tokenHeld, JoinStatus.tokenHeld]);
    let answer = await ask(second, token, roomId);
    while (answer.status === JoinStatus.tokenHeld) answer = await ask(second, token, roomId);
    const inside = open(await answer.json());
    await tokenOf(inside);
    const used = [await statusAt(first, token, roomId), await statusAt(second, token, roomId)];
    assert.deepEqual(used, [JoinStatus.badToken, JoinStatus.badToken]);
    inside.terminate();
  }

  // Its bearer has to go since the process of its room stops.
  const token = await makeToken();
  const seat = await (await ask(first, token, rooms[0].roomId)).json();
  await tokenOf(open(seat));
  const isFirst = seat.publicAddress.endsWith(`:${first.port}`);
  const [stopping, staying] = isFirst ? [first, second] : [second, first];
  assert.equal(await statusAt(staying, token, rooms[1].roomId), JoinStatus.badToken);
  assert.equal(await stopping.stop(), 0);
  assert.equal(await statusAt(staying, token, rooms[1].roomId), 200);
});

test("a Redis that does not answer holds one who brings a join token for ten seconds; the token is still good then", async (t) => {
  if (!hasRedis(t)) return;
  const port = await freePort();
  const redis = await startRedis(port);
  t.after(() => redis.stop());
  const relay = await openRelay(port);
  t.after(() => relay.close());
  const secret = "a-secret-of-the-tests-for-join-tokens";
  const env = { REDIS_URL: relay.url.replace("http", "redis"), KRILL_BOTS: "0", KRILL_JOIN_SECRET: secret };
  const server = await startServer({ env: { ...env, KRILL_JOINS_PER_MINUTE: "1000000" } });
  t.after(() => server.stop());
  const token = await new SignJWT({ jti: "one", exp: Math.floor(Date.now() / 1000) + 300 })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
  const headers = { ...SEAT.headers, authorization: `Bearer ${token}` };
  const ask = () => fetch(`${server.url}/matchmake/joinOrCreate/arena`, { ...SEAT, headers });

  const seat = (await (await ask()).json()) as Seat;
  relay.pause();
  const [code, reason] = await once(openSeat(server.url, seat), "close");
  assert.equal(code, CloseCode.tokenUnchecked);
  assert.match(String(reason), /could not be looked at in time; try again/);
  relay.resume();
  let answer = await ask();
  // Until Redis has taken back what it has said too late.
  while (answer.status !== 200) {
    assert.ok(([JoinStatus.tokenHeld, JoinStatus.badToken] as number[]).includes(answer.status));
    answer = await ask();
  }
  const inside = openSeat(server.url, (await answer.json()) as Seat);
  await tokenOf(inside);
  assert.equal((await ask()).status, JoinStatus.badToken);
  inside.terminate();
});

test("with Redis, who asks to come back to a room whose process is dead is refused, and its token is not in the log", async (t) => {
  if (!hasRedis(t)) return;
  const redis = await startRedis(await freePort());
  t.after(() => redis.stop());
  const env = { REDIS_URL: redis.url, KRILL_BOTS: "0" };
  const servers = await Promise.all(
    [await fixedAddress(), await fixedAddress()].map((address) => startServer({ env: { ...env, ...address } })),
  );
  let living = servers;
  t.after(() => Promise.all(living.map((server) => server.stop())));
  const answer = await fetch(`${servers[0].url}/matchmake/joinOrCreate/arena`, SEAT);
  const seat = (await answer.json()) as Seat & { publicAddress: string };
  const socket = openSeat(`http://${seat.publicAddress}`, seat);
  const token = await tokenOf(socket);
  socket.on("error", () => {});
  const isFirst = seat.publicAddress.endsWith(`:${servers[0].port}`);
  const [dead, alive] = isFirst ? servers : servers.toReversed();
  const comeBack = () =>
    fetch(`${alive.url}/matchmake/reconnect/${seat.roomId}`, {
      ...SEAT,
      body: JSON.stringify({ reconnectionToken: token }),
    });
  await dead.kill();
  living = [alive];
  const refusal = await comeBack();
  assert.equal(refusal.status, 500);
  assert.match((await refusal.json()).error, /^the server could not do this, for a fault of its own; try again later$/);
  const line = await alive.untilLogged(/a join failed for a fault of the server/);
  assert.match(line, /the process of the room did not answer for one who wants to come back/);
  await alive.stop();
  assert.equal(alive.log().split("a join failed for a fault of the server").length, 2);
  assert.ok(!alive.log().includes(token), "the log holds the token");
});

test("with Redis, a process that may make no more rooms says so through another one", async (t) => {
  if (!hasRedis(t)) return;
  const redis = await startRedis(await freePort());
  t.after(() => redis.stop());
  const env = { REDIS_URL: redis.url, KRILL_BOTS: "0", KRILL_MAX_ROOMS: "1", KRILL_MAX_CLIENTS: "1" };
  const servers = await Promise.all(
    [await fixedAddress(), await fixedAddress()].map((address) => startServer({ env: { ...env, ...address } })),
  );
  t.after(() => Promise.all(servers.map((server) => server.stop())));
  for (let i = 0; i < 10; i++) {
    const answer = await fetch(`${servers[i % 2].url}/matchmake/joinOrCreate/arena`, {
      ...SEAT,
      body: JSON.stringify({ version: PROTOCOL_VERSION, mode: "teams" }),
    });
    assert.equal(answer.status, JoinStatus.full);
    assert.match((await answer.json()).error, /no more than 1 rooms .*\(KRILL_MAX_ROOMS\); /);
  }
});
