/**
 * What every broad phase must do, whatever it is made of: the pairs and the answers of the oracle (testing/naive.ts), on every
 * scene and through any history of changes. fast-check prints the seed of a history that fails.
 */
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createRandom, type Random } from "../../../shared/random.ts";
import { type BodyId, type BodyStore, createBodyStore, slotOf, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { MAX_MAGNITUDE } from "../errors.ts";
import type { Rectangle } from "../rectangle.ts";
import { createScene, SCENE_NAMES } from "../scenes/scenes.ts";
import { circle, ShapeKind } from "../shapes.ts";
import { naivePairs, naiveQuery, naiveSlots, pairKey } from "../testing/naive.ts";
import { ANY_BODIES, AWKWARD_BODIES, type BodyKind, randomShape } from "../testing/random-bodies.ts";
import { moveStoredScene, stepBroadPhase, storeScene } from "../testing/scene-store.ts";
import type { BroadPhase, BroadPhaseFactory } from "./broad-phase.ts";
import { createBruteForce } from "./brute-force.ts";
import { BROAD_PHASE_NAMES, createBroadPhase } from "./catalog.ts";
import { createDirectionalSweep } from "./directional-sweep.ts";
import { createPairList } from "./pair-list.ts";
import { createSlotList } from "./slot-list.ts";
import { createThreadedSubdivision, type ThreadedBroadPhase } from "./subdivision/parallel-subdivision-threads.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const BOUNDS: Rectangle = { minX: -100, minY: -100, maxX: 100, maxY: 100 };
const TINY_BOUNDS: Rectangle = { minX: 3, minY: 3, maxX: 3.1, maxY: 4 };

/** A broad phase that is tested. */
interface Subject {
  readonly name: string;
  readonly create: BroadPhaseFactory;
  /** The part of the histories that it is led through: starting threads for each takes its time. */
  readonly share: number;
}

const threaded: ThreadedBroadPhase[] = [];
afterEach(async () => {
  await Promise.all(threaded.splice(0).map((broadPhase) => broadPhase.dispose()));
});

/** Those of the catalog, and those that a space is given a function for. */
const SUBJECTS: readonly Subject[] = [
  ...BROAD_PHASE_NAMES.map((name) => ({
    name,
    create: (bodies: BodyStore, bounds: Rectangle) => createBroadPhase(name, bodies, bounds),
    share: 1,
  })),
  ...[
    [1, 0],
    [1, 1],
    [-3, 2],
    [0, -1],
    [1e-9, 1],
  ].map(([x, y]) => ({
    name: `the sweep along (${x}, ${y})`,
    create: (bodies: BodyStore) => createDirectionalSweep(bodies, x, y),
    share: 0.5,
  })),
  ...[1, 2, 4].map((threads) => ({
    name: `the parallel subdivision with ${threads} ${threads === 1 ? "thread" : "threads"}`,
    create: (bodies: BodyStore) => {
      const broadPhase = createThreadedSubdivision(bodies, threads);
      threaded.push(broadPhase);
      return broadPhase;
    },
    share: threads === 1 ? 1 : 0.1,
  })),
];

const pairs = createPairList();
const found = createSlotList();

/** Fails at the first pair that is missing, wrong or given twice. */
function expectPairs(broadPhase: BroadPhase, store: WritableBodyStore): void {
  broadPhase.findPairs(pairs);
  const keys = new Float64Array(pairs.count);
  for (let i = 0; i < pairs.count; i++) {
    keys[i] = pairKey(Math.min(pairs.a[i], pairs.b[i]), Math.max(pairs.a[i], pairs.b[i]));
  }
  keys.sort();
  const expected = naivePairs(store);
  const at = keys.findIndex((key, i) => key !== expected[i]);
  expect({ at, key: keys[at], count: keys.length }).toEqual({ at: -1, key: undefined, count: expected.length });
  expect(broadPhase.counters.pairs).toBe(expected.length);
}

/**
 * Fails unless a query gives every body whose box overlaps the rectangle, none twice, and none that is gone; whatever it
 * says of slots that changed since the build.
 */
function expectQuery(broadPhase: BroadPhase, store: WritableBodyStore, rectangle: Rectangle): void {
  const { minX, minY, maxX, maxY } = rectangle;
  found.count = 0;
  broadPhase.queryRect(minX, minY, maxX, maxY, found);
  const slots = new Set(found.slots.subarray(0, found.count));
  const missed = naiveQuery(store, rectangle).filter((slot) => store.isChanged[slot] === 0 && !slots.has(slot));
  const gone = [...slots].filter((slot) => store.isChanged[slot] === 0 && store.ids[slot] === 0);
  const twice = found.count - slots.size;
  if (missed.length + gone.length + twice === 0) return;
  expect({ rectangle, missed, gone, twice }).toEqual({ rectangle, missed: [], gone: [], twice: 0 });
}

/** A rectangle of which each edge is one of some body's box, or far away. */
function rectangleOfEdges(store: WritableBodyStore, random: Random): Rectangle {
  const slots = naiveSlots(store);
  const edge = (least: Float32Array, greatest: Float32Array) => {
    if (slots.length === 0 || random.integer(8) === 0) return random.between(-1, 1) * MAX_MAGNITUDE;
    const slot = slots[random.integer(slots.length)];
    return [least[slot], greatest[slot], (least[slot] + greatest[slot]) / 2][random.integer(3)];
  };
  const { minX, minY, maxX, maxY } = store.boxes;
  const [x1, y1] = [edge(minX, maxX), edge(minY, maxY)];
  const [x2, y2] = random.integer(4) === 0 ? [x1, y1] : [edge(minX, maxX), edge(minY, maxY)];
  return { minX: Math.min(x1, x2), minY: Math.min(y1, y2), maxX: Math.max(x1, x2), maxY: Math.max(y1, y2) };
}

/** One step, as a space does it, and what has to hold after. */
function stepAndCheck(broadPhase: BroadPhase, store: WritableBodyStore, random: Random, sweep: boolean): void {
  if (sweep) store.markMoved();
  updateBoxes(store, sweep);
  broadPhase.build();
  expectPairs(broadPhase, store);
  store.settle();
  for (let i = 0; i < 3; i++) expectQuery(broadPhase, store, rectangleOfEdges(store, random));
}

/** Bits that bodies of a history have as category and mask; most meet each other. */
const FILTERS = [1, 2, 3, -1, -1, -1, 1 << 31];

/** Everything that may happen between two builds, one at a time. */
class History {
  readonly store: WritableBodyStore;
  readonly broadPhase: BroadPhase;
  readonly random: Random;
  readonly kind: BodyKind;
  readonly sweep: boolean;
  readonly ids: BodyId[] = [];
  removals = 0;

  constructor(create: BroadPhaseFactory, seed: number, kind: BodyKind, bounds: Rectangle) {
    this.random = createRandom(seed);
    this.kind = kind;
    this.sweep = this.random.integer(2) === 1;
    // Small ones run full, so that slots are given out again.
    this.store = createBodyStore([1, 60, 400][this.random.integer(3)]);
    this.broadPhase = create(this.store, bounds);
  }

  coordinate(): number {
    return this.kind.coordinate(this.random);
  }

  any(): number {
    return this.random.integer(this.ids.length);
  }

  add(): void {
    const { random, kind, store, ids } = this;
    if (store.count + this.removals >= store.capacity) return;
    const still = random.integer(3) === 0;
    const category = FILTERS[random.integer(FILTERS.length)];
    const mask = FILTERS[random.integer(FILTERS.length)];
    ids.push(
      store.add(randomShape(random, kind.size), this.coordinate(), this.coordinate(), { still, category, mask }),
    );
  }

  /** Many at once. */
  crowd(): void {
    for (let i = 0; i < 60; i++) this.add();
  }

  /** A little way, as bodies move from one step to the next. */
  nudge(): void {
    const slot = slotOf(this.ids[this.any()]);
    const { x, y } = this.store;
    const near = (value: number) => Math.min(Math.max(value, -MAX_MAGNITUDE), MAX_MAGNITUDE);
    const distance = this.random.integer(2) === 0 ? 12.5 : this.random.next();
    this.store.move(this.store.ids[slot], near(x[slot] + distance), near(y[slot] - distance));
  }

  /** All of them, a little way. */
  drift(): void {
    for (const id of this.ids) {
      const slot = slotOf(id);
      const step = this.random.between(-1, 1);
      const x = Math.min(Math.max(this.store.x[slot] + step, -MAX_MAGNITUDE), MAX_MAGNITUDE);
      this.store.move(id, x, this.store.y[slot]);
    }
  }

  move(): void {
    this.store.move(this.ids[this.any()], this.coordinate(), this.coordinate());
  }

  teleport(): void {
    this.store.teleport(this.ids[this.any()], this.coordinate(), this.coordinate());
  }

  /** All of them, anywhere: nothing is where it was. */
  shuffle(): void {
    for (const id of this.ids) this.store.teleport(id, this.coordinate(), this.coordinate());
  }

  resize(): void {
    const id = this.ids[this.any()];
    const kind = this.store.shape[slotOf(id)];
    if (kind !== ShapeKind.circle && kind !== ShapeKind.capsule) return;
    this.store.resize(id, this.kind.size(this.random));
  }

  reshape(): void {
    this.store.reshape(this.ids[this.any()], randomShape(this.random, this.kind.size));
  }

  setStill(): void {
    this.store.setStill(this.ids[this.any()], this.random.integer(2) === 0);
  }

  setFilter(): void {
    const { random } = this;
    const category = FILTERS[random.integer(FILTERS.length)];
    this.store.setFilter(this.ids[this.any()], category, FILTERS[random.integer(FILTERS.length)]);
  }

  remove(): void {
    this.store.remove(this.ids.splice(this.any(), 1)[0]);
    this.removals++;
  }

  /** Half of them go. */
  cull(): void {
    for (let i = this.ids.length >> 1; i > 0; i--) this.remove();
  }

  /** The first one goes and a new one comes, and is altered before anyone has seen it. */
  replace(): void {
    this.remove();
    this.add();
    if (this.ids.length > 0) this.move();
  }

  step(): void {
    stepAndCheck(this.broadPhase, this.store, this.random, this.sweep);
    this.removals = 0;
  }

  query(): void {
    expectQuery(this.broadPhase, this.store, rectangleOfEdges(this.store, this.random));
  }
}

const onAny = ["nudge", "drift", "move", "teleport", "shuffle", "resize", "reshape", "setStill", "setFilter"] as const;
const onAnyToo = ["remove", "cull", "replace"] as const;
const needsABody: ReadonlySet<string> = new Set([...onAny, ...onAnyToo]);
type Command = "add" | "crowd" | "step" | "query" | (typeof onAny)[number] | (typeof onAnyToo)[number];

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("add" as const, "crowd" as const) },
    { weight: 8, arbitrary: fc.constantFrom(...onAny) },
    { weight: 2, arbitrary: fc.constantFrom(...onAnyToo) },
    { weight: 4, arbitrary: fc.constant("step" as const) },
    { weight: 1, arbitrary: fc.constant("query" as const) },
  ),
  { maxLength: 40, size: "max" },
);

function runHistory(history: History, each: readonly Command[]): void {
  for (const command of each) {
    if (history.ids.length === 0 && needsABody.has(command)) continue;
    history[command]();
  }
  history.step();
  // Once more, with nothing changed.
  history.step();
}

/** Bounds of any size, at the origin, beside it or far away from it. */
const anyBounds: fc.Arbitrary<Rectangle> = fc
  .record({
    minX: fc.constantFrom(0, -100, 7, -MAX_MAGNITUDE, 1e9),
    minY: fc.constantFrom(0, -100, 7, -MAX_MAGNITUDE, 1e9),
    width: fc.constantFrom(1e-9, 1, 200, 1e12),
    height: fc.constantFrom(1e-9, 1, 200, 1e12),
  })
  .map(({ minX, minY, width, height }) => ({ minX, minY, maxX: minX + width, maxY: minY + height }))
  .filter(({ minX, minY, maxX, maxY }) => minX < maxX && minY < maxY && Math.max(maxX, maxY) <= MAX_MAGNITUDE);

describe.each(SUBJECTS)("$name", ({ create, share }) => {
  test.each(SCENE_NAMES)("finds the pairs of the scene %s, and its queries, as it moves", (sceneName) => {
    const random = createRandom(9);
    const populations = [
      [250, 3, 4],
      [0, 1, 2],
      [1, 1, 2],
      [17, 2, 3],
      [600, 4, 1],
    ];
    for (const [count, seed, steps] of populations.slice(0, Math.ceil(populations.length * share))) {
      for (const isFitting of count === 250 ? [true, false] : [true]) {
        const scene = createScene(sceneName, count, seed);
        const store = storeScene(scene);
        const broadPhase = create(store, isFitting ? scene.bounds : TINY_BOUNDS);
        for (let step = 0; step < steps; step++) {
          stepAndCheck(broadPhase, store, random, false);
          moveStoredScene(store, scene);
        }
      }
    }
  });

  test("keeps up with any history of awkward bodies", () => {
    fc.assert(
      fc.property(fc.integer(), commands, (seed, each) => {
        runHistory(new History(create, seed, AWKWARD_BODIES, BOUNDS), ["crowd", ...each]);
      }),
      { numRuns: Math.ceil(100 * share) },
    );
  });

  test("keeps up with any history of bodies of any place and size, in any bounds", () => {
    fc.assert(
      fc.property(fc.integer(), anyBounds, commands, (seed, bounds, each) => {
        runHistory(new History(create, seed, ANY_BODIES, bounds), ["crowd", ...each]);
      }),
      { numRuns: Math.ceil(70 * share) },
    );
  });

  test("begins at any moment of a history", () => {
    fc.assert(
      fc.property(fc.integer(), commands, (seed, each) => {
        const history = new History(createBruteForce, seed, AWKWARD_BODIES, BOUNDS);
        runHistory(history, ["crowd", ...each]);
        const { store, random, sweep } = history;
        // Nothing is marked as changed now, so all that it knows it has to read from the store.
        stepAndCheck(create(store, BOUNDS), store, random, sweep);
      }),
      { numRuns: Math.ceil(25 * share) },
    );
  });

  test("a query before the first build finds nothing and fails at nothing", () => {
    const store = createBodyStore(10);
    found.count = 0;
    create(store, BOUNDS).queryRect(-1, -1, 1, 1, found);
    expect(found.count).toBe(0);
  });

  test("a query appends", () => {
    const store = createBodyStore(1);
    store.add(circle(1), 0, 0);
    updateBoxes(store, false);
    const broadPhase = create(store, BOUNDS);
    broadPhase.build();
    const list = { slots: Int32Array.of(7), count: 1 };
    broadPhase.queryRect(-1, -1, 1, 1, list);
    broadPhase.queryRect(5, 5, 6, 6, list);
    expect([...list.slots.subarray(0, list.count)]).toEqual([7, 0]);
  });

  test("bodies on the edges of cells, and on both sides of zero, are paired once", () => {
    const store = createBodyStore(400);
    for (let i = 0; i < 400; i++) {
      store.add(circle(i % 2 === 0 ? 0 : 10), ((i % 20) - 10) * 10, (Math.floor(i / 20) - 10) * 10);
    }
    stepAndCheck(create(store, BOUNDS), store, createRandom(1), false);
  });

  test.each(SCENE_NAMES)("shows every body of the scene %s in its lists, and counts what it shows", (sceneName) => {
    const scene = createScene(sceneName, 120, 5);
    const store = storeScene(scene);
    const removed = store.ids[60];
    const broadPhase = create(store, scene.bounds);
    stepBroadPhase(store, broadPhase, pairs);
    store.remove(removed);
    stepBroadPhase(store, broadPhase, pairs);
    const lists = broadPhase.inspect().regions.map(({ slots }) => slots);
    expect(lists.length).toBe(broadPhase.counters.regions);
    expect(lists.reduce((sum, { length }) => sum + length, 0)).toBe(broadPhase.counters.entries);
    expect([...new Set(lists.flat())].sort((a, b) => a - b)).toEqual(naiveSlots(store));
  });
});
