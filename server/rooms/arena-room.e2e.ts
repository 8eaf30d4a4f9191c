/** Real SDK clients in a real room: they play, and what they hold is compared with the truth. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@colyseus/sdk";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { massOf, START_RADIUS } from "../../shared/formulas.ts";
import { MessageName } from "../../shared/message-names.ts";
import type { Refusal } from "../../shared/messages.ts";
import { BodyKind } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { firstGap, joinArena, type SeenBody, type TestPlayer } from "../testing/player.ts";
import { joinRaw, openSeat, reserveSeat } from "../testing/raw-client.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";
import { checkTruth } from "../testing/truth-check.ts";

const WORLD_SIZE = 10_000;
let server: ServerProcess;
before(async () => {
  server = await startServer({
    program: "server/testing/truth-server.ts",
    env: {
      KRILL_BOTS: "10",
      KRILL_WORLD_SIZE: String(WORLD_SIZE),
      KRILL_PELLETS: "2000",
      KRILL_LEFT_CELLS_SECONDS: "0",
    },
  });
});
after(async () => {
  await server.stop();
});

function nearest(bodies: Iterable<SeenBody>, to: SeenBody): SeenBody | undefined {
  let best: SeenBody | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const body of bodies) {
    const distance = Math.hypot(body.x - to.x, body.y - to.y);
    if (distance < bestDistance) [best, bestDistance] = [body, distance];
  }
  return best;
}

function massIn(player: TestPlayer): number {
  return player.cells().reduce((mass, cell) => mass + massOf(cell.radius), 0);
}

test("two clients: one eats a pellet and grows, sees the other come into view and go out of it", async (t) => {
  const arena = await startServer({ env: { KRILL_BOTS: "0", KRILL_WORLD_SIZE: "5000", KRILL_PELLETS: "500" } });
  t.after(() => arena.stop());
  const eater = await joinArena(arena.url, "eater");
  await eater.until("it lives", () => eater.cells().length === 1);
  const startMass = massIn(eater);
  assert.ok(Math.abs(startMass - massOf(START_RADIUS)) < 0.1);

  await eater.until("it has eaten a pellet", () => {
    const [cell] = eater.cells();
    const pellet = nearest(
      [...eater.bodies().values()].filter(({ kind }) => kind === BodyKind.pellet),
      cell,
    );
    if (pellet) eater.send({ x: pellet.x, y: pellet.y });
    return massIn(eater) > startMass + 0.9;
  });

  const other = await joinArena(arena.url, "other");
  await other.until("it lives", () => other.cells().length === 1);
  const otherNumber = () => eater.room.state.players.get(other.room.sessionId)?.number;
  const isInView = () =>
    [...eater.bodies().values()].some(({ kind, owner }) => kind === BodyKind.cell && owner === otherNumber());
  await other.until("the eater sees it", () => {
    // A little beside the eater, so as not to be its next meal.
    const [cell] = eater.cells();
    other.send({ x: cell.x + 500, y: cell.y });
    return isInView();
  });
  await other.until("the eater no longer sees it", () => {
    const [cell] = eater.cells();
    other.send({ x: cell.x < 2500 ? 5000 : 0, y: cell.y < 2500 ? 5000 : 0 });
    return !isInView();
  });
  assert.equal(eater.room.state.players.get(other.room.sessionId)?.name, "other");
  assert.equal(firstGap(eater.ticks), undefined);
  assert.equal(firstGap(other.ticks), undefined);
});

/** Compares what the player holds with the truth, `times` times. */
async function expectTruth(player: TestPlayer, times: number): Promise<void> {
  const check = checkTruth(player);
  await player.until(`${times} comparisons with the truth`, () => {
    check.verify();
    return check.compared >= times;
  });
  check.stop();
}

test("what a client holds is the truth, through play, death, respawn, and own cells outside the view", async () => {
  const player = await joinArena(server.url, "player", "truth");
  await player.until("it lives", () => player.cells().length === 1);
  player.send({ x: WORLD_SIZE / 2, y: WORLD_SIZE / 2 });
  await expectTruth(player, 40);

  // Split, then put one half where the view of the other cannot reach.
  player.room.send("grow", 100);
  await player.until("it has grown", () => player.cells()[0].radius > 90);
  player.send({ x: WORLD_SIZE / 2, y: WORLD_SIZE / 2, split: true });
  await player.until("it has split", () => player.cells().length === 2);
  player.room.send("place", [0, 200, 200]);
  player.room.send("place", [1, WORLD_SIZE - 200, WORLD_SIZE - 200]);
  player.send({ x: 200, y: 200 });
  await player.until("its cells are far apart", () => {
    const [first, second] = player.cells();
    return second !== undefined && Math.hypot(first.x - second.x, first.y - second.y) > 10_000;
  });
  await expectTruth(player, 10);
  assert.equal(player.cells().length, 2);

  // A giant eats it: it dies, sees the place where it died, and plays again.
  const giant = await joinArena(server.url, "giant", "truth");
  await giant.until("it lives", () => giant.cells().length === 1);
  giant.room.send("grow", 1200);
  await player.until("it was eaten", () => {
    for (const [index, cell] of player.cells().entries()) player.room.send("place", [index, cell.x, cell.y]);
    const [prey] = player.cells();
    if (prey) giant.room.send("place", [0, prey.x, prey.y]);
    return player.room.state.players.get(player.room.sessionId)?.alive === false;
  });
  await giant.leave();
  await expectTruth(player, 10);
  assert.equal(player.cells().length, 0);
  player.room.send(MessageName.respawn, { name: "again" });
  await player.until("it lives again", () => player.cells().length === 1);
  assert.equal(player.room.state.players.get(player.room.sessionId)?.name, "again");
  await expectTruth(player, 10);
  assert.equal(firstGap(player.ticks), undefined);
  await player.leave();
});

test("what a client holds is the truth through others' joining and leaving, and a lost connection", async () => {
  const player = await joinArena(server.url, "player", "truth");
  const others: TestPlayer[] = [];
  for (let i = 0; i < 3; i++) {
    others.push(await joinArena(server.url, `other ${i}`, "truth"));
    await expectTruth(player, 5);
  }
  const { sessionId } = player.room;
  const before = player.room.state.players.get(sessionId)?.number;
  const observer = others[0];
  let reconnected = 0;
  player.room.onReconnect(() => {
    reconnected++;
  });
  // Not a close handshake but an end without a word, as when a cable is pulled.
  (player.room.connection.transport as unknown as { ws: { close(code: number): void } }).ws.close(4010);
  await observer.until("the loss shows", () => observer.room.state.players.get(sessionId)?.connected === false);
  await others[1].leave();
  await player.until(
    "it is back",
    () => reconnected === 1 && player.room.state.players.get(sessionId)?.connected === true,
  );
  assert.equal(player.room.state.players.get(sessionId)?.number, before);
  await expectTruth(player, 10);
  await Promise.all([others[0], others[2]].map((other) => other.leave()));
  await player.until(
    "those who left are gone",
    () => player.room.state.players.get(others[2].room.sessionId) === undefined,
  );
  await expectTruth(player, 10);
  await player.leave();
});

test("speed depends on the cell, not on how many inputs arrive", async () => {
  const [calm, busy] = await Promise.all([
    joinArena(server.url, "calm", "truth"),
    joinArena(server.url, "busy", "truth"),
  ]);
  await calm.until("both live", () => calm.cells().length === 1 && busy.cells().length === 1);
  const target = ([cell]: SeenBody[]) => ({ x: cell.x < WORLD_SIZE / 2 ? WORLD_SIZE : 0, y: cell.y });
  const [calmTarget, busyTarget] = [target(calm.cells()), target(busy.cells())];
  calm.send(calmTarget);
  for (let i = 0; i < 30; i++) busy.send(busyTarget);
  await Promise.all([calm.at(calm.room.state.tick + 3), busy.at(busy.room.state.tick + 3)]);

  async function speed(player: TestPlayer, send: () => void): Promise<number> {
    const start = player.room.state.tick + 1;
    const [first] = (await player.at(start)).cells;
    for (let i = 0; i < 10; i++) send();
    const [last] = (await player.at(start + 10)).cells;
    // Both are as large as they began, but for a pellet on the way.
    return Math.hypot(last.x - first.x, last.y - first.y) * last.radius ** 0.4396754;
  }
  const calmSpeed = await speed(calm, () => {});
  const busySpeed = await speed(busy, () => busy.send(busyTarget));
  assert.ok(Math.abs(busySpeed / calmSpeed - 1) < 0.05, `${busySpeed} against ${calmSpeed}`);
  await Promise.all([calm.leave(), busy.leave()]);
});

test("a wrong message is answered by its field, its value's fault and what is allowed, and changes nothing", async () => {
  const player = await joinArena(server.url, "player", "truth");
  await player.until("it lives", () => player.cells().length === 1);
  const refusals: Refusal[] = [];
  player.room.onMessage(MessageName.refused, (refusal: Refusal) => refusals.push(refusal));
  player.room.send(MessageName.input, { x: Number.NaN, y: 0, split: false, eject: false });
  player.room.send(MessageName.input, { x: 0, y: 1e300, split: false, eject: false });
  player.room.send(MessageName.input, { x: 0, y: 0, split: "yes", eject: false });
  player.room.send(MessageName.input, null);
  player.room.send(MessageName.respawn, { name: "n".repeat(21) });
  await player.until("all were refused", () => refusals.length === 5);
  assert.deepEqual(
    refusals.map(({ message, field }) => `${message}.${field}`),
    ["input.x", "input.y", "input.split", "input.", "respawn.name"],
  );
  for (const { reason } of refusals) assert.notEqual(reason, "");
  await expectTruth(player, 5);
  await player.leave();
});

test("a client of another protocol version is closed with a code of its own", async () => {
  const options = { version: PROTOCOL_VERSION + 1, name: "old" };
  await assert.rejects(new Client(server.url).joinOrCreate("arena", options), { code: CloseCode.versionMismatch });
  const socket = openSeat(server.url, await reserveSeat(server.url, "arena", options));
  const [code, reason] = await new Promise<[number, Buffer]>((resolve) => {
    socket.on("close", (...close) => resolve(close));
  });
  assert.equal(code, CloseCode.versionMismatch);
  assert.match(
    reason.toString(),
    new RegExp(`version ${PROTOCOL_VERSION + 1} cannot join: ${PROTOCOL_VERSION} is needed`),
  );
});

test("wrong join options are refused by field", async () => {
  const join = (options: object) => new Client(server.url).joinOrCreate("arena", options);
  await assert.rejects(join({ version: PROTOCOL_VERSION, name: "n".repeat(21) }), {
    code: JoinStatus.badOptions,
    message: /name/,
  });
  await assert.rejects(join({ name: "no version" }), { code: JoinStatus.badOptions, message: /version/ });
});

test("a request is answered", async () => {
  const player = await joinArena(server.url, "player", "truth");
  await player.room.request(MessageName.respawn, {});
  await player.leave();
});

test("a client that never acknowledged its seat leaves no trace when it goes", async () => {
  const observer = await joinArena(server.url, "observer", "truth");
  const seat = await reserveSeat(server.url, "truth", { version: PROTOCOL_VERSION, name: "silent" });
  const socket = openSeat(server.url, seat);
  await observer.until("it shows", () => observer.room.state.players.has(seat.sessionId));
  socket.terminate();
  await observer.until("it is gone", () => !observer.room.state.players.has(seat.sessionId));
  const raw = await joinRaw(server.url, "truth");
  assert.ok(raw.state.players.size > 0);
  raw.socket.terminate();
  await observer.leave();
});
