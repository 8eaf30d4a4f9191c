import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { type BodyId, createBodyStore, slotOf, type WritableBodyStore } from "../bodies.ts";
import { circle } from "../shapes.ts";
import { liveLong, stepAndCompare } from "../testing/long-history.ts";
import { createEdgeLists, type EdgeLists, SLICES } from "./edge-lists.ts";

const COUNT = 300;
const RADIUS = 2;
/** Half the median size of the bodies, which is the margin: their boxes may move by this and no more. */
const MARGIN = RADIUS;
const SIDE = 200;

interface World {
  store: WritableBodyStore;
  lists: EdgeLists;
  ids: BodyId[];
  step(label?: string): Float64Array;
  /** Moves all bodies to and fro by less than the margin. */
  tremble(): void;
}

/** Bodies of one size, with the lists made anew. */
function createWorld(seed: number): World {
  const random = createRandom(seed);
  const store = createBodyStore(COUNT + 50);
  const ids = Array.from({ length: COUNT }, () =>
    store.add(circle(RADIUS), random.between(0, SIDE), random.between(0, SIDE)),
  );
  const homes = ids.map((id) => [store.x[slotOf(id)], store.y[slotOf(id)]]);
  const lists = createEdgeLists(store);
  const step = (label = "") => stepAndCompare(lists, store, label);
  const tremble = () => {
    for (const [i, id] of ids.entries()) {
      const shift = () => random.between(-0.2, 0.2) * MARGIN;
      if (store.has(id)) store.move(id, homes[i][0] + shift(), homes[i][1] + shift());
    }
  };
  step("first");
  return { store, lists, ids, step, tremble };
}

/** Runs a test in a world whose second buffer has been filled by 0, 1, … slices. */
function atEachMoment(run: (world: World, moment: string) => void): void {
  for (let slices = 0; slices < 2 * SLICES; slices++) {
    const world = createWorld(slices);
    for (let i = 0; i < slices; i++) {
      world.tremble();
      world.step();
    }
    run(world, `after ${slices} slices`);
    // What was done must be good for the life of both buffers.
    for (let i = 0; i < 2 * SLICES + 1; i++) {
      world.tremble();
      world.step(`after ${slices} slices, ${i} steps later`);
    }
  }
}

describe("edge lists with margins", () => {
  test("a tenth of the bodies is repaired each step, all of them in ten", () => {
    const { lists, step, tremble } = createWorld(1);
    for (let round = 0; round < 3; round++) {
      let repaired = 0;
      for (let slice = 0; slice < SLICES; slice++) {
        tremble();
        step();
        expect(lists.counters.repaired).toBe(COUNT / SLICES);
        repaired += lists.counters.repaired;
      }
      expect(repaired).toBe(COUNT);
    }
  });

  test("the candidates stay as they are for ten steps while bodies keep within their margins, and pairs come and go", () => {
    const { lists, step, tremble } = createWorld(2);
    const { candidates } = lists.counters;
    const counts = new Set<number>();
    for (let i = 0; i < SLICES - 1; i++) {
      tremble();
      counts.add(step().length);
      expect(lists.counters).toMatchObject({ candidates, loose: 0 });
    }
    expect(counts.size).toBeGreaterThan(1);
    expect(candidates).toBeGreaterThan(Math.max(...counts));
  });

  test("nothing is repaired where nothing moves", () => {
    const { lists, step } = createWorld(3);
    for (let i = 0; i < 2 * SLICES; i++) {
      step();
      expect(lists.counters).toMatchObject({ repaired: 0, swaps: 0, loose: 0 });
    }
  });

  test("a teleport in the middle of a repair is found that very step", () => {
    atEachMoment(({ store, lists, ids, step, tremble }, moment) => {
      const target = slotOf(ids[7]);
      tremble();
      store.teleport(ids[200], store.x[target], store.y[target]);
      store.teleport(ids[3], 1000, 1000);
      store.teleport(ids[100], 1001, 1001);
      const found = step(moment);
      expect(lists.counters.loose).toBe(3);
      const keys = new Set(found);
      expect(keys.has(7 * 2 ** 20 + 200)).toBe(true);
      expect(keys.has(3 * 2 ** 20 + 100)).toBe(true);
    });
  });

  test("so is a body that is added, one that grows beyond its margin, and one whose slot is given out again", () => {
    atEachMoment(({ store, ids, step, tremble }, moment) => {
      const free = store.add(circle(1), store.x[slotOf(ids[20])], store.y[slotOf(ids[20])]);
      store.resize(ids[30], 100);
      tremble();
      const found = new Set(step(moment));
      expect(found.has(20 * 2 ** 20 + slotOf(free))).toBe(true);
      expect(found.size).toBeGreaterThan(COUNT / 4);
      store.remove(ids[30]);
      tremble();
      expect(step(moment).length).toBeLessThan(found.size);
      while (store.count < store.capacity) {
        const id = store.add(circle(1), store.x[slotOf(ids[20])], store.y[slotOf(ids[20])]);
        if (slotOf(id) === slotOf(ids[30])) break;
      }
      tremble();
      const again = new Set(step(moment));
      expect(again.has(20 * 2 ** 20 + 30)).toBe(true);
    });
  });

  test("a still body among still ones that begins to move meets them that very step", () => {
    const store = createBodyStore(3);
    const first = store.add(circle(1), 0, 0, { still: true });
    store.add(circle(1), 1, 0, { still: true });
    store.add(circle(1), 50, 0);
    const lists = createEdgeLists(store);
    for (let i = 0; i < SLICES + 3; i++) expect(stepAndCompare(lists, store, `step ${i}`).length).toBe(0);
    store.setStill(first, false);
    expect(stepAndCompare(lists, store, "moving").length).toBe(1);
  });

  test("a shrunk body, and one that comes back into its margin, are followed", () => {
    const { store, ids, step, tremble } = createWorld(4);
    for (let i = 0; i < 3 * SLICES; i++) {
      tremble();
      store.resize(ids[i], i % 2 === 0 ? 0.1 : RADIUS);
      const slot = slotOf(ids[50]);
      store.teleport(ids[50], i % 2 === 0 ? 1e6 : store.x[slot] - 1e6, store.y[slot]);
      step(`step ${i}`);
    }
  });

  test("when too many are loose, the list is filled at once", () => {
    const { store, lists, ids, step } = createWorld(5);
    for (const id of ids.slice(0, 100)) store.teleport(id, SIDE - store.x[slotOf(id)], 0);
    step();
    expect(lists.counters).toMatchObject({ loose: 0, repaired: COUNT });
  });

  test("finds all pairs through any long life", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.02, 0.1, 0.3, 1, 8), (seed, speed) => {
        liveLong(createEdgeLists, seed, speed, 100);
      }),
      { numRuns: 12 },
    );
  });
});
