/** Limits on clients in rooms: each refuses with its code, what it counts comes back on every way out, and others play on. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { type Client, ClientState, matchMaker, Protocol } from "@colyseus/core";
import pino from "pino";
import type { WebSocket } from "ws";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { ARENA_ROOM, SANDBOX_ROOM } from "../../shared/message-names.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";
import { figureOf, refusalsOf, untilFigure } from "../testing/figures.ts";
import { firstGap, joinArena, type TestPlayer } from "../testing/player.ts";
import { acknowledge, joinRaw, openSeat, type Seat, tokenOf } from "../testing/raw-client.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";
import { bufferedBytes } from "./slow-readers.ts";

const SEATS = "krill_limited_seats";
/** Ticks that the bystander must have seen after an attack before it counts as undisturbed. */
const TICKS_AFTER = 25;

/** A server, and one who plays there all the while and must see every tick. */
async function withBystander(
  t: TestContext,
  env: Record<string, string>,
  attack: (server: ServerProcess, bystander: TestPlayer) => Promise<void>,
): Promise<void> {
  const server = await startServer({ env: { KRILL_BOTS: "5", ...env } });
  t.after(() => server.stop());
  const bystander = await joinArena(server.url, "bystander");
  await attack(server, bystander);
  const end = bystander.room.state.tick + TICKS_AFTER;
  await bystander.until("the room went on", () => bystander.room.state.tick >= end);
  assert.equal(firstGap(bystander.ticks), undefined);
  await bystander.leave();
  await untilFigure(server.url, SEATS, (count) => count === 0);
}

/** Asks for a seat as from an address behind the proxy. */
async function askFrom(address: string, url: string, options: object = {}, room = "arena"): Promise<Response> {
  return await fetch(`${url}/matchmake/joinOrCreate/${room}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ version: PROTOCOL_VERSION, ...options }),
  });
}

async function seatFrom(address: string, url: string, options: object = {}, room = "arena"): Promise<Seat> {
  const answer = await askFrom(address, url, options, room);
  assert.equal(answer.status, 200);
  return (await answer.json()) as Seat;
}

async function take(socket: WebSocket): Promise<void> {
  await tokenOf(socket);
  await acknowledge(socket);
}

/** A server in this process, whose rooms a test can reach, and what it has logged. */
async function startHere(t: TestContext, env: Record<string, string>) {
  const lines: string[] = [];
  const config = readConfig({
    PORT: "0",
    KRILL_HOST: "127.0.0.1",
    KRILL_BOTS: "0",
    // Colyseus' timer for a seat that is kept would outlast the server, and keep the process.
    KRILL_RECONNECTION_SECONDS: "0",
    ...env,
  });
  const app = await createApp(config, pino({}, { write: (line) => lines.push(line) }));
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  t.after(close);
  const url = `http://127.0.0.1:${await app.listen()}`;
  return { url, config, close, linesOf: (words: string) => lines.filter((line) => line.includes(words)) };
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = await once(socket, "close");
  return code as number;
}

test("an address has so many seats and no more; each comes back, whichever way it ends", async (t) => {
  const env = { KRILL_PLAYERS_PER_ADDRESS: "2", KRILL_TRUST_PROXY: "true", KRILL_RECONNECTION_SECONDS: "1" };
  await withBystander(t, env, async ({ url }) => {
    const refused = async (address: string) => {
      const answer = await askFrom(address, url);
      assert.equal(answer.status, JoinStatus.tooMany);
      assert.match((await answer.json()).error, /all 2 seats .*KRILL_PLAYERS_PER_ADDRESS.*leave one/);
    };
    const back = (seats: number) => untilFigure(url, SEATS, (count) => count === 1 + seats);

    // Leaving; addresses of one network are one.
    const near = [await seatFrom("2001:db8::1", url), await seatFrom("2001:db8::2", url)];
    const [first, second] = near.map((seat) => openSeat(url, seat));
    await Promise.all([take(first), take(second)]);
    await refused("2001:db8::3");
    assert.equal((await askFrom("2001:db8::3", url, { name: 7 })).status, JoinStatus.tooMany);
    for (const socket of [first, second]) {
      socket.send(Uint8Array.of(Protocol.LEAVE_ROOM));
      assert.equal(await closeCode(socket), CloseCode.left);
    }
    await back(0);

    // Asking wrongly, and for what there is not.
    for (let i = 0; i < 3; i++) {
      assert.equal((await askFrom("203.0.113.1", url, { mode: "chess" })).status, JoinStatus.badOptions);
      assert.equal((await askFrom("203.0.113.1", url, {}, "nowhere")).status, 520);
    }
    await back(0);

    // A join that fails in the room.
    const outdated = openSeat(url, await seatFrom("203.0.113.2", url, { version: PROTOCOL_VERSION - 1 }));
    assert.equal(await closeCode(outdated), CloseCode.versionMismatch);
    await back(0);

    // A sandbox, which goes when its last client does.
    const alone = openSeat(url, await seatFrom("203.0.113.3", url, { own: "mine" }, "sandbox"));
    await tokenOf(alone);
    await back(1);
    alone.close();
    await back(0);

    // A lost connection keeps its seat for a while; a seat that is never acknowledged, and one that nobody comes for.
    const lost = openSeat(url, await seatFrom("203.0.113.4", url));
    await take(lost);
    lost.terminate();
    const silent = openSeat(url, await seatFrom("203.0.113.5", url));
    await seatFrom("203.0.113.6", url);
    await back(3);
    assert.equal(await closeCode(silent), CloseCode.neverJoined);
    await back(0);
    assert.ok((await refusalsOf(url, "players_per_address")) >= 2);
    // The bystander's own.
    assert.equal(await figureOf(url, SEATS), 1);
  });
});

test("a client that comes back keeps its one seat", async (t) => {
  const env = { KRILL_PLAYERS_PER_ADDRESS: "1", KRILL_TRUST_PROXY: "true" };
  await withBystander(t, env, async ({ url }) => {
    const seat = await seatFrom("203.0.113.1", url);
    let socket = openSeat(url, seat);
    for (let i = 0; i < 5; i++) {
      const token = await tokenOf(socket);
      await acknowledge(socket);
      socket.terminate();
      socket = openSeat(url, seat, token);
    }
    await take(socket);
    assert.equal(await figureOf(url, SEATS), 2);
    assert.equal((await askFrom("203.0.113.1", url)).status, JoinStatus.tooMany);
    socket.send(Uint8Array.of(Protocol.LEAVE_ROOM));
    await closeCode(socket);
    assert.equal((await askFrom("203.0.113.1", url)).status, 200);
    await untilFigure(url, SEATS, (count) => count === 1);
  });
});

test("more messages in a second than may be end with a code of their own, for that client alone", async (t) => {
  await withBystander(
    t,
    { KRILL_MESSAGES_PER_SECOND: "50", KRILL_RECONNECTION_SECONDS: "0" },
    async ({ url, untilLogged }) => {
      const flooder = await joinRaw(url, "arena");
      const closed = once(flooder.socket, "close");
      for (let i = 0; i < 500; i++) flooder.socket.send(Uint8Array.of(Protocol.PING));
      const [code, reason] = (await closed) as [number, Buffer];
      assert.equal(code, CloseCode.overLimit);
      assert.match(String(reason), /more than 50 messages in a second \(KRILL_MESSAGES_PER_SECOND\); send fewer/);
      assert.equal(await refusalsOf(url, "messages_per_second"), 1);
      await untilLogged(/"limit":"messages_per_second","address":"127.0.0.1"/);
    },
  );
});

test("more bytes in a second than may be end with a code; who does not close is cut off", async (t) => {
  await withBystander(
    t,
    { KRILL_BYTES_PER_SECOND: "4096", KRILL_RECONNECTION_SECONDS: "0" },
    async ({ url, untilLogged }) => {
      const [flooder, deaf] = [await joinRaw(url, "arena"), await joinRaw(url, "arena")];
      const closed = once(flooder.socket, "close");
      deaf.socket.pause();
      for (const { socket } of [flooder, deaf]) {
        for (let i = 0; i < 5; i++) socket.send(new Uint8Array(1000).fill(Protocol.PING, 0, 1));
      }
      const [code, reason] = (await closed) as [number, Buffer];
      assert.equal(code, CloseCode.overLimit);
      assert.match(String(reason), /more than 4096 bytes in a second \(KRILL_BYTES_PER_SECOND\); send less/);
      await untilFigure(url, SEATS, (count) => count === 1);
      assert.equal(await refusalsOf(url, "bytes_per_second"), 2);
      await untilLogged(/"limit":"bytes_per_second"/);
      deaf.socket.terminate();
    },
  );
});

test("a room too many is refused with the limit, and counted", async (t) => {
  await withBystander(t, { KRILL_MAX_ROOMS: "1", KRILL_PLAYERS_PER_ADDRESS: "3" }, async ({ url }) => {
    for (let i = 0; i < 5; i++) {
      const answer = await askFrom("", url, { mode: "teams" });
      assert.equal(answer.status, JoinStatus.full);
      assert.match((await answer.json()).error, /no more than 1 rooms may be open here \(KRILL_MAX_ROOMS\); try again/);
    }
    assert.equal(await refusalsOf(url, "rooms"), 5);
    assert.equal(await figureOf(url, SEATS), 1);
  });
});

/** One who has taken a seat, and then reads no more; with the server's end of its line. */
async function joinAndPause(url: string, name: string): Promise<{ socket: WebSocket; client: Client }> {
  const socket = openSeat(url, await seatFrom("", url, {}, name));
  await tokenOf(socket);
  socket.send(Uint8Array.of(Protocol.JOIN_ROOM));
  await once(socket, "message");
  socket.pause();
  const [{ roomId }] = await matchMaker.query({ name });
  const [client] = matchMaker.getLocalRoomById(roomId).clients;
  return { socket, client };
}

/** Writes until more waits than the system's own buffers take, the first megabytes. */
function ballast({ ref }: Client, isEnough: () => boolean): void {
  while (!isEnough()) (ref as unknown as WebSocket).send(new Uint8Array(20_000));
}

const SLOW_READERS = 'krill_limit_refusals_total{limit="buffered_bytes"}';

for (const name of [ARENA_ROOM, SANDBOX_ROOM]) {
  test(`${name}: one for whom more waits than may is closed with a code, counted, and logged once`, async (t) => {
    const { url, config, close, linesOf } = await startHere(t, { KRILL_BUFFERED_BYTES: "65536" });
    const { socket, client } = await joinAndPause(url, name);
    const closed = once(socket, "close");
    ballast(client, () => bufferedBytes(client) >= config.bufferedBytes);
    await untilFigure(url, SLOW_READERS, (count) => count === 1);
    socket.resume();
    const [code, reason] = (await closed) as [number, Buffer];
    assert.equal(code, CloseCode.slowReader);
    assert.match(String(reason), /slowly .*\(KRILL_BUFFERED_BYTES\); /);
    assert.equal(await figureOf(url, "krill_buffered_bytes"), 0);
    await close();
    const [line, ...others] = linesOf("buffered");
    assert.match(line, /"limit":"buffered_bytes","session":"[^"]+","reason":"buffer","buffered":\d+,"refusals":1/);
    assert.deepEqual(others, []);
  });
}

test("one that answers no ping while bytes wait for it is a slow reader too: counted, and logged once", async (t) => {
  const { url, close, linesOf } = await startHere(t, {});
  const { socket, client } = await joinAndPause(url, ARENA_ROOM);
  const closed = once(socket, "close");
  // So the room leaves it alone.
  client.state = ClientState.LEAVING;
  ballast(client, () => bufferedBytes(client) > 0);
  await untilFigure(url, SLOW_READERS, (count) => count === 1);
  // And now finds, while it is being closed, what there is to find.
  client.state = ClientState.JOINED;
  ballast(client, () => bufferedBytes(client) > 2_000_000);
  const ticks = await figureOf(url, "krill_ticks_total");
  await untilFigure(url, "krill_ticks_total", (count) => count > ticks + 5);
  socket.resume();
  assert.equal((await closed)[0], CloseCode.slowReader);
  assert.equal(await figureOf(url, SLOW_READERS), 1);
  await close();
  const [line, ...others] = linesOf("buffered");
  assert.match(line, /"limit":"buffered_bytes","address":"127.0.0.1","reason":"ping","buffered":\d+,"refusals":1/);
  assert.deepEqual(others, []);
});

test("all seats of a room that ends come back; one that came past matchmaking is counted when its client comes", async () => {
  const config = readConfig({ PORT: "0", KRILL_HOST: "127.0.0.1", KRILL_BOTS: "0", KRILL_PLAYERS_PER_ADDRESS: "4" });
  const app = await createApp(config, createLogger("silent"));
  try {
    const url = `http://127.0.0.1:${await app.listen()}`;
    const teams = { mode: "teams", version: PROTOCOL_VERSION };
    const seats: Seat[] = [];
    for (let i = 0; i < 4; i++) seats.push(await seatFrom("", url, teams));
    const [joined, lost, unacknowledged] = seats.map((seat) => openSeat(url, seat));
    await Promise.all([take(joined), take(lost), tokenOf(unacknowledged)]);

    // As from another process, which has not counted it here.
    const foreign = (await matchMaker.joinOrCreate("arena", teams)) as Seat;
    const turnedAway = openSeat(url, foreign);
    assert.equal(await closeCode(turnedAway), CloseCode.tooManyPlayers);
    assert.equal(await figureOf(url, SEATS), 4);

    lost.terminate();
    await matchMaker.getLocalRoomById(seats[0].roomId)?.disconnect();
    await untilFigure(url, SEATS, (count) => count === 0);
    assert.equal(await figureOf(url, "krill_rooms"), 1);
  } finally {
    await app.close();
  }
});
