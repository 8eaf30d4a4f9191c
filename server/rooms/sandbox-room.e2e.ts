/** Real SDK clients in a real sandbox: they switch algorithms, look into the room, and are refused what is not allowed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, type Room } from "@colyseus/sdk";
import { JoinStatus } from "../../shared/close-codes.ts";
import { type BodyExplanation, INSPECTION_TICKS, type Inspection, InspectionName } from "../../shared/inspection.ts";
import { MessageName, SANDBOX_ROOM } from "../../shared/message-names.ts";
import type { Refusal } from "../../shared/messages.ts";
import { PHASES } from "../../shared/phases.ts";
import { BROAD_PHASES, SANDBOX_SIZE, SandboxMessage, SandboxState } from "../../shared/sandbox.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

const TOKEN = "a-token-for-the-tests";
const PATIENCE = 20_000;

let server: ServerProcess;
before(async () => {
  server = await startServer({
    program: "server/testing/guarded-sandbox.ts",
    env: { KRILL_BOTS: "0", KRILL_ADMIN_TOKEN: TOKEN },
  });
});
after(async () => {
  await server.stop();
});

type Sandbox = Room<unknown, SandboxState>;
let owners = 0;

async function joinSandbox(name = SANDBOX_ROOM): Promise<Sandbox> {
  const options = { version: PROTOCOL_VERSION, own: `test ${owners++}` };
  const room = await new Client(server.url).joinOrCreate(name, options, SandboxState);
  if (room.state.tick === 0) await new Promise<void>((resolve) => room.onStateChange.once(() => resolve()));
  return room;
}

/** The first of the messages of a type that satisfies `wanted`. */
function next<T>(room: Sandbox, type: string, wanted: (message: T) => boolean = () => true): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no "${type}" that was waited for`)), PATIENCE);
    const stop = room.onMessage(type, (message: T) => {
      if (!wanted(message)) return;
      clearTimeout(timer);
      stop();
      resolve(message);
    });
  });
}

function look(room: Sandbox, wanted?: (inspection: Inspection) => boolean): Promise<Inspection> {
  return next(room, InspectionName.inspection, wanted);
}

/** Asks, and gives the refusal. */
function refusalOf(room: Sandbox, type: string, message: unknown): Promise<Refusal> {
  const refusal = next<Refusal>(room, MessageName.refused);
  room.send(type, message);
  return refusal;
}

test("each algorithm takes over while the balls move on, and what it did is told", async () => {
  const room = await joinSandbox();
  room.send(InspectionName.inspect, { on: true });
  room.send(SandboxMessage.set, { count: 300 });
  for (const algorithm of BROAD_PHASES) {
    room.send(SandboxMessage.set, { algorithm });
    const { counters, bodies, ticks, keys, x, y, regionSizes, regionKeys } = await look(
      room,
      ({ ticks, ...told }) =>
        told.algorithm === algorithm && ticks.bodies[0] === 300 && ticks.tick.length === INSPECTION_TICKS,
    );
    assert.equal(bodies, 300);
    assert.equal(keys.length, 300);
    for (const place of [...x, ...y]) assert.ok(place >= 0 && place <= SANDBOX_SIZE);
    assert.equal(
      regionSizes.reduce((sum, size) => sum + size, 0),
      regionKeys.length,
    );
    assert.ok(regionKeys.every((key) => keys.includes(key)));
    assert.ok(counters.contacts <= counters.pairs);
    if (algorithm === "brute-force") assert.equal(counters.boxTests, (300 * 299) / 2);
    assert.ok(counters.pairs <= counters.boxTests + counters.swaps || algorithm === "incremental-sap");
    assert.deepEqual([...new Set(ticks.bodies)], [300]);
    assert.equal(ticks.phases.length, INSPECTION_TICKS * PHASES.length);
    assert.ok(ticks.bytes.every((bytes) => bytes > 0));
    assert.equal(room.state.algorithm, algorithm);
  }
  await room.leave();
});

test("what one sees is in the state, why is told, and looking elsewhere changes both", async () => {
  const room = await joinSandbox();
  room.send(InspectionName.inspect, { on: true });
  room.send(SandboxMessage.set, { speed: 0 });
  room.send(SandboxMessage.look, { x: 300, y: 400 });
  const { areas, keys, x, y, leaveMargin } = await look(room, ({ areas: [[x]] }) => x === 300);
  assert.deepEqual(areas, [[300, 400, 700, 500]]);
  assert.ok(leaveMargin > 0);
  const inside = keys.find((_, i) => Math.abs(x[i] - 300) < 300 && Math.abs(y[i] - 400) < 200) as number;
  const outside = keys.find((_, i) => x[i] > 1500 && y[i] > 1500) as number;
  const ask = (key: number) => {
    const answer = next<BodyExplanation>(room, InspectionName.explanation, (each) => each.key === key);
    room.send(InspectionName.explain, { key });
    return answer;
  };
  assert.equal((await ask(inside)).reason, "in an area");
  assert.ok(room.state.balls.has(String(inside)));
  assert.equal((await ask(outside)).reason, "outside the areas");
  assert.ok(!room.state.balls.has(String(outside)));
  // The last one that was asked about is explained in each inspection from then on.
  room.send(SandboxMessage.look, { x: 1700, y: 1700 });
  const later = await look(room, ({ explanation }) => explanation?.seen === true);
  assert.deepEqual([later.explanation?.key, later.explanation?.reason], [outside, "in an area"]);
  await room.leave();
});

test("nobody is told unasked, and then it costs nothing; whoever asks may end it", async () => {
  const room = await joinSandbox("guarded");
  const cost = () => {
    const answer = next<{ inspections: number; isOn: boolean; bytes: number }>(room, "cost");
    room.send("cost");
    return answer;
  };
  const ticks = async (count: number) => {
    const end = room.state.tick + count;
    while (room.state.tick < end) await new Promise<void>((resolve) => room.onStateChange.once(() => resolve()));
  };
  await ticks(3 * INSPECTION_TICKS);
  assert.deepEqual(await cost(), { inspections: 0, isOn: false, bytes: 0 });

  room.send(InspectionName.inspect, { on: true, token: TOKEN });
  await look(room);
  assert.ok((await cost()).inspections > 0);

  room.send(InspectionName.inspect, { on: false });
  const { inspections, isOn } = await cost();
  assert.equal(isOn, false);
  let told = 0;
  room.onMessage(InspectionName.inspection, () => told++);
  await ticks(3 * INSPECTION_TICKS);
  assert.equal((await cost()).inspections, inspections);
  assert.equal(told, 0);
  await room.leave();
});

test("only an admin may look into a guarded room, and is told so", async () => {
  const room = await joinSandbox("guarded");
  let told = 0;
  const stop = room.onMessage(InspectionName.inspection, () => told++);
  for (const [token, words] of [
    [undefined, /give the admin token/],
    ["a guess", /not the admin token/],
    [`${TOKEN}!`, /not the admin token/],
  ] as const) {
    const { message, field, reason } = await refusalOf(room, InspectionName.inspect, { on: true, token });
    assert.deepEqual([message, field], [InspectionName.inspect, "token"]);
    assert.match(reason, words);
  }
  assert.match((await refusalOf(room, InspectionName.explain, { key: 1 })).reason, /only one who looks may ask/);
  assert.equal(told, 0);
  stop();
  room.send(InspectionName.inspect, { on: true, token: TOKEN });
  await look(room);
  await room.leave();
});

test("what is wrong is refused by field, value and what is allowed, and changes nothing", async () => {
  const room = await joinSandbox();
  const cases: [message: unknown, field: string, reason: RegExp][] = [
    [{ algorithm: "bubble" }, "algorithm", /"bubble" is not allowed: give one of quadtree-sap, brute-force/],
    [{ scene: 7 }, "scene", /7 is not allowed: give one of even/],
    [{ count: 1e9 }, "count", /1000000000 is not allowed: give a whole number from 2 to 4000/],
    [{ count: 10.5 }, "count", /10.5 is not allowed/],
    [{ count: "many" }, "count", /"many" is not allowed/],
    [{ size: -1 }, "size", /-1 is not allowed: give a number from 2 to 40 u/],
    [{ speed: Number.NaN }, "speed", /NaN is not allowed: give a number from 0 to 30 u per tick/],
    [{ speed: Number.POSITIVE_INFINITY }, "speed", /Infinity is not allowed/],
    [{ colour: "red" }, "colour", /there is no such setting/],
    [{ count: 500, speed: 99 }, "speed", /99 is not allowed/],
    [null, "", /./],
  ];
  for (const [message, field, reason] of cases) {
    const refusal = await refusalOf(room, SandboxMessage.set, message);
    assert.deepEqual([refusal.message, refusal.field], [SandboxMessage.set, field]);
    assert.match(refusal.reason, reason);
  }
  assert.equal((await refusalOf(room, SandboxMessage.look, { x: 0, y: -5 })).field, "y");
  assert.equal((await refusalOf(room, InspectionName.inspect, { on: 1 })).field, "on");
  assert.match((await refusalOf(room, "dance", {})).reason, /no such message/);
  const { algorithm, scene, count, size, speed } = room.state;
  assert.deepEqual(
    { algorithm, scene, count, size, speed },
    {
      algorithm: "quadtree-sap",
      scene: "even",
      count: 1000,
      size: 8,
      speed: 4,
    },
  );
  await room.leave();
});

test("own sandboxes up to a limit; then one is told to share; another version is turned away", async () => {
  const client = new Client(server.url);
  await assert.rejects(client.joinOrCreate(SANDBOX_ROOM, { version: -1 }), {
    code: JoinStatus.badOptions,
    message: /reload the page/,
  });
  const rooms: Sandbox[] = [];
  let refusal: { code: number; message: string } | undefined;
  while (!refusal && rooms.length < 100) {
    await joinSandbox().then(
      (room) => rooms.push(room),
      (error) => {
        refusal = error;
      },
    );
  }
  assert.equal(refusal?.code, JoinStatus.unavailable);
  assert.match(refusal?.message ?? "", /share one/);
  assert.equal(new Set(rooms.map(({ roomId }) => roomId)).size, rooms.length);
  const shared = await client.join(SANDBOX_ROOM, { version: PROTOCOL_VERSION }, SandboxState);
  assert.ok(rooms.some(({ roomId }) => roomId === shared.roomId));
  await Promise.all([shared, ...rooms].map((room) => room.leave()));
  // The rooms that are gone make place for others.
  await (await joinSandbox()).leave();
});
