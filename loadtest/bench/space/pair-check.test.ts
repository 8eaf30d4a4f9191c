import { expect, test } from "vitest";
import { updateBoxes } from "../../../server/space/boxes.ts";
import { createBruteForce } from "../../../server/space/broadphase/brute-force.ts";
import { createPairList } from "../../../server/space/broadphase/pair-list.ts";
import { fingerprintOf, isSame, oraclePairs } from "./pair-check.ts";
import { createWorld, PAIR_SCENE_NAMES } from "./scenes.ts";

test.each(PAIR_SCENE_NAMES)("the oracle finds all pairs that there are in %s", (scene) => {
  const { bodies, advance } = createWorld(scene, 300);
  const bruteForce = createBruteForce(bodies);
  const pairs = createPairList();
  for (let tick = 0; tick < 5; tick++) {
    updateBoxes(bodies, false);
    bruteForce.build();
    bruteForce.findPairs(pairs);
    expect(oraclePairs(bodies)).toEqual(fingerprintOf(pairs));
    expect(pairs.count).toBeGreaterThan(0);
    advance();
  }
});

test.each(PAIR_SCENE_NAMES)("the filter decides some pairs of %s", (scene) => {
  const { bodies } = createWorld(scene, 600);
  updateBoxes(bodies, false);
  const filtered = oraclePairs(bodies).count;
  const all = { category: bodies.category.fill(1), mask: bodies.mask.fill(-1) };
  expect(all.category[0]).toBe(1);
  expect(oraclePairs(bodies).count).toBeGreaterThan(filtered);
});

test("a fingerprint does not depend on any order, and tells sets apart", () => {
  const list = (...pairs: [number, number][]) => ({
    a: Int32Array.from(pairs, ([a]) => a),
    b: Int32Array.from(pairs, ([, b]) => b),
    count: pairs.length,
  });
  const original = fingerprintOf(list([1, 2], [7, 3], [0, 9]));
  expect(isSame(fingerprintOf(list([9, 0], [2, 1], [3, 7])), original)).toBe(true);
  expect(isSame(fingerprintOf(list([1, 3], [7, 2], [0, 9])), original)).toBe(false);
  expect(isSame(fingerprintOf(list([1, 2], [7, 3])), original)).toBe(false);
  expect(isSame(fingerprintOf(list([1, 2], [1, 2], [0, 9])), original)).toBe(false);
});
