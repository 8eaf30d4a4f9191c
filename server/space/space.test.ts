import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { slotOf } from "./bodies.ts";
import { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
import { advanceScene, createScene, SCENE_NAMES, type Scene } from "./scenes/scenes.ts";
import { box, circle } from "./shapes.ts";
import { createSpace, type Space } from "./space.ts";
import { contactsOf, overlapRect } from "./testing/answers.ts";
import { naiveContacts, naiveOverlapRect } from "./testing/naive.ts";
import { TWIN_BOUNDS as BOUNDS, TWIN_CHANGES, Twin } from "./testing/twin.ts";

/** Asks the space for what overlaps some rectangle, and every body. */
function checkQuery(twin: Twin): void {
  const [x1, y1, x2, y2] = Array.from({ length: 4 }, () => twin.coordinate());
  const rectangle = { minX: Math.min(x1, x2), minY: Math.min(y1, y2), maxX: Math.max(x1, x2), maxY: Math.max(y1, y2) };
  expect(overlapRect(twin.space, rectangle)).toEqual(naiveOverlapRect(twin.circles(), rectangle));
  expect(twin.space.count).toBe(twin.ids.length);
}

function checkStep(twin: Twin): void {
  twin.apply("step");
  expect(contactsOf(twin.space).sort()).toEqual(naiveContacts(twin.circles(), slotOf));
  expectOrdered(twin.space);
}

function expectOrdered({ contacts }: Space): void {
  for (let i = 0; i < contacts.count; i++) {
    const a = slotOf(contacts.a[i]);
    const b = slotOf(contacts.b[i]);
    expect(a).toBeLessThan(b);
    if (i === 0) continue;
    const lastA = slotOf(contacts.a[i - 1]);
    expect(lastA < a || (lastA === a && slotOf(contacts.b[i - 1]) < b)).toBe(true);
  }
}

/** Adds a scene's bodies. @returns their ids */
function addScene(space: Space, { count, x, y, radius, still }: Scene): number[] {
  return Array.from({ length: count }, (_, i) => space.add(circle(radius[i]), x[i], y[i], { still: still[i] === 1 }));
}

function moveScene(space: Space, scene: Scene, ids: readonly number[]): void {
  advanceScene(scene);
  for (let i = 0; i < scene.count; i++) if (scene.still[i] === 0) space.move(ids[i], scene.x[i], scene.y[i]);
}

describe.each(BROAD_PHASE_NAMES)("a space with %s", (name) => {
  test("keeps up with any sequence of changes, steps and queries", () => {
    const command = fc.oneof(
      { weight: 4, arbitrary: fc.constant("add" as const) },
      { weight: 3, arbitrary: fc.constantFrom(...TWIN_CHANGES) },
      { weight: 3, arbitrary: fc.constantFrom("step", "query") },
    );
    const seeds = fc.integer();
    const counts = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(seeds, counts, fc.array(command, { maxLength: 150 }), (seed, count, commands) => {
        const twin = new Twin(name, seed, { capacity: 400, shapeOf: (random, size) => circle(size(random)) });
        for (let i = 0; i < count; i++) twin.apply("add");
        for (const each of commands) {
          if (each === "query") checkQuery(twin);
          else if (each === "step") checkStep(twin);
          else twin.apply(each);
        }
        checkQuery(twin);
        checkStep(twin);
        checkQuery(twin);
      }),
      { numRuns: 60 },
    );
  });

  test("a query sees the bodies as they are, not as they were in the step", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name });
    const at = (x: number) => overlapRect(space, { minX: x - 1, minY: -1, maxX: x + 1, maxY: 1 });
    const a = space.add(circle(1), 0, 0);
    expect(at(0)).toEqual([a]);
    space.step();
    expect(at(0)).toEqual([a]);
    space.move(a, 50, 0);
    expect(at(0)).toEqual([]);
    expect(at(50)).toEqual([a]);
    space.resize(a, 100);
    expect(at(0)).toEqual([a]);
    space.remove(a);
    expect(at(0)).toEqual([]);
    const b = space.add(circle(1), 0, 0, { still: true });
    expect(at(0)).toEqual([b]);
    space.step();
    expect(at(0)).toEqual([b]);
    expect(at(50)).toEqual([]);
  });

  test("two still bodies make no contact; one that begins to move does", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name });
    const a = space.add(circle(1), 0, 0, { still: true });
    const b = space.add(circle(1), 1, 0, { still: true });
    space.step();
    expect(space.contacts.count).toBe(0);
    space.setStill(a, false);
    space.step();
    expect(contactsOf(space)).toEqual([`${a},${b}`]);
    expect([space.contacts.normalX[0], space.contacts.normalY[0], space.contacts.depth[0]]).toEqual([1, 0, 1]);
  });

  test("one build a step, however many queries", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 200, broadPhase: name });
    for (let i = 0; i < 200; i++) space.add(circle(1), i - 100, 0);
    for (let step = 1; step <= 5; step++) {
      space.step();
      for (let i = 0; i < 20; i++) overlapRect(space, { minX: -i, minY: -i, maxX: i, maxY: i });
      space.move(space.bodies.ids[0], step, step);
      overlapRect(space, BOUNDS);
      expect(space.counters.builds).toBe(step);
    }
  });

  test("as the last body goes, nothing is left", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 100, broadPhase: name });
    const ids = Array.from({ length: 100 }, (_, i) => space.add(circle(1), i / 10, 0));
    space.step();
    expect(space.contacts.count).toBeGreaterThan(0);
    for (const id of ids) space.remove(id);
    expect(overlapRect(space, BOUNDS)).toEqual([]);
    space.step();
    expect([space.contacts.count, space.count, space.counters.pairs]).toEqual([0, 0, 0]);
    expect(overlapRect(space, BOUNDS)).toEqual([]);
  });
});

describe("every broad phase gives the contacts of brute force, in the same order and to the last digit", () => {
  test.each(SCENE_NAMES)("in the scene %s, as it moves", (sceneName) => {
    const count = 300;
    const twins = (["brute-force", ...BROAD_PHASE_NAMES] as const).map((name) => {
      const scene = createScene(sceneName, count, 5);
      const space = createSpace({ bounds: scene.bounds, capacity: count + 50, broadPhase: name });
      return { name, scene, space, ids: addScene(space, scene), random: createRandom(9) };
    });
    for (let tick = 0; tick < 6; tick++) {
      const [oracle, ...others] = twins.map(({ scene, space, ids, random }) => {
        moveScene(space, scene, ids);
        space.step();
        const { contacts } = space;
        const columns = [contacts.a, contacts.b, contacts.normalX, contacts.normalY, contacts.depth];
        const found = columns.map((column) => column.slice(0, contacts.count).join());
        // Remove one and add one, between the step and the query.
        const gone = random.integer(count);
        space.remove(ids[gone]);
        ids[gone] = space.add(circle(scene.radius[gone]), scene.x[gone], scene.y[gone], {
          still: scene.still[gone] === 1,
        });
        const { bounds } = scene;
        const middleX = (bounds.minX + bounds.maxX) / 2;
        const visible = overlapRect(space, { ...bounds, maxX: middleX });
        return { found, visible, pairs: space.counters.pairs };
      });
      for (const other of others) expect(other).toEqual(oracle);
    }
  });
});

describe("counters", () => {
  test.each([
    [5, 10],
    [10, 45],
    [15, 105],
    [20, 190],
  ])("brute force tests all pairs of %d movers: %d", (count, tests) => {
    const space = createSpace({ bounds: BOUNDS, capacity: 20, broadPhase: "brute-force" });
    for (let i = 0; i < count; i++) space.add(circle(0.1), i, i);
    space.step();
    expect(space.counters.boxTests).toBe(tests);
  });

  test("the default broad phase tests few pairs, in many regions", () => {
    const scene = createScene("uniform", 2000, 1);
    const space = createSpace({ bounds: scene.bounds, capacity: 2000 });
    addScene(space, scene);
    space.step();
    const { boxTests, regions, entries, pairs } = space.counters;
    expect(pairs).toBeGreaterThan(1000);
    expect(boxTests).toBeGreaterThanOrEqual(pairs);
    expect(boxTests).toBeLessThan(10 * pairs);
    expect(regions).toBeGreaterThan(10);
    expect(entries).toBeGreaterThanOrEqual(2000);
    expect(entries).toBeLessThan(6000);
  });

  test("a hot spot is split; coincident bodies and giants are not split for ever", () => {
    const statistics = (sceneName: "clustered" | "coincident" | "giants") => {
      const scene = createScene(sceneName, 1000, 1);
      const space = createSpace({ bounds: scene.bounds, capacity: 1000 });
      addScene(space, scene);
      space.step();
      return space.counters;
    };
    expect(statistics("clustered").boxTests).toBeLessThan(100_000);
    expect(statistics("coincident").entries).toBeLessThanOrEqual(4000);
    expect(statistics("giants").entries).toBeLessThanOrEqual(4000);
  });
});

describe("inspect", () => {
  test("shows the regions, the boxes and the candidate pairs of the last step as plain arrays", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 10 });
    const a = space.add(circle(1), 0, 0);
    const b = space.add(circle(1), 1.5, 1.5); // its box overlaps that of a, its circle does not
    const far = space.add(box(4, 2), 50, 0);
    space.step();
    space.remove(far);
    const late = space.add(circle(1), 0, 0);
    const { regions, boxes, pairs } = space.inspect();
    expect(space.contacts.count).toBe(0);
    expect(pairs).toEqual([[a, b]]);
    expect(Object.keys(boxes).map(Number)).toEqual([a, b]);
    expect(boxes[late]).toBeUndefined();
    for (const [i, edge] of [-1, -1, 1, 1].entries()) expect(boxes[a][i]).toBeCloseTo(edge, 5);
    const slots = regions.flatMap((region) => region.slots);
    for (const id of [a, b]) expect(slots).toContain(slotOf(id));
    expect(JSON.parse(JSON.stringify({ boxes, pairs }))).toEqual({ boxes, pairs });
  });
});
