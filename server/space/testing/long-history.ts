import { expect } from "vitest";
import { createRandom, type Random } from "../../../shared/random.ts";
import { type BodyId, type BodyStore, createBodyStore, slotOf, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import type { BroadPhase } from "../broadphase/broad-phase.ts";
import { createPairList } from "../broadphase/pair-list.ts";
import type { Rectangle } from "../rectangle.ts";
import { circle } from "../shapes.ts";
import { naivePairs, pairKey } from "./naive.ts";

const pairs = createPairList();

/** The `pairKey`s, ascending, of the pairs that a broad phase gives. */
export function foundPairs(broadPhase: BroadPhase): Float64Array {
  broadPhase.findPairs(pairs);
  const keys = new Float64Array(pairs.count);
  for (let i = 0; i < pairs.count; i++) {
    keys[i] = pairKey(Math.min(pairs.a[i], pairs.b[i]), Math.max(pairs.a[i], pairs.b[i]));
  }
  return keys.sort();
}

/** One step, as a space does it. Fails unless the pairs are those of the oracle. @returns their `pairKey`s, ascending */
export function stepAndCompare(broadPhase: BroadPhase, store: WritableBodyStore, at: string): Float64Array {
  updateBoxes(store, false);
  broadPhase.build();
  const found = foundPairs(broadPhase);
  const expected = naivePairs(store);
  const wrong = found.findIndex((key, i) => key !== expected[i]);
  expect({ at, wrong, count: found.length }).toEqual({ at, wrong: -1, count: expected.length });
  store.settle();
  return found;
}

/**
 * A long life of a few hundred bodies that drift: what is kept from step to step gets old, is repaired and made anew many
 * times over, while some bodies jump, change, go and come. Fails at the first step whose pairs are not the oracle's.
 *
 * @param speed how far a body drifts in a step, in u, in a world of 200 u
 * @param onStep told of each step, with the pairs found
 */
export function liveLong(
  create: (bodies: BodyStore, bounds: Rectangle) => BroadPhase,
  seed: number,
  speed: number,
  steps: number,
  onStep: (found: Float64Array) => void = () => {},
): void {
  const random = createRandom(seed);
  const store = createBodyStore(400);
  const broadPhase = create(store, { minX: -100, minY: -100, maxX: 100, maxY: 100 });
  const ids: BodyId[] = [];
  const headings: number[] = [];
  const add = () => {
    const still = random.integer(3) === 0;
    const category = 1 + random.integer(3);
    const mask = random.integer(4) === 0 ? 1 + random.integer(3) : -1;
    ids.push(store.add(circle(someRadius(random)), somewhere(random), somewhere(random), { still, category, mask }));
    headings.push(random.between(0, 2 * Math.PI));
  };
  for (let i = 0; i < 250; i++) add();

  for (let step = 0; step < steps; step++) {
    for (const [i, id] of ids.entries()) {
      const slot = slotOf(id);
      if (store.still[slot] === 1) continue;
      headings[i] += random.between(-0.3, 0.3);
      const x = store.x[slot] + Math.cos(headings[i]) * speed;
      const y = store.y[slot] + Math.sin(headings[i]) * speed;
      if (Math.abs(x) > 100 || Math.abs(y) > 100) headings[i] += Math.PI / 2;
      store.move(id, x, y);
    }
    for (let changes = random.integer(6); changes > 0; changes--) changeOne(store, random, ids, headings, add);
    // Now and then half of them go, and come again.
    if (random.integer(40) === 0) for (let i = ids.length >> 1; i > 0; i--) removeOne(store, random, ids, headings);
    if (random.integer(20) === 0) while (ids.length < 200) add();
    onStep(stepAndCompare(broadPhase, store, `step ${step}`));
  }
}

function somewhere(random: Random): number {
  return random.integer(10) === 0 ? random.integer(5) * 25 - 50 : random.between(-100, 100);
}

function someRadius(random: Random): number {
  const kind = random.integer(20);
  if (kind === 0) return random.between(20, 200);
  return kind === 1 ? 0 : random.between(1, 6);
}

function removeOne(store: WritableBodyStore, random: Random, ids: BodyId[], headings: number[]): void {
  const i = random.integer(ids.length);
  store.remove(ids[i]);
  ids.splice(i, 1);
  headings.splice(i, 1);
}

function changeOne(store: WritableBodyStore, random: Random, ids: BodyId[], headings: number[], add: () => void): void {
  const id = ids[random.integer(ids.length)];
  switch (random.integer(7)) {
    case 0:
      store.teleport(id, somewhere(random), somewhere(random));
      break;
    case 1:
      store.resize(id, someRadius(random));
      break;
    case 2:
      store.setStill(id, random.integer(2) === 0);
      break;
    case 3:
      store.setFilter(id, 1 + random.integer(3), random.integer(4));
      break;
    case 4:
      removeOne(store, random, ids, headings);
      break;
    default:
      if (ids.length < 300) add();
  }
}
