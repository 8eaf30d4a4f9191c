import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BodySerializer } from "./body-serializer.ts";
import { type Copying, createTestRoom, TestBody, TestPlayer, type TestRoom, TestState } from "./testing/test-room.ts";

// What the stock decoder cannot make sense of, it only logs.
beforeEach(() => {
  for (const method of ["warn", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => {
      throw new Error(`the decoder complains: ${args.join(" ")}`);
    });
  }
});
afterEach(() => vi.restoreAllMocks());

const WORLD = 1000;
const SLOW = { softLimit: 300, hardLimit: 4_000, patience: 40 };

const coordinate = fc.integer({ min: 0, max: WORLD });
const values = fc.record({
  x: coordinate,
  far: fc.oneof(fc.constant(0), fc.float({ noNaN: true, noDefaultInfinity: true })),
  exact: fc.oneof(fc.constant(0), fc.double({ noNaN: true, noDefaultInfinity: true })),
  isBig: fc.boolean(),
  small: fc.integer({ min: -128, max: 127 }),
  deep: fc.oneof(fc.nat(3), fc.integer()),
  angle: fc.double({ min: -10, max: 10, noNaN: true }),
  owner: fc.nat(3),
  team: fc.nat(2),
  secret: fc.integer({ min: 0, max: 0xffff_ffff }),
  plan: fc.integer({ min: -100, max: 100 }),
});
/** Some fields alone, so that blocks differ. */
const change = values.chain((all) =>
  fc.subarray(Object.entries(all), { minLength: 1 }).map((some) => Object.fromEntries(some) as Partial<typeof all>),
);
const pick = fc.nat();
const audience = fc.record({ owner: fc.nat(3), team: fc.nat(2) });
const of = <T extends string, R extends object>(
  weight: number,
  type: T,
  fields: { [K in keyof R]: fc.Arbitrary<R[K]> },
) => ({
  weight,
  arbitrary: fc.record({ type: fc.constant(type), ...fields }) as unknown as fc.Arbitrary<{ type: T } & R>,
});
const action = fc.oneof(
  of<"spawn", { pick: number; values: { x: number } }>(7, "spawn", { pick, values }),
  of<"kill", { pick: number }>(3, "kill", { pick }),
  of<"replace", { pick: number; values: { x: number } }>(2, "replace", { pick, values }),
  of<"change", { pick: number; values: { x?: number } }>(7, "change", { pick, values: change }),
  of<"look", { pick: number; at: number; size: number }>(3, "look", { pick, at: coordinate, size: coordinate }),
  of<"rate", { pick: number; every: number }>(1, "rate", { pick, every: fc.constantFrom(1, 2, 4, 11) }),
  of<"side", { pick: number; audience: { owner: number; team: number } }>(1, "side", { pick, audience }),
  of<"join", { at: number; size: number; audience: { owner: number; team: number } }>(2, "join", {
    at: coordinate,
    size: coordinate,
    audience,
  }),
  of<"leave", { pick: number }>(1, "leave", { pick }),
  of<"reconnect", { pick: number; arrived: number }>(2, "reconnect", { pick, arrived: fc.nat(20) }),
  of<"pause", { pick: number }>(2, "pause", { pick }),
  of<"resume", { pick: number }>(2, "resume", { pick }),
  of<"ticks", { count: number }>(9, "ticks", { count: fc.constantFrom(1, 1, 1, 2, 5, 15) }),
);

const HISTORIES = 400;

/** Lets one thing happen. */
function act(room: TestRoom, step: typeof action extends fc.Arbitrary<infer T> ? T : never): void {
  const slots = [...room.bodies.keys()];
  const slot = "pick" in step ? slots[step.pick % Math.max(1, slots.length)] : undefined;
  const viewing = "pick" in step ? room.clients[step.pick % Math.max(1, room.clients.length)] : undefined;
  switch (step.type) {
    case "spawn": {
      const free = [...room.ids.keys()].filter((each) => room.ids[each] === 0);
      if (free.length > 0) room.spawn(free[step.pick % free.length], step.values);
      break;
    }
    case "kill":
      if (slot !== undefined) room.kill(slot);
      break;
    case "replace":
      if (slot === undefined) break;
      room.kill(slot);
      room.spawn(slot, step.values);
      break;
    case "change":
      if (slot !== undefined) Object.assign(room.bodies.get(slot) ?? {}, step.values);
      break;
    case "look":
      if (viewing) [viewing.from, viewing.to] = [step.at, step.at + step.size];
      break;
    case "rate":
      if (viewing) viewing.every = step.every;
      break;
    case "side":
      if (viewing) viewing.audience = step.audience;
      break;
    // Rooms change their world inside a tick alone, so whoever joins or comes back does so between two.
    case "join":
      room.tick();
      if (room.clients.length < 5) room.join(step.at, step.at + step.size, { audience: step.audience });
      break;
    case "leave":
      if (viewing) room.leave(viewing);
      break;
    case "reconnect":
      room.tick();
      if (viewing) room.reconnect(viewing, step.arrived);
      break;
    case "pause":
      if (viewing) viewing.isPaused = true;
      break;
    case "resume":
      if (!viewing) break;
      viewing.isPaused = false;
      room.read(viewing);
      break;
    case "ticks":
      for (let i = 0; i < step.count; i++) room.tick();
      break;
  }
}

const copying = fc.constantFrom<Copying>("none", "some", "all");

test("every client holds the truth after every frame, whatever happens in between", () => {
  let [histories, comparisons, skipped, givenUp] = [0, 0, 0, 0];
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 120, size: "max" }), copying, (actions, copies) => {
      const room = createTestRoom({ slowReaders: SLOW, copying: copies });
      room.tick();
      const all = new Set(room.clients);
      for (const step of actions) {
        act(room, step);
        for (const viewing of room.clients) all.add(viewing);
      }
      for (const viewing of room.clients) {
        viewing.isPaused = false;
        room.read(viewing);
      }
      room.tick();
      room.expectTruth();
      histories++;
      comparisons += room.comparisons();
      for (const viewing of all) {
        skipped += viewing.skipped;
        if (viewing.tooSlow) givenUp++;
      }
    }),
    { numRuns: HISTORIES, interruptAfterTimeLimit: 40_000 },
  );
  console.log(
    `${histories} random histories, ${comparisons} frames decoded and compared; ${skipped} patches skipped, ` +
      `${givenUp} readers given up`,
  );
  expect(histories).toBe(HISTORIES);
  expect(skipped).toBeGreaterThan(100);
  expect(givenUp).toBeGreaterThan(0);
});

const ALL = [0, WORLD] as const;
const keysOf = ({ sdk }: TestRoom["clients"][number]) => [...sdk.state.bodies.keys()].sort();

test("joining in a tick without changes", () => {
  const room = createTestRoom();
  room.spawn(0, { x: 5 });
  room.tick();
  const viewing = room.join(...ALL);
  expect(keysOf(viewing)).toEqual(["0"]);
  room.tick();
  room.expectTruth();
});

test("joining before the first tick, and right after a body has come or another has taken its slot", () => {
  const room = createTestRoom();
  room.spawn(0, { x: 5 });
  room.join(...ALL);
  room.tick();
  room.expectTruth();
  room.spawn(1, { x: 6 });
  room.kill(0);
  room.spawn(0, { x: 7 });
  const viewing = room.join(...ALL);
  expect(keysOf(viewing)).toEqual([]);
  room.tick();
  room.expectTruth();
});

test("leaving and entering in one tick: a slot passes from one body to another, which is a new object to the client", () => {
  const room = createTestRoom();
  room.spawn(3, { x: 5, secret: 1 });
  const viewing = room.join(...ALL, { audience: { owner: 1, team: 0 } });
  room.tick();
  for (let round = 0; round < 5; round++) {
    const before = viewing.sdk.state.bodies.get("3");
    room.kill(3);
    room.spawn(3, { x: round, owner: round % 2, secret: round });
    room.tick();
    room.expectTruth();
    expect(viewing.sdk.state.bodies.get("3")).not.toBe(before);
  }
});

test("dying in the tick of entering, and in the one after", () => {
  const room = createTestRoom();
  const viewing = room.join(...ALL);
  room.spawn(1);
  room.kill(1);
  room.tick();
  expect(keysOf(viewing)).toEqual([]);
  room.spawn(1);
  room.tick();
  expect(keysOf(viewing)).toEqual(["1"]);
  room.kill(1);
  room.tick();
  room.expectTruth();
  expect(keysOf(viewing)).toEqual([]);
});

test("reconnection: frames on the way are lost, and what the slots hold by then is never the old bodies changed", () => {
  const room = createTestRoom();
  for (let slot = 0; slot < 10; slot++) room.spawn(slot, { x: slot });
  const viewing = room.join(...ALL);
  room.tick();
  viewing.isPaused = true;
  room.tick();
  for (let slot = 0; slot < 5; slot++) room.kill(slot);
  room.tick();
  for (let slot = 0; slot < 5; slot++) room.spawn(slot, { x: 100 + slot });
  room.tick();
  const before = new Set(viewing.sdk.state.bodies.values());
  room.reconnect(viewing, 1);
  // Those that it might take for the dead are left out, and come with the next frame.
  expect(keysOf(viewing)).toEqual(["5", "6", "7", "8", "9"]);
  room.tick();
  room.expectTruth();
  for (let slot = 0; slot < 10; slot++) {
    const body = viewing.sdk.state.bodies.get(String(slot));
    expect(body && before.has(body)).toBe(slot >= 5);
  }
});

test("two viewers with equal views get equal frames", () => {
  const room = createTestRoom();
  const viewers = [room.join(0, 500), room.join(0, 500)];
  for (let slot = 0; slot < 20; slot++) room.spawn(slot, { x: slot * 40 });
  room.tick();
  for (let slot = 0; slot < 20; slot++) Object.assign(room.bodies.get(slot) ?? {}, { deep: slot });
  const [first, second] = viewers.map(({ bytes }) => bytes);
  room.tick();
  room.expectTruth();
  expect(viewers[0].bytes - first).toBe(viewers[1].bytes - second);
});

test("a viewer whose view alone changed, in a tick without any other change", () => {
  const room = createTestRoom();
  room.spawn(1, { x: 100 });
  room.spawn(2, { x: 800 });
  room.tick();
  const [first, second] = [room.join(0, 200), room.join(0, 200)];
  room.tick();
  [first.from, first.to] = [700, 900];
  room.tick();
  room.expectTruth();
  expect([keysOf(first), keysOf(second)]).toEqual([["2"], ["1"]]);
});

test("ids are used again, and a client that was skipped for many ticks takes no new body for an old one", () => {
  const room = createTestRoom({ capacity: 8, slowReaders: { softLimit: 200, hardLimit: 100_000, patience: 1000 } });
  for (let slot = 0; slot < 8; slot++) room.spawn(slot, { x: slot });
  const [slow, other] = [room.join(...ALL), room.join(...ALL)];
  room.tick();
  slow.isPaused = true;
  for (let round = 0; round < 100; round++) {
    for (let slot = round % 2; slot < 6; slot += 2) {
      if (room.bodies.has(slot)) room.kill(slot);
      else room.spawn(slot, { x: round });
    }
    room.tick();
    room.expectTruth();
  }
  expect(slow.skipped).toBeGreaterThan(50);
  expect(other.skipped).toBe(0);
  slow.isPaused = false;
  room.read(slow);
  room.tick();
  room.expectTruth();
});

test("a hundred thousand bodies over a room's life", () => {
  const room = createTestRoom({ capacity: 400 });
  const viewing = room.join(...ALL);
  for (let round = 0; round < 250; round++) {
    for (let slot = 0; slot < 400; slot++) {
      room.kill(slot);
      room.spawn(slot, { x: (slot * 7 + round) % WORLD, deep: round });
    }
    room.tick();
    if (round % 25 === 24) room.expectTruth();
  }
  expect(room.bodies.get(0)?.id).toBe(249 * 400 + 1);
  expect(viewing.sdk.state.bodies.size).toBe(400);
});

test.each([
  ["all sockets copy their frames: their memory is used again", "all", 1, 4],
  ["one keeps its frames: so is none of it", "some", 20, Infinity],
] as const)("%s", (_name, copying, least, most) => {
  const room = createTestRoom({ capacity: 400, copying });
  for (let client = 0; client < 4; client++) room.join(...ALL);
  for (let slot = 0; slot < 400; slot++) room.spawn(slot, { x: slot % WORLD });
  for (let tick = 0; tick < 200; tick++) {
    for (const body of room.bodies.values()) body.deep++;
    room.tick();
  }
  room.expectTruth();
  expect(room.memories()).toBeGreaterThanOrEqual(least);
  expect(room.memories()).toBeLessThanOrEqual(most);
});

test("a world larger than 16 bits of position, and slots and refIds beyond 16 bits", () => {
  const room = createTestRoom({ capacity: 70_000 });
  const viewing = room.join(...ALL);
  const far = { deep: -2_000_000_000, far: 16_777_215, exact: 2 ** 53 - 1 };
  for (const slot of [0, 127, 128, 255, 256, 65_535, 65_536, 69_999]) room.spawn(slot, { x: 1, ...far });
  room.tick();
  room.expectTruth();
  for (const body of room.bodies.values()) body.deep++;
  room.kill(69_999);
  room.spawn(69_999, far);
  room.tick();
  room.expectTruth();
  expect(viewing.sdk.state.bodies.get("69999")).toMatchObject(far);
});

test("a body that does not change costs no bytes, and nothing but the tick is sent when none does", () => {
  const room = createTestRoom();
  for (let slot = 0; slot < 20; slot++) room.spawn(slot, { x: slot });
  const viewing = room.join(...ALL);
  room.tick();
  const before = viewing.bytes;
  room.tick();
  // The header, the tick's field and its four bytes.
  expect(viewing.bytes - before).toBe(6);
});

test("a field for the owner, and one for the team, are in the frames of no one else", () => {
  const room = createTestRoom();
  const [owner, mate, other] = [
    room.join(...ALL, { audience: { owner: 1, team: 1 } }),
    room.join(...ALL, { audience: { owner: 2, team: 1 } }),
    room.join(...ALL, { audience: { owner: 3, team: 2 } }),
  ];
  const clients = [owner, mate, other];
  for (const viewing of clients) viewing.isPaused = true;
  // Numbers that no other field has, as they stand on the wire.
  const secret = 0x5ec2e701;
  room.spawn(0, { owner: 1, team: 1, secret, plan: 0x1a2b });
  room.tick();
  Object.assign(room.bodies.get(0) ?? {}, { secret: secret + 1, plan: 0x1a2c });
  room.tick();
  const holds = (viewing: (typeof clients)[number], bytes: number[]) =>
    viewing.socket.filter(({ frame }) => Buffer.from(frame).includes(Buffer.from(bytes))).length;
  expect(clients.map((viewing) => holds(viewing, [0xe7, 0xc2, 0x5e]))).toEqual([2, 0, 0]);
  expect(clients.map((viewing) => holds(viewing, [0x1a]))).toEqual([2, 2, 0]);
  for (const viewing of clients) {
    viewing.isPaused = false;
    room.read(viewing);
  }
  // It changes hands, and one changes sides: who may see it no more loses it, without losing the body.
  Object.assign(room.bodies.get(0) ?? {}, { owner: 3, team: 2 });
  mate.audience = { owner: 2, team: 2 };
  room.tick();
  room.expectTruth();
  expect(clients.map(({ sdk }) => sdk.state.bodies.get("0")?.secret)).toEqual([undefined, undefined, secret + 1]);
});

test("a slow reader is skipped, gets one full state when it has caught up, and is given up after its patience", () => {
  const room = createTestRoom({ slowReaders: { softLimit: 500, hardLimit: 2000, patience: 20 } });
  for (let slot = 0; slot < 20; slot++) room.spawn(slot, { x: slot });
  const [slow, other] = [room.join(...ALL), room.join(...ALL)];
  const step = () => {
    for (const body of room.bodies.values()) body.deep++;
    room.tick();
    room.expectTruth();
  };
  slow.isPaused = true;
  for (let i = 0; i < 12; i++) step();
  expect(slow.skipped).toBeGreaterThan(5);
  slow.isPaused = false;
  room.read(slow);
  const before = slow.skipped;
  slow.isPaused = true;
  step();
  expect(slow.socket.map(({ frame }) => frame[0])).toEqual([14]);
  expect(slow.skipped).toBe(before);
  for (let i = 0; i < 30; i++) step();
  expect(slow.tooSlow).toBe("patience");
  expect(other.skipped).toBe(0);
  expect(other.tooSlow).toBeUndefined();
});

test("a reader with too much in its socket is given up at once", () => {
  const room = createTestRoom({ slowReaders: { softLimit: 500, hardLimit: 500, patience: 1000 } });
  for (let slot = 0; slot < 20; slot++) room.spawn(slot, { x: slot });
  const viewing = room.join(...ALL);
  viewing.isPaused = true;
  for (let i = 0; i < 10; i++) {
    for (const body of room.bodies.values()) body.deep++;
    room.tick();
  }
  expect(viewing.tooSlow).toBe("buffer");
});

test("a full state beyond the encoder's buffer reaches every one of three joiners whole", () => {
  const room = createTestRoom();
  vi.spyOn(console, "warn").mockImplementation(() => {}); // the encoder says that it grows
  for (let i = 0; i < 12_000; i++) {
    const player = new TestPlayer();
    player.name = `player with number ${i}`;
    room.state.players.set(`key-${i}`, player);
  }
  for (let slot = 0; slot < 20; slot++) room.spawn(slot, { x: slot });
  room.tick();
  for (let i = 0; i < 3; i++) {
    const { sdk } = room.join(...ALL);
    expect(sdk.state.players.size).toBe(12_000 + i + 1);
    expect(sdk.state.players.get("key-11999")?.name).toBe("player with number 11999");
    room.tick();
    room.expectTruth();
  }
});

test("misuse is told: a tick left out, a map that is used, a state without the map", () => {
  const room = createTestRoom();
  room.tick();
  room.encoder.beginTick(room.ids, room.capacity);
  room.encoder.beginTick(room.ids, room.capacity);
  expect(() => room.tick()).toThrow(expect.objectContaining({ code: "TICK_NOT_SENT" }));
  const other = createTestRoom();
  other.state.bodies.set("0", new TestBody());
  expect(() => other.tick()).toThrow(expect.objectContaining({ code: "MAP_NOT_EMPTY" }));
  const source = {
    encoder: other.encoder,
    mapField: "cells",
    viewerOf: () => undefined,
    restartViewer: () => undefined,
  };
  expect(() => new BodySerializer(source).reset(new TestState())).toThrow(
    expect.objectContaining({ code: "UNKNOWN_MAP" }),
  );
  expect(() => new BodySerializer({ ...source, slowReaders: { softLimit: 0 } })).toThrow(
    expect.objectContaining({ code: "BAD_LIMIT" }),
  );
});
