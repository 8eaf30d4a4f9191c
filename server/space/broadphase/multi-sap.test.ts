import { expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore, slotOf } from "../bodies.ts";
import { circle } from "../shapes.ts";
import { stepBroadPhase } from "../testing/scene-store.ts";
import type { BroadPhase } from "./broad-phase.ts";
import { createMultiSap } from "./multi-sap.ts";
import { createPairList } from "./pair-list.ts";
import { createSweepAndPrune } from "./sweep-and-prune.ts";

const BOUNDS = { minX: 0, minY: 0, maxX: 1600, maxY: 1600 };
const pairs = createPairList();

/**
 * Two clusters over the same x range, 540 u apart, farther than a region is tall. The upper one slides past the lower one without
 * any two bodies of a cluster changing their order.
 * @returns the swaps of one step of it
 */
function swapsOfSlidingCluster(create: (store: ReturnType<typeof createBodyStore>) => BroadPhase): number {
  const store = createBodyStore(512);
  const random = createRandom(5);
  const upper = Array.from({ length: 100 }, () =>
    store.add(circle(1), random.between(10, 1500), random.between(500, 530)),
  );
  for (let i = 0; i < 100; i++) store.add(circle(1), random.between(10, 1500), random.between(1070, 1100));
  const broadPhase = create(store);
  stepBroadPhase(store, broadPhase, pairs);
  for (const id of upper) store.move(id, store.x[slotOf(id)] + 80, store.y[slotOf(id)]);
  stepBroadPhase(store, broadPhase, pairs);
  return broadPhase.counters.swaps;
}

test("two distant clusters that share an x range cause no swaps between them", () => {
  expect(swapsOfSlidingCluster((store) => createMultiSap(store, BOUNDS))).toBe(0);
  expect(swapsOfSlidingCluster(createSweepAndPrune)).toBeGreaterThan(300);
});

test("a body has an entry in every region that it meets, and no more than there are", () => {
  const store = createBodyStore(1024);
  const multiSap = createMultiSap(store, BOUNDS);
  // 1024 / 64 bodies: four regions by four, of 400 u.
  store.add(circle(10), 200, 200);
  store.add(circle(10), 400, 400);
  store.add(circle(10), 400, 1000);
  stepBroadPhase(store, multiSap, pairs);
  expect(multiSap.counters.entries).toBe(1 + 4 + 2);
  const giant = store.add(circle(1e9), 0, 0);
  stepBroadPhase(store, multiSap, pairs);
  expect(multiSap.counters).toMatchObject({ entries: 7 + 16, regions: 16, pairs: 3 });
  store.remove(giant);
  stepBroadPhase(store, multiSap, pairs);
  expect(multiSap.counters).toMatchObject({ entries: 7, pairs: 0 });
});
