import { expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { createScene } from "../scenes/scenes.ts";
import { circle } from "../shapes.ts";
import { stepBroadPhase, storeScene } from "../testing/scene-store.ts";
import type { InspectedRegion } from "./broad-phase.ts";
import { createPairList } from "./pair-list.ts";
import { createQuadtree, type Quadtree, type QuadtreeSettings } from "./quadtree.ts";

const BOUNDS = { minX: -64, minY: -64, maxX: 64, maxY: 64 };
const pairs = createPairList();

function leavesOf(tree: Quadtree): InspectedRegion[] {
  const leaves: InspectedRegion[] = [];
  tree.visitLeaves((leaf) => leaves.push(leaf));
  return leaves;
}

function build(store: WritableBodyStore, settings?: QuadtreeSettings): Quadtree {
  const tree = createQuadtree(store, BOUNDS, settings);
  stepBroadPhase(store, tree, pairs);
  return tree;
}

function queryAll(tree: Quadtree): number[] {
  const list = { slots: new Int32Array(1), count: 0 };
  tree.queryRect(-1e12, -1e12, 1e12, 1e12, list);
  return [...list.slots.subarray(0, list.count)].sort((a, b) => a - b);
}

test("one body more than the capacity, all in one place, is not split without end", () => {
  const store = createBodyStore(5);
  for (let i = 0; i < 5; i++) store.add(circle(0), 10.3, 10.3);
  const tree = build(store, { capacity: 4, maxDepth: 6 });
  expect(tree.counters).toMatchObject({ regions: 1, entries: 5, pairs: 10, boxTests: 10 });
  expect(Math.max(...leavesOf(tree).map(({ depth }) => depth))).toBe(6);
});

test("16 points of which one lies across the borders are each found once", () => {
  const store = createBodyStore(16);
  for (let i = 0; i < 15; i++) store.add(circle(0), i * 8 - 60, 60 - i * 8);
  store.add(circle(20), 0, 0);
  const tree = build(store, { capacity: 4, maxDepth: 5 });
  expect(tree.counters.entries).toBeGreaterThan(16);
  expect(queryAll(tree)).toEqual([...Array(16).keys()]);
});

test("a body of no size on the very border of four nodes survives the split", () => {
  const store = createBodyStore(20);
  for (let i = 0; i < 18; i++) store.add(circle(0), i * 7 - 60, ((i * 29) % 120) - 60);
  store.add(circle(0), 0, 0);
  store.add(circle(0), 0, 0);
  updateBoxes(store, false);
  // Of no size to the last digit, which rounding outward would not leave it.
  for (const edge of Object.values(store.boxes)) edge.fill(0, 18);
  const tree = createQuadtree(store, BOUNDS, { capacity: 2, maxDepth: 8 });
  tree.build();
  tree.findPairs(pairs);
  expect(leavesOf(tree).length).toBeGreaterThan(4);
  expect(tree.counters.pairs).toBe(1);
  expect(queryAll(tree)).toEqual([...Array(20).keys()]);
  const list = { slots: new Int32Array(1), count: 0 };
  tree.queryRect(0, 0, 0, 0, list);
  expect(list.count).toBe(2);
});

test("boxes that touch on the very border of two nodes are a pair", () => {
  const store = createBodyStore(12);
  for (let i = 0; i < 12; i++) store.add(circle(1), i * 10 - 55, 30);
  updateBoxes(store, false);
  store.boxes.maxX[0] = 0;
  store.boxes.minX[0] = -1;
  store.boxes.minX[11] = 0;
  store.boxes.maxX[11] = 1;
  const tree = createQuadtree(store, BOUNDS, { capacity: 2, maxDepth: 3 });
  tree.build();
  tree.findPairs(pairs);
  const found = Array.from({ length: pairs.count }, (_, i) => `${pairs.a[i]},${pairs.b[i]}`);
  expect(found.filter((pair) => pair === "0,11" || pair === "11,0").length).toBe(1);
});

test("leaves hold no more than the capacity, unless they are at the greatest depth", () => {
  const store = createBodyStore(500);
  const random = createRandom(4);
  for (let i = 0; i < 500; i++) store.add(circle(0.01), random.between(-64, 64), random.between(-64, 0));
  const tree = build(store, { capacity: 8, maxDepth: 12 });
  const leaves = leavesOf(tree);
  expect(leaves.length).toBeGreaterThan(500 / 8);
  for (const { slots, depth } of leaves) expect(slots.length <= 8 || depth === 12).toBe(true);
  expect(Math.max(...leavesOf(build(store, { capacity: 8, maxDepth: 2 })).map(({ depth }) => depth))).toBe(2);
});

test("leaves tile the plane, and each holds the bodies whose boxes meet it", () => {
  const store = createBodyStore(300);
  const random = createRandom(6);
  for (let i = 0; i < 300; i++)
    store.add(circle(random.between(0, 9)), random.between(-90, 90), random.between(-90, 90));
  const tree = build(store, { capacity: 6, maxDepth: 6 });
  const { minX, minY, maxX, maxY } = store.boxes;
  const leaves = leavesOf(tree);
  for (const leaf of leaves) {
    const meeting = [...minX.keys()].filter(
      (i) => minX[i] < leaf.maxX && maxX[i] >= leaf.minX && minY[i] < leaf.maxY && maxY[i] >= leaf.minY,
    );
    expect([...leaf.slots]).toEqual(meeting);
  }
  for (let i = 0; i < 200; i++) {
    const x = random.between(-200, 200);
    const y = random.between(-200, 200);
    const holding = leaves.filter((leaf) => leaf.minX <= x && x < leaf.maxX && leaf.minY <= y && y < leaf.maxY);
    expect(holding.length).toBe(1);
  }
});

test("giants, each in every node, do not blow the tree up", () => {
  const scene = createScene("giants", 400, 1);
  const store = storeScene(scene);
  const tree = createQuadtree(store, scene.bounds);
  stepBroadPhase(store, tree, pairs);
  expect(tree.counters.entries).toBeLessThanOrEqual(400 * 8);
});
