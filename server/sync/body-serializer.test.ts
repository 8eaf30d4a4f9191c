import { type Client, ClientState } from "@colyseus/core";
import { Decoder, type MapSchema } from "@colyseus/schema";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ArenaState, Body, Player } from "../../shared/state.ts";
import { createInterest, type Viewer } from "../interest/viewer.ts";
import { circle } from "../space/shapes.ts";
import { createSpace } from "../space/space.ts";
import { createBodyEncoder } from "./body-encoder.ts";
import { BodySerializer } from "./body-serializer.ts";

/**
 * A room's worth of sync without the room: bodies in a space, clients that look at rectangles of it, and for each client the
 * stock Decoder, fed with the very frames that the serializer sends. The truth is told by brute force over the bodies.
 */
const WORLD = 1000;
const CAPACITY = 400;

interface TestClient {
  readonly client: Client;
  readonly viewer: Viewer;
  readonly own: number[];
  area: { centerX: number; centerY: number; width: number; height: number };
  decoder: Decoder<ArenaState>;
  /** Frames that have been sent and not yet read. */
  readonly unread: Uint8Array[];
  paused: boolean;
}

function createTestRoom() {
  const space = createSpace({ bounds: { minX: 0, minY: 0, maxX: WORLD, maxY: WORLD }, capacity: CAPACITY });
  const interest = createInterest(space);
  const encoder = createBodyEncoder(Body, CAPACITY);
  const state = new ArenaState();
  const clients: TestClient[] = [];
  const kindOf = new Map<number, number>();
  let joined = 0;

  const byClient = (client: Client) => clients.find((other) => other.client === client);
  const look = (viewing: TestClient) => {
    interest.update(viewing.viewer, viewing.area, { ids: Int32Array.from(viewing.own), count: viewing.own.length });
    return viewing.viewer;
  };
  const serializer = new BodySerializer<ArenaState>({
    encoder,
    mapField: "bodies",
    viewerOf: (client) => byClient(client)?.viewer,
    restartViewer(client) {
      const viewing = byClient(client);
      if (!viewing) return undefined;
      viewing.viewer.seen.count = 0;
      return look(viewing);
    },
    patchSent: () => {},
  });
  serializer.reset(state);

  function add(x: number, y: number, radius: number, kind: number): number {
    const id = space.add(circle(radius), x, y);
    kindOf.set(id, kind);
    return id;
  }

  function join(area: TestClient["area"]): TestClient {
    const unread: Uint8Array[] = [];
    const client = {
      sessionId: `session-${joined++}`,
      state: ClientState.JOINED,
      raw: (frame: Uint8Array) => unread.push(frame),
    } as unknown as Client;
    const decoder = new Decoder(new ArenaState());
    const viewing = { client, viewer: interest.createViewer(), own: [], area, decoder, unread, paused: false };
    clients.push(viewing);
    const player = new Player();
    player.name = client.sessionId;
    (state.players as MapSchema<Player>).set(client.sessionId, player);
    decoder.decode(serializer.getFullState(client), { offset: 1 });
    return viewing;
  }

  function leave(viewing: TestClient): void {
    clients.splice(clients.indexOf(viewing), 1);
    state.players.delete(viewing.client.sessionId);
  }

  /** What the SDK does after a reconnection: the frames sent meanwhile are lost, the full state is decoded as a resync. */
  function reconnect(viewing: TestClient): void {
    viewing.unread.length = 0;
    viewing.decoder.decodeResync(serializer.getFullState(viewing.client), { offset: 1 });
  }

  function tick(): void {
    space.step();
    for (const viewing of clients) look(viewing);
    const { ids, x, y, radius } = space.bodies;
    for (let slot = 0; slot < CAPACITY; slot++) {
      if (ids[slot] === 0) continue;
      encoder.columns.x[slot] = Math.round(x[slot] * 60);
      encoder.columns.y[slot] = Math.round(y[slot] * 60);
      encoder.columns.radius[slot] = Math.round(radius[slot] * 8);
      encoder.columns.kind[slot] = kindOf.get(ids[slot]) ?? 0;
      encoder.columns.owner[slot] = ids[slot] >>> 20;
    }
    encoder.beginTick(ids, space.bodies.slotLimit);
    state.tick++;
    serializer.applyPatches(clients.map((viewing) => viewing.client));
    for (const viewing of clients) if (!viewing.paused) read(viewing);
  }

  function read(viewing: TestClient): void {
    for (const frame of viewing.unread) viewing.decoder.decode(frame, { offset: 1 });
    viewing.unread.length = 0;
  }

  return { space, state, clients, add, join, leave, reconnect, tick, read, kindOf };
}
type TestRoom = ReturnType<typeof createTestRoom>;

/** What a client should hold of the bodies, as plain values by key. */
function truth({ space, kindOf }: TestRoom, { area, own }: TestClient): Record<string, object> {
  const bodies: Record<string, object> = {};
  const { ids, x, y, radius } = space.bodies;
  for (let slot = 0; slot < CAPACITY; slot++) {
    const id = ids[slot];
    if (id === 0) continue;
    const outsideX = Math.max(0, Math.abs(x[slot] - area.centerX) - area.width / 2);
    const outsideY = Math.max(0, Math.abs(y[slot] - area.centerY) - area.height / 2);
    if (outsideX ** 2 + outsideY ** 2 > radius[slot] ** 2 && !own.includes(id)) continue;
    bodies[slot] = {
      x: Math.round(x[slot] * 60),
      y: Math.round(y[slot] * 60),
      radius: Math.round(radius[slot] * 8),
      kind: kindOf.get(id),
      owner: id >>> 20,
    };
  }
  return bodies;
}

function held({ decoder }: TestClient): Record<string, object> {
  const bodies: Record<string, object> = {};
  decoder.state.bodies.forEach((body, key) => {
    const { x, y, radius, kind, owner } = body;
    bodies[key] = { x, y, radius, kind, owner };
  });
  return bodies;
}

function expectTruth(room: TestRoom): void {
  for (const viewing of room.clients) {
    if (viewing.paused) continue;
    expect(viewing.decoder.state.tick).toBe(room.state.tick);
    expect(held(viewing)).toEqual(truth(room, viewing));
    expect([...viewing.decoder.state.players.keys()].sort()).toEqual([...room.state.players.keys()].sort());
  }
}

// The stock decoder reports a broken frame on the console and goes on.
beforeEach(() => {
  for (const method of ["warn", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...message) => {
      throw new Error(`the decoder complained: ${message.join(" ")}`);
    });
  }
});
afterEach(() => vi.restoreAllMocks());

// No denormal numbers, whose squares vanish in the brute-force truth.
const upTo = (max: number) => fc.double({ min: 0, max, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6);
const coordinate = upTo(WORLD);
const size = upTo(150);
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("add" as const), x: coordinate, y: coordinate, radius: size }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("move" as const), pick: fc.nat(), x: coordinate, y: coordinate }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("resize" as const), pick: fc.nat(), radius: size }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("remove" as const), pick: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("look" as const), pick: fc.nat(), x: coordinate, y: coordinate }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("own" as const), pick: fc.nat(), body: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("join" as const), x: coordinate, y: coordinate, size }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("leave" as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("reconnect" as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("pause" as const), pick: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("tick" as const) }) },
);

test("every client holds the truth after every tick, whatever happens in between", () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 150, size: "max" }), (actions) => {
      const room = createTestRoom();
      const bodies: number[] = [];
      room.tick();
      for (const step of actions) {
        const body = "pick" in step ? bodies[step.pick % Math.max(1, bodies.length)] : undefined;
        const viewing = "pick" in step ? room.clients[step.pick % Math.max(1, room.clients.length)] : undefined;
        switch (step.type) {
          case "add":
            if (bodies.length < CAPACITY / 4) bodies.push(room.add(step.x, step.y, step.radius, bodies.length % 7));
            break;
          case "move":
            if (body) room.space.move(body, step.x, step.y);
            break;
          case "resize":
            if (body) room.space.resize(body, step.radius);
            break;
          case "remove":
            if (!body) break;
            room.space.remove(body);
            bodies.splice(bodies.indexOf(body), 1);
            break;
          case "look":
            if (viewing) viewing.area = { ...viewing.area, centerX: step.x, centerY: step.y };
            break;
          case "own":
            if (viewing && bodies.length > 0) viewing.own.push(bodies[step.body % bodies.length]);
            break;
          // Rooms change their world inside a tick alone, so whoever joins or comes back does so between two.
          case "join":
            room.tick();
            if (room.clients.length < 5) {
              room.join({ centerX: step.x, centerY: step.y, width: 2 * step.size, height: step.size });
            }
            break;
          case "leave":
            if (viewing) room.leave(viewing);
            break;
          case "reconnect":
            room.tick();
            if (viewing) room.reconnect(viewing);
            break;
          case "pause":
            if (!viewing) break;
            viewing.paused = !viewing.paused;
            if (!viewing.paused) room.read(viewing);
            break;
          case "tick":
            room.tick();
            expectTruth(room);
            break;
        }
      }
      for (const viewing of room.clients) viewing.paused = false;
      room.tick();
      expectTruth(room);
    }),
    { numRuns: 150 },
  );
});

const EVERYTHING = { centerX: 500, centerY: 500, width: 1000, height: 1000 };

test("an id that is used again means the new body, to a client that missed the change too", () => {
  const room = createTestRoom();
  const viewing = room.join(EVERYTHING);
  for (let round = 0; round < 3; round++) {
    // Slots are used again only when few are left, so all are taken and given back.
    const ids = Array.from({ length: CAPACITY }, (_, i) =>
      room.add((i * 7) % WORLD, (i * 13) % WORLD, 5 + round, round),
    );
    room.tick();
    expectTruth(room);
    for (const id of ids) room.space.remove(id);
    viewing.paused = true;
    room.tick();
    for (let i = 0; i < CAPACITY / 2; i++) room.space.remove(room.add(i, i, 1, 6));
    room.tick();
    for (let i = 0; i < CAPACITY / 4; i++) room.add(i, 900, 2, 5);
    room.tick();
    viewing.paused = false;
    room.reconnect(viewing);
    expectTruth(room);
    room.tick();
    expectTruth(room);
    for (const id of room.space.bodies.ids) if (id !== 0) room.space.remove(id);
    room.tick();
    expectTruth(room);
  }
});

test("a full state beyond the encoder's buffer reaches every one of three joiners whole", () => {
  const room = createTestRoom();
  const players = room.state.players as MapSchema<Player>;
  for (let i = 0; i < 8_000; i++) {
    const player = new Player();
    player.number = i;
    player.name = `player with number ${i}`;
    players.set(`key-${i}`, player);
  }
  for (let i = 0; i < 300; i++) room.add(i, i, 1, 1);
  vi.spyOn(console, "warn").mockImplementation(() => {}); // the encoder says that it grows
  room.tick();
  for (let i = 0; i < 3; i++) {
    const { decoder } = room.join(EVERYTHING);
    expect(decoder.state.players.size).toBe(8_000 + i + 1);
    expect(decoder.state.players.get("key-7999")?.name).toBe("player with number 7999");
    room.tick();
    expectTruth(room);
  }
});

test("a view that changes alone, in a tick without any other change, reaches that client alone", () => {
  const room = createTestRoom();
  room.add(100, 100, 10, 1);
  room.add(800, 800, 10, 2);
  room.tick();
  const first = room.join({ centerX: 100, centerY: 100, width: 100, height: 100 });
  const second = room.join({ centerX: 100, centerY: 100, width: 100, height: 100 });
  room.tick();
  first.area = { ...first.area, centerX: 800, centerY: 800 };
  room.tick();
  expect(Object.values(held(first))).toMatchObject([{ kind: 2 }]);
  expect(Object.values(held(second))).toMatchObject([{ kind: 1 }]);
});
