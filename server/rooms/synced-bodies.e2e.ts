/** The README's rooms that are no arenas: balls, whose values are arrays, and fish, which are Schema objects. Stock SDK clients play. */
import assert from "node:assert/strict";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { matchMaker, Server, type Client as ServerClient } from "@colyseus/core";
import { Client, type Room as ClientRoom } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { BouncingBalls, ROPE, SIZE, type State } from "../examples/bouncing-balls.ts";
import { type Fish, Pond, type PondState } from "../examples/pond.ts";
import { type BodyId, BROAD_PHASE_NAMES, slotOf } from "../space/space.ts";
import { firstGap } from "../testing/player.ts";

/** A condition that has not come true after this time (ms) never will. */
const PATIENCE = 20_000;
/** What float32 may add to a length within the world, in u. */
const ROUNDING = 1e-3;
/** How far (u) a ball's centre may get into a wall: others push it there, and the next tick puts it right. Half its radius. */
const DEPTH = 5;

type Values = Record<string, number>;
type Held = Record<string, Values>;

/** What a room held at a tick, and what each client should have seen of it. */
interface Truth {
  readonly all: Held;
  readonly views: Map<string, Held>;
  readonly contacts: number;
  readonly tautRopes: number;
}

/** The README's room, with a record of the truth. */
class RecordedBalls extends BouncingBalls {
  readonly truths = new Map<number, Truth>();
  /** Broad phases that took over. */
  readonly switches: unknown[] = [];

  override onCreate(): void {
    super.onCreate();
    const { useBroadPhase } = this.space;
    this.space.useBroadPhase = (name) => {
      useBroadPhase(name);
      this.switches.push(name);
    };
  }

  /** Called by each tick, when all that is to be sent is known; and by a timer of Colyseus, which sends nothing new. */
  override broadcastPatch(): boolean {
    if (!this.truths.has(this.state.tick)) this.truths.set(this.state.tick, this.#truth());
    return super.broadcastPatch();
  }

  #truth(): Truth {
    const { ids, slotLimit, x, y, radius, extentX, extentY } = this.space.bodies;
    const all: Held = {};
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === 0) continue;
      const exact = { x: x[slot], y: y[slot], radius: radius[slot], extentX: extentX[slot], extentY: extentY[slot] };
      all[slot] = exact;
    }
    const views = new Map<string, Held>();
    for (const client of this.clients) {
      const view = this.sync.viewerOf(client)?.areas[0] as { centerX: number; centerY: number; width: number };
      const isSeen = (body: Values) => {
        const outsideX = Math.max(0, Math.abs(body.x - view.centerX) - view.width / 2 - body.extentX);
        const outsideY = Math.max(0, Math.abs(body.y - view.centerY) - view.width / 2 - body.extentY);
        return Math.hypot(outsideX, outsideY) <= body.radius;
      };
      const seen = Object.entries(all).filter(([, body]) => isSeen(body));
      views.set(client.sessionId, Object.fromEntries(seen.map(([key, body]) => [key, rounded(body)])));
    }
    const tautRopes = this.ropes.filter(([one, other]) => distance(all[slotOf(one)], all[slotOf(other)]) > ROPE - 1);
    return { all, views, contacts: this.space.contacts.count, tautRopes: tautRopes.length };
  }
}

/** As a client gets it. */
function rounded(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.fround(value)]));
}

function distance(one: Values, other: Values): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Another room of the README, which keeps its bodies as Schema objects of its own. */
class RecordedPond extends Pond {
  override onDrop(client: ServerClient): void {
    Promise.resolve(this.allowReconnection(client, 10)).catch(() => {});
  }

  take(id: BodyId): void {
    this.space.remove(id);
    this.fish.delete(id);
  }

  /** What a client should hold now. */
  seen(): Held {
    const inView = [...this.fish].filter(([, { x }]) => Math.abs(x - 500) <= 150 + 5);
    return Object.fromEntries(inView.map(([id, { x, y, isAsleep }]) => [slotOf(id), { x, y, isAsleep }] as never));
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false, gracefullyShutdown: false });
let url = "";
before(async () => {
  server.define("balls", RecordedBalls);
  server.define("pond", RecordedPond);
  await server.listen(0);
  url = `http://localhost:${((transport.server as HttpServer).address() as AddressInfo).port}`;
});
after(() => server.gracefullyShutdown(false));

/** Resolves at the first patch after which `condition` holds; rejects when it throws. */
function until<T extends { tick: number }>(
  room: ClientRoom<unknown, T>,
  condition: (state: T) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited in vain, to tick ${room.state.tick}`)), PATIENCE);
    const check = (state: T) => {
      try {
        if (!condition(state)) return;
        resolve();
      } catch (error) {
        reject(error as Error);
      }
      clearTimeout(timer);
      room.onStateChange.remove(check);
    };
    room.onStateChange(check);
  });
}

function thingsOf({ things }: State): Held {
  const held: Held = {};
  things.forEach(({ x, y, radius, extentX, extentY }, key) => {
    held[key] = { x, y, radius, extentX, extentY };
  });
  return held;
}

test("balls: clients hold the truth of their view while broad phases change, and play goes on as in a room without", async () => {
  const join = () => new Client(url).joinOrCreate<State>("balls");
  const rooms = [await join(), await join(), await join()];
  const recorded = matchMaker.getLocalRoomById(rooms[0].roomId) as RecordedBalls;
  const calm = await new Client(url).create<State>("balls");
  const calmRecorded = matchMaker.getLocalRoomById(calm.roomId) as RecordedBalls;

  const compared: number[][] = rooms.map(() => []);
  let mostSeen = 0;
  let asked = 0;
  const lastTick = recorded.state.tick + 10 * (BROAD_PHASE_NAMES.length + 2);
  await Promise.all([
    ...rooms.map((room, index) =>
      until(room, (state) => {
        const truth = recorded.truths.get(state.tick)?.views.get(room.sessionId);
        const held = thingsOf(state);
        // Undefined at the tick in which it joined.
        if (truth !== undefined) {
          assert.deepEqual(held, truth, `client ${index} at tick ${state.tick}`);
          compared[index].push(state.tick);
        }
        mostSeen = Math.max(mostSeen, Object.keys(held).length);
        if (index === 0 && asked < BROAD_PHASE_NAMES.length && state.tick % 10 === 0) {
          room.send("broadPhase", BROAD_PHASE_NAMES[asked++]);
        }
        // One looks about, one stays, one sees all.
        if (index === 1) room.send("look", { x: (state.tick * 37) % SIZE, y: (state.tick * 11) % SIZE, size: 300 });
        if (index === 2) room.send("look", { x: SIZE / 2, y: SIZE / 2, size: SIZE });
        return state.tick >= lastTick;
      }),
    ),
    until(calm, ({ tick }) => tick >= lastTick),
  ]);

  for (const ticks of compared) {
    assert.equal(firstGap(ticks), undefined);
    assert.ok(ticks.length > 100, `compared at ${ticks.length} ticks`);
  }
  assert.equal(mostSeen, 204);
  assert.deepEqual(recorded.switches, BROAD_PHASE_NAMES);
  let contacts = 0;
  let tautRopes = 0;
  for (let tick = 1; tick <= lastTick; tick++) {
    const { all, ...truth } = recorded.truths.get(tick) as Truth;
    assert.deepEqual(all, calmRecorded.truths.get(tick)?.all, `tick ${tick}: as without changes of the broad phase`);
    contacts += truth.contacts;
    tautRopes += truth.tautRopes;
    for (const ball of recorded.balls) {
      const { x, y } = all[slotOf(ball)];
      assert.ok(Math.min(x, y, SIZE - x, SIZE - y) > -DEPTH, `tick ${tick}: a ball is at (${x}, ${y})`);
    }
    for (const [one, other] of recorded.ropes) {
      const length = distance(all[slotOf(one)], all[slotOf(other)]);
      assert.ok(length <= ROPE + ROUNDING, `tick ${tick}: a rope is ${length} long`);
    }
  }
  assert.ok(contacts > 100 && tautRopes > 100, `${contacts} contacts, ${tautRopes} taut ropes`);
  await Promise.all([...rooms, calm].map((room) => room.leave()));
});

test("balls: bad messages do no harm, and who leaves is looked for no longer", async () => {
  const room = await new Client(url).create<State>("balls");
  const recorded = matchMaker.getLocalRoomById(room.roomId) as RecordedBalls;
  const hostile = await new Client(url).joinById<State>(room.roomId);
  const closed = new Promise<number>((resolve) => hostile.onLeave(resolve));
  hostile.reconnection.enabled = false;
  hostile.send("x".repeat(200));
  hostile.send("look", { x: Number.NaN, y: 0, size: -1 });
  assert.equal(await closed, 4002);
  const [viewer] = recorded.clients.map((client) => recorded.sync.viewerOf(client));
  const { tick } = room.state;
  await until(room, (state) => state.tick > tick + 5);
  assert.ok(viewer);
  await room.leave();
  assert.throws(() => recorded.sync.interest.restart(viewer), { code: "unknown-viewer" });
});

test("Schema objects of the room's own: clients hold what is in their view, through adding, removing and reconnection", async () => {
  const room = await new Client(url).joinOrCreate<PondState>("pond");
  room.reconnection.minUptime = 0;
  const pond = matchMaker.getLocalRoomById(room.roomId) as RecordedPond;
  const expectTruth = async () => {
    const from = room.state.tick ?? 0;
    await until(room, (state) => {
      // In one process the patch of a tick is read before the next tick comes.
      if (state.tick !== pond.state.tick || state.tick <= from + 2) return false;
      const held: Record<string, object> = {};
      state.fish.forEach(({ x, y, isAsleep }, key) => {
        held[key] = { x, y, isAsleep };
      });
      assert.deepEqual(held, pond.seen());
      return true;
    });
  };
  await expectTruth();
  assert.ok(room.state.fish.size > 10);
  const [taken] = [...pond.fish].find(([, { x, isAsleep }]) => isAsleep && x === 480) ?? [0];
  pond.take(taken);
  const added = pond.spawn(420, 480);
  await expectTruth();
  assert.equal(room.state.fish.get(String(slotOf(added)))?.y, 480);

  const back = new Promise<void>((resolve) => room.onReconnect(() => resolve()));
  room.connection.close(4010);
  await back;
  await expectTruth();

  const fish = pond.fish.get(added) as Fish;
  pond.fish.delete(added);
  assert.throws(() => pond.sync.send(), { code: "NO_OBJECT" });
  pond.fish.set(added, fish);
  await expectTruth();
  await room.leave();
});
