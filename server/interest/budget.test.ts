import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { circle, createSpace, slotOf } from "../space/space.ts";
import { createInterest } from "./interest.ts";

const BOUNDS = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 };
const AREA = { centerX: 500, centerY: 500, width: 1000, height: 1000 };
const COSTS = { whole: 20, entry: 40, exit: 4 };
const CHANGE = 10;

function crowd(bodies: number, budget: number, weights: readonly number[] = [1]) {
  const space = createSpace({ bounds: BOUNDS, capacity: bodies + 200 });
  const changed = new Uint16Array(bodies + 200);
  const kindOf = new Uint8Array(bodies + 200);
  const interest = createInterest(space, {
    kindOf,
    kinds: weights.map((weight) => ({ weight })),
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

test.each([
  [[1], 40, 60],
  [[1], 100, 90],
  [[1, 4], 60, 60],
  [[1, 2, 8], 60, 100],
] as const)("nothing starves: weights %j, %i bodies, %i bytes", (weights, bodies, budget) => {
  const { interest, viewer, changed, kindOf, ids } = crowd(bodies, budget, weights);
  changed.fill(CHANGE);
  for (let update = 0; update < 4 * bodies; update++) interest.update();
  expect(viewer.seen.count).toBe(bodies);
  const sentAt = new Map(ids.map((id) => [slotOf(id), 0]));
  const longest = new Map(ids.map((id) => [slotOf(id), 0]));
  for (let update = 1; update <= 400; update++) {
    interest.update();
    for (const slot of viewer.due.slots.subarray(0, viewer.due.count)) {
      longest.set(slot, Math.max(longest.get(slot) as number, update - (sentAt.get(slot) as number)));
      sentAt.set(slot, update);
    }
  }
  const equal = Math.ceil((bodies * COSTS.whole) / (budget - COSTS.whole)) + 1;
  for (const id of ids) {
    const slot = slotOf(id);
    const bound = weights.length === 1 ? equal : equal * (1 + Math.max(...weights) / weights[kindOf[slot]]);
    expect(longest.get(slot), `weight ${weights[kindOf[slot]]}`).toBeLessThanOrEqual(bound);
    expect(sentAt.get(slot)).toBeGreaterThan(400 - bound);
  }
});
