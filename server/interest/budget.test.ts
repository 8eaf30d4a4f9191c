import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { circle, createSpace, slotOf } from "../space/space.ts";
import { createInterest, type Viewer } from "./interest.ts";

const BOUNDS = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 };
const AREA = { centerX: 500, centerY: 500, width: 1000, height: 1000 };
const COSTS = { whole: 20, entry: 40, exit: 4 };
const CHANGE = 10;

/** @param every how often changes are sent at most, wherever. */
function crowd(bodies: number, budget: number, weights: readonly number[] = [1], every = 1) {
  const space = createSpace({ bounds: BOUNDS, capacity: bodies + 200 });
  const changed = new Uint16Array(bodies + 200);
  const kindOf = new Uint8Array(bodies + 200);
  const interest = createInterest(space, {
    kindOf,
    kinds: weights.map((weight) => ({ weight, rates: [{ beyond: 0, every }] })),
    bytes: { changed, ...COSTS },
  });
  const viewer = interest.addViewer({ budget });
  viewer.areas = [AREA];
  const random = createRandom(5);
  const ids = Array.from({ length: bodies }, (_, i) => {
    const id = space.add(circle(5), random.between(0, 1000), random.between(0, 1000));
    kindOf[slotOf(id)] = i % weights.length;
    return id;
  });
  return { space, interest, viewer, changed, kindOf, ids };
}

test("never more bytes than the budget, whatever changes, enters and leaves", () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 400 }), fc.integer(), (budget, seed) => {
      const { space, interest, viewer, changed, ids } = crowd(60, budget);
      const random = createRandom(seed);
      /** By slot: bytes of changes since the viewer was last told. */
      const untold = new Uint16Array(changed.length);
      for (let update = 0; update < 30; update++) {
        for (const id of ids) {
          changed[slotOf(id)] = random.next() < 0.5 ? CHANGE : 0;
          // Few leave at once: exits are told whatever the budget.
          untold[slotOf(id)] += changed[slotOf(id)];
          if (random.next() < 0.02) space.move(id, random.next() < 0.5 ? 5000 : 500, 500);
        }
        interest.update();
        const { due, entered, left } = viewer;
        const exits = left.count * COSTS.exit;
        let bytes = exits + entered.count * COSTS.entry;
        for (const slot of due.slots.subarray(0, due.count)) {
          bytes += Math.min(COSTS.whole, untold[slot]);
          untold[slot] = 0;
        }
        for (const slot of entered.slots.subarray(0, entered.count)) untold[slot] = 0;
        expect(bytes).toBeLessThanOrEqual(Math.max(budget, exits));
      }
    }),
    { numRuns: 50 },
  );
});

test("what enters waits for the budget, is not seen before it is told of, and comes in the end", () => {
  const { interest, viewer, ids } = crowd(20, 100);
  interest.update();
  expect(viewer.seen.count).toBe(2);
  const waiting = ids.filter((id) => !interest.explain(viewer, id).seen);
  expect(interest.explain(viewer, waiting[0])).toMatchObject({ reason: "waits for the budget", waited: 1 });
  for (let update = 0; update < 9; update++) interest.update();
  expect(viewer.seen.count).toBe(20);
});

test("always-seen bodies are told of at once, whatever the budget", () => {
  const { space, interest, viewer, changed } = crowd(50, 40);
  const own = Array.from({ length: 5 }, (_, i) => space.add(circle(5), 5000, 100 * i));
  viewer.alwaysSeen = [{ ids: Int32Array.from(own), count: own.length }];
  changed.fill(CHANGE);
  interest.update();
  for (const id of own) expect(interest.explain(viewer, id)).toMatchObject({ seen: true, reason: "always seen" });
  interest.update();
  const due = [...viewer.due.slots.subarray(0, viewer.due.count)];
  for (const id of own) expect(due).toContain(slotOf(id));
});

test("a body that did not change costs nothing and holds nothing up", () => {
  const { interest, viewer, changed, ids } = crowd(10, 40);
  for (let update = 0; update < 12; update++) interest.update();
  expect(viewer.seen.count).toBe(10);
  changed[slotOf(ids[3])] = CHANGE;
  interest.update();
  expect([...viewer.due.slots.subarray(0, viewer.due.count)]).toEqual([slotOf(ids[3])]);
  expect(viewer.due.ages[0]).toBe(1);
});

test("an always-seen body that did not change costs nothing", () => {
  const { space, interest, viewer, changed, ids } = crowd(10, 40);
  for (let update = 0; update < 12; update++) interest.update();
  const own = Array.from({ length: 5 }, (_, i) => space.add(circle(5), 5000, 100 * i));
  viewer.alwaysSeen = [{ ids: Int32Array.from(own), count: own.length }];
  interest.update();
  changed[slotOf(ids[3])] = CHANGE;
  interest.update();
  expect(viewer.due.slots.subarray(0, viewer.due.count)).toContain(slotOf(ids[3]));
});

test("what is sent at any price leaves the rest of the budget, and no more", () => {
  const { space, interest, viewer, changed, ids } = crowd(10, 40);
  for (let update = 0; update < 12; update++) interest.update();
  changed.fill(CHANGE);
  const own = [space.add(circle(5), 5000, 100), space.add(circle(5), 5000, 200)];
  viewer.alwaysSeen = [{ ids: Int32Array.from(own), count: own.length }];
  interest.update();
  expect([viewer.entered.count, viewer.due.count]).toEqual([2, 0]);
  interest.update();
  // 10 bytes for each of the two, and 20 for a body that waited.
  expect(viewer.due.count).toBe(3);
  for (const id of ids.slice(0, 5)) space.remove(id);
  interest.update();
  expect([viewer.left.count, viewer.due.count]).toEqual([5, 2]);
});

test.each([
  [[1], 40, 60],
  [[1], 100, 90],
  [[1, 4], 60, 60],
  [[1, 2, 8], 60, 100],
] as const)("nothing starves: weights %j, %i bodies, %i bytes", (weights, bodies, budget) => {
  const { interest, viewer, changed, ids } = crowd(bodies, budget, weights);
  changed.fill(CHANGE);
  for (let update = 0; update < 4 * bodies; update++) interest.update();
  expect(viewer.seen.count).toBe(bodies);
  const waits = createWaits();
  for (let update = 0; update < 400; update++) {
    interest.update();
    waits.count(ids.map(slotOf), viewer);
  }
  // Nothing enters any more.
  const fair = Math.ceil(bodies / Math.floor(budget / COSTS.whole));
  for (const [i, id] of ids.entries()) {
    const weight = weights[i % weights.length];
    expect(waits.longest(slotOf(id)), `weight ${weight}`).toBeLessThanOrEqual(mostUpdates(fair, weights, weight));
  }
});

test("nothing starves while bodies enter and leave, whatever the weights and rates", () => {
  let nearest = 0;
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(1, 1, 3),
      fc.integer({ min: 5, max: 40 }),
      fc.integer({ min: 60, max: 300 }),
      fc.integer(),
      (weights, every, bodies, budget, seed) => {
        const { space, interest, viewer, changed, ids } = crowd(bodies, budget, weights, every);
        changed.fill(CHANGE);
        const random = createRandom(seed);
        const waits = createWaits();
        let [mostWanted, mostExits] = [0, 0];
        for (let update = 0; update < 150; update++) {
          // At most a few, so that exits leave room for a body.
          for (let moved = random.integer(4); moved > 0; moved--) {
            space.move(ids[random.integer(bodies)], random.integer(2) * 5000, 500);
          }
          interest.update();
          const wanted = ids.map(slotOf).filter((slot) => space.bodies.x[slot] < 1005);
          waits.count(wanted, viewer);
          mostWanted = Math.max(mostWanted, wanted.length);
          mostExits = Math.max(mostExits, viewer.left.count);
        }
        const fair = Math.ceil(mostWanted / Math.floor((budget - mostExits * COSTS.exit) / COSTS.entry));
        for (const [i, id] of ids.entries()) {
          const most = mostUpdates(fair, weights, weights[i % weights.length]) + every - 1;
          const longest = waits.longest(slotOf(id));
          expect(longest).toBeLessThanOrEqual(most);
          nearest = Math.max(nearest, longest / most);
        }
      },
    ),
    { numRuns: 150 },
  );
  // The bound is not idle.
  expect(nearest).toBeGreaterThan(0.7);
});

/** The bound of budget.ts. @param fair its N. */
function mostUpdates(fair: number, weights: readonly number[], own: number): number {
  const most = Math.max(...weights);
  return most === Math.min(...weights) ? fair : Math.ceil((1 + most / own) * fair);
}

/** Counts for how many updates bodies that are wanted, and change in each update, are told nothing of. */
function createWaits() {
  const now = new Map<number, number>();
  const longest = new Map<number, number>();
  return {
    count(wanted: readonly number[], { entered, due }: Viewer): void {
      const told = new Set([entered, due].flatMap(({ slots, count }) => [...slots.subarray(0, count)]));
      for (const slot of now.keys()) if (!wanted.includes(slot)) now.delete(slot);
      for (const slot of wanted) {
        const waited = (now.get(slot) ?? 0) + 1;
        longest.set(slot, Math.max(waited, longest.get(slot) ?? 0));
        now.set(slot, told.has(slot) ? 0 : waited);
      }
    },
    /** In updates, that of being told included. */
    longest: (slot: number) => longest.get(slot) ?? 0,
  };
}
