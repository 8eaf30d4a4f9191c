import { expect, test } from "vitest";
import { createBodyStore } from "../bodies.ts";
import { circle } from "../shapes.ts";
import { stepBroadPhase } from "../testing/scene-store.ts";
import { createBruteForce } from "./brute-force.ts";
import { createPairList } from "./pair-list.ts";

test.each([
  [5, 10],
  [10, 45],
  [15, 105],
  [20, 190],
])("%i bodies cost %i tests", (count, tests) => {
  const store = createBodyStore(count);
  for (let i = 0; i < count; i++) store.add(circle(1), i * 10, 0);
  const bruteForce = createBruteForce(store);
  stepBroadPhase(store, bruteForce, createPairList());
  expect(bruteForce.counters).toMatchObject({ boxTests: tests, pairs: 0, regions: 1, entries: count });
});

test("pairs that may not meet, and two still bodies, are not tested", () => {
  const store = createBodyStore(4);
  store.add(circle(1), 0, 0, { category: 1, mask: 2 });
  store.add(circle(1), 0, 0, { category: 1, mask: 2 });
  store.add(circle(1), 0, 0, { category: 2, mask: 1, still: true });
  store.add(circle(1), 0, 0, { category: 2, mask: 1, still: true });
  const bruteForce = createBruteForce(store);
  stepBroadPhase(store, bruteForce, createPairList());
  expect(bruteForce.counters).toMatchObject({ boxTests: 4, pairs: 4 });
});
