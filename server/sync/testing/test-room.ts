/**
 * A room's worth of sync without a room: bodies in slots, viewers with a naive interest, and for each client the SDK's own
 * serializer, fed with the very frames that it was sent. What each client has to hold is told from the world alone.
 */
import assert from "node:assert/strict";
import { type Client, ClientState } from "@colyseus/core";
import { type MapSchema, type SchemaType, schema, t } from "@colyseus/schema";
import { SchemaSerializer } from "@colyseus/sdk/serializer/SchemaSerializer";
import { Audience, audiencesOf, NO_AUDIENCE, type ViewerAudience } from "../audience.ts";
import { type BodyEncoder, createBodyEncoder } from "../body-encoder.ts";
import type { Column } from "../body-layout.ts";
import { BodySerializer } from "../body-serializer.ts";
import type { SlowReaderLimits, TooSlow } from "../reader.ts";
import { appendDue, appendSlot, createDueList, createSlotList } from "../slot-lists.ts";

export const TestBody = schema(
  {
    x: t.uint16(),
    far: t.float32(),
    exact: t.float64(),
    isBig: t.boolean(),
    small: t.int8(),
    deep: t.int32(),
    angle: t.quantized({ min: -Math.PI, max: Math.PI, bits: 16, mode: "wrap" }),
    owner: t.uint16(),
    secret: t.uint32().view(Audience.owner),
    plan: t.int16().view(Audience.team),
  },
  "TestBody",
);
export const TestPlayer = schema({ name: t.string().default("") }, "TestPlayer");
export const TestState = schema(
  { tick: t.uint32().default(0), players: t.map(TestPlayer), bodies: t.map(TestBody) },
  "TestState",
);
export type TestState = SchemaType<typeof TestState>;

/** A body as the world has it. */
export interface WorldBody {
  readonly id: number;
  x: number;
  far: number;
  exact: number;
  isBig: boolean;
  small: number;
  deep: number;
  angle: number;
  owner: number;
  team: number;
  secret: number;
  plan: number;
}
type Values = Record<string, unknown>;

/** A body as a client has to hold it. */
interface Held {
  readonly id: number;
  values: Values;
}

/** A frame in a socket. */
interface Sent {
  readonly frame: Uint8Array;
  readonly copy: Buffer;
  /** What the client has to hold once it has read the frame; some of it after the first frame of two, all after the last. */
  expected: ReadonlyMap<number, Held>;
  isLast: boolean;
}

export interface TestClient {
  client: Client;
  /** It sees the bodies with x in here. */
  from: number;
  to: number;
  /** It gets changes once in so many ticks. */
  every: number;
  audience: ViewerAudience;
  readonly socket: Sent[];
  isPaused: boolean;
  sdk: SchemaSerializer<TestState>;
  tooSlow: TooSlow | undefined;
  skipped: number;
  /** All that the frames said. */
  bytes: number;
  readonly view: NaiveView;
}

type NaiveView = ReturnType<typeof createView>;

function createView() {
  return {
    entered: createSlotList(),
    left: createSlotList(),
    stayed: createSlotList(),
    due: createDueList(),
    /** By slot, of what is in view. */
    expected: new Map<number, Held>(),
    sentAt: new Map<number, number>(),
    /** Slots of bodies that the last full state had to leave out: they come whole at the next tick. */
    omitted: new Set<number>(),
    audience: NO_AUDIENCE,
  };
}

export interface TestRoomOptions {
  readonly capacity?: number;
  readonly slowReaders?: SlowReaderLimits;
  /** Which sockets copy what they are sent; the others keep the frame itself. Default: none. */
  readonly copying?: Copying;
}

export type Copying = "none" | "some" | "all";

/** A value as it arrives on the other side of a quantized field, by @colyseus/schema's own reckoning. */
function throughSchema(angle: number): number {
  const body = new TestBody();
  body.angle = angle;
  return body.angle;
}

function publicValues(body: WorldBody): Values {
  const { x, far, exact, isBig, small, deep, angle, owner } = body;
  return { x, far: Math.fround(far), exact, isBig, small, deep, angle: throughSchema(angle), owner };
}

function privateValues(body: WorldBody, audience: ViewerAudience): Values {
  const audiences = audiencesOf(body.owner, body.team, audience);
  return {
    secret: audiences & Audience.owner ? body.secret : undefined,
    plan: audiences & Audience.team ? body.plan : undefined,
  };
}

export function createTestRoom({ capacity = 24, slowReaders, copying = "none" }: TestRoomOptions = {}) {
  const ids = new Int32Array(capacity);
  const teams = new Uint8Array(capacity);
  const bodies = new Map<number, WorldBody>();
  const encoder: BodyEncoder = createBodyEncoder(TestBody, capacity, { ownerField: "owner", teamOf: teams });
  const state = new TestState();
  const clients: TestClient[] = [];
  let lastId = 0;
  let joined = 0;
  let comparisons = 0;

  /** Memory that patches came in. */
  const memories = new Set<ArrayBufferLike>();
  const isCopying = (sessionId: string) =>
    copying === "all" || (copying === "some" && Number(sessionId.at(-1)) % 2 === 1);
  const testClientOf = (client: Client) => clients.find((other) => other.client === client);
  const serializer = new BodySerializer<TestState>({
    encoder,
    mapField: "bodies",
    viewerOf: (client) => testClientOf(client)?.view,
    restartViewer(client) {
      const viewing = testClientOf(client);
      if (!viewing) return undefined;
      viewing.view.expected.clear();
      look(viewing);
      return viewing.view;
    },
    audienceOf: (client) => testClientOf(client)?.audience,
    bufferedBytes: (client) => testClientOf(client)?.socket.reduce((sum, { frame }) => sum + frame.length, 0) ?? 0,
    keepsFrames: ({ sessionId }) => !isCopying(sessionId),
    ...(slowReaders ? { slowReaders } : {}),
    tooSlow(client, reason) {
      const viewing = testClientOf(client);
      assert.ok(viewing && viewing.tooSlow === undefined);
      viewing.tooSlow = reason;
    },
    patchSkipped(client) {
      const viewing = testClientOf(client);
      if (viewing) viewing.skipped++;
    },
  });
  serializer.reset(state);

  function look(viewing: TestClient): void {
    const { view } = viewing;
    const { entered, left, stayed, due, expected, sentAt, omitted } = view;
    for (const list of [entered, left, stayed, due]) list.count = 0;
    due.isFresh = viewing.every === 1;
    const isWanted = (slot: number) => {
      const body = bodies.get(slot);
      return body !== undefined && body.x >= viewing.from && body.x <= viewing.to;
    };
    for (const [slot, { id }] of expected) {
      if (isWanted(slot) && ids[slot] === id) continue;
      appendSlot(left, slot);
      expected.delete(slot);
    }
    const changesSides = view.audience.owner !== viewing.audience.owner || view.audience.team !== viewing.audience.team;
    view.audience = viewing.audience;
    for (const [slot, body] of bodies) {
      if (!isWanted(slot)) continue;
      const held = expected.get(slot);
      if (!held) {
        appendSlot(entered, slot);
        expected.set(slot, {
          id: body.id,
          values: { ...publicValues(body), ...privateValues(body, viewing.audience) },
        });
        sentAt.set(slot, state.tick);
        continue;
      }
      appendSlot(stayed, slot);
      const age = state.tick - (sentAt.get(slot) ?? 0);
      if (viewing.every === 1 ? age === 1 : (state.tick + slot) % viewing.every === 0) {
        held.values = { ...publicValues(body), ...privateValues(body, viewing.audience) };
        sentAt.set(slot, state.tick);
        appendDue(due, slot, age);
      } else if (omitted.has(slot)) {
        held.values = { ...publicValues(body), ...privateValues(body, viewing.audience) };
      } else if (changesSides) {
        held.values = { ...held.values, ...privateValues(body, viewing.audience) };
      }
      // The rate has just become every tick: what is late is sent late, the rest fresh.
      if (viewing.every === 1 && age !== 1) {
        due.isFresh = false;
        held.values = { ...publicValues(body), ...privateValues(body, viewing.audience) };
        sentAt.set(slot, state.tick);
        appendDue(due, slot, age);
      }
    }
    omitted.clear();
  }

  function createClient(viewing: () => TestClient, sessionId: string): Client {
    return {
      sessionId,
      state: ClientState.JOINED,
      raw(frame: Uint8Array) {
        const { socket } = viewing();
        const last = socket.at(-1);
        if (last?.isLast && last.expected === roundOf(viewing())) last.isLast = false;
        memories.add(frame.buffer);
        const copy = Buffer.from(frame);
        socket.push({ frame: isCopying(sessionId) ? copy : frame, copy, expected: roundOf(viewing()), isLast: true });
        viewing().bytes += frame.length;
      },
    } as unknown as Client;
  }

  /** A snapshot of what a viewer has to hold, the same object for all frames of a tick. */
  const rounds = new WeakMap<TestClient, { tick: number; expected: ReadonlyMap<number, Held> }>();
  function roundOf(viewing: TestClient): ReadonlyMap<number, Held> {
    const round = rounds.get(viewing);
    if (round && round.tick === state.tick) return round.expected;
    const expected = new Map([...viewing.view.expected].map(([slot, held]) => [slot, { ...held }]));
    rounds.set(viewing, { tick: state.tick, expected });
    return expected;
  }

  function createSdk(): SchemaSerializer<TestState> {
    // As an SDK that has no classes of ours: it makes them from what the server tells of the state.
    const sdk = new SchemaSerializer<TestState>();
    sdk.handshake(serializer.handshake(), { offset: 0 });
    return sdk;
  }

  function sendFullState(viewing: TestClient): void {
    const frame = serializer.getFullState(viewing.client);
    rounds.delete(viewing);
    viewing.client.raw(frame);
    memories.delete(frame.buffer);
    // A full state may leave out what follows at the next tick.
    const sent = viewing.socket.at(-1);
    if (sent) sent.isLast = false;
    rounds.delete(viewing);
    read(viewing);
    for (const slot of viewing.view.expected.keys()) {
      if (!viewing.sdk.state.bodies.has(String(slot))) viewing.view.omitted.add(slot);
    }
  }

  function join(from: number, to: number, options: Partial<Pick<TestClient, "every" | "audience">> = {}): TestClient {
    const sessionId = `session-${joined++}`;
    const viewing: TestClient = {
      client: createClient(() => viewing, sessionId),
      from,
      to,
      every: 1,
      audience: NO_AUDIENCE,
      socket: [],
      isPaused: false,
      sdk: createSdk(),
      tooSlow: undefined,
      skipped: 0,
      bytes: 0,
      view: createView(),
      ...options,
    };
    clients.push(viewing);
    const player = new TestPlayer();
    player.name = sessionId;
    (state.players as MapSchema<SchemaType<typeof TestPlayer>>).set(sessionId, player);
    sendFullState(viewing);
    return viewing;
  }

  /** The connection is lost with all but the first `arrived` frames that were on their way, and comes back. */
  function reconnect(viewing: TestClient, arrived: number): void {
    const onTheWay = viewing.socket.splice(0);
    viewing.socket.push(...onTheWay.slice(0, arrived));
    read(viewing);
    viewing.isPaused = false;
    viewing.tooSlow = undefined;
    viewing.client = createClient(() => viewing, viewing.client.sessionId);
    sendFullState(viewing);
  }

  function leave(viewing: TestClient): void {
    clients.splice(clients.indexOf(viewing), 1);
    state.players.delete(viewing.client.sessionId);
  }

  function spawn(slot: number, values: Partial<WorldBody> = {}): WorldBody {
    assert.equal(ids[slot], 0);
    const id = ++lastId;
    const body: WorldBody = {
      id,
      x: 0,
      far: 0,
      exact: 0,
      isBig: false,
      small: 0,
      deep: 0,
      angle: 0,
      owner: 0,
      team: 0,
      secret: 0,
      plan: 0,
      ...values,
    };
    ids[slot] = id;
    bodies.set(slot, body);
    return body;
  }

  function kill(slot: number): void {
    ids[slot] = 0;
    bodies.delete(slot);
  }

  function fillColumns(): void {
    const columns: Readonly<Record<string, Column>> = encoder.columns;
    for (const [slot, body] of bodies) {
      const { team, isBig, id: _, ...numbers } = body;
      teams[slot] = team;
      columns.isBig[slot] = Number(isBig);
      for (const [name, value] of Object.entries(numbers)) columns[name][slot] = value;
    }
  }

  function tick(): void {
    state.tick++;
    fillColumns();
    encoder.beginTick(ids, capacity);
    for (const viewing of clients) look(viewing);
    serializer.applyPatches(clients.map(({ client }) => client));
    for (const viewing of clients) if (!viewing.isPaused) read(viewing);
  }

  /** Lets a client read all that has arrived, and compares what it holds after every frame. */
  function read(viewing: TestClient): void {
    for (const { frame, copy, expected, isLast } of viewing.socket.splice(0)) {
      assert.deepEqual(Buffer.from(frame), copy, "a frame was altered after it had been sent");
      // As the SDK's Room does it, by the first byte.
      if (frame[0] === 14) viewing.sdk.setState(frame, { offset: 1 });
      else viewing.sdk.patch(frame, { offset: 1 });
      compare(viewing, expected, isLast);
    }
  }

  /** Which body a decoded object stands for: it must stay the same one. */
  const idOf = new WeakMap<object, number>();

  function compare({ sdk }: TestClient, expected: ReadonlyMap<number, Held>, isAll: boolean): void {
    comparisons++;
    const held: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    const names = ["x", "far", "exact", "isBig", "small", "deep", "angle", "owner", "secret", "plan"];
    sdk.state.bodies.forEach((body, key) => {
      const slot = Number(key);
      const id = expected.get(slot)?.id;
      assert.equal(idOf.get(body) ?? id, id, `the object of slot ${key} stood for another body before`);
      if (id !== undefined) idOf.set(body, id);
      held[key] = Object.fromEntries(names.map((name) => [name, (body as unknown as Values)[name]]));
    });
    for (const [slot, { values }] of expected) if (isAll || String(slot) in held) wanted[slot] = values;
    assert.deepEqual(held, wanted);
    // The decoder keeps nothing of what is gone: root, two maps, players, bodies.
    assert.equal(sdk.decoder.root.refs.size, 3 + sdk.state.players.size + sdk.state.bodies.size);
  }

  /** After a tick, all who read hold all that they should, and the rest of the state too. */
  function expectTruth(): void {
    for (const viewing of clients) {
      if (viewing.isPaused || viewing.tooSlow) continue;
      compare(viewing, viewing.view.expected, true);
      assert.equal(viewing.sdk.state.tick, state.tick);
      assert.deepEqual([...viewing.sdk.state.players.keys()].sort(), [...state.players.keys()].sort());
    }
  }

  return {
    capacity,
    ids,
    bodies,
    state,
    encoder,
    serializer,
    clients,
    join,
    leave,
    reconnect,
    spawn,
    kill,
    tick,
    read,
    expectTruth,
    comparisons: () => comparisons,
    /** How many pieces of memory patches have come in. */
    memories: () => memories.size,
  };
}

export type TestRoom = ReturnType<typeof createTestRoom>;
