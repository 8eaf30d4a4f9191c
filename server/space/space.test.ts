import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../../shared/random.ts";
import { slotOf } from "./bodies.ts";
import { BROAD_PHASE_NAMES, type BroadPhaseName } from "./broadphase/catalog.ts";
import { createIdList } from "./id-list.ts";
import type { Rectangle } from "./rectangle.ts";
import { advanceScene, createScene, SCENE_NAMES, type Scene } from "./scenes/scenes.ts";
import { createSpace, type Space } from "./space.ts";
import { type NaiveBody, naiveContacts, naiveOverlapRect } from "./testing/naive.ts";
import { awkwardCoordinate, awkwardRadius } from "./testing/random-bodies.ts";

const BOUNDS: Rectangle = { minX: -100, minY: -100, maxX: 100, maxY: 100 };

function contactsOf({ contacts }: Space): string[] {
  return Array.from({ length: contacts.count }, (_, i) => `${contacts.a[i]},${contacts.b[i]}`);
}

function overlapRect(space: Space, { minX, minY, maxX, maxY }: Rectangle): number[] {
  const list = createIdList(0);
  const count = space.overlapRect(minX, minY, maxX, maxY, list);
  expect(count).toBe(list.count);
  return [...list.ids.subarray(0, count)].sort((a, b) => a - b);
}

function awkwardRectangle(random: Random): Rectangle {
  const [x1, y1, x2, y2] = Array.from({ length: 4 }, () => awkwardCoordinate(random));
  return { minX: Math.min(x1, x2), minY: Math.min(y1, y2), maxX: Math.max(x1, x2), maxY: Math.max(y1, y2) };
}

/** A space, and beside it the plain list of what should be in it. */
class Twin {
  readonly bodies: NaiveBody[] = [];
  readonly space: Space;
  readonly random: Random;

  constructor(name: BroadPhaseName, seed: number, capacity: number) {
    this.space = createSpace({ bounds: BOUNDS, capacity, broadPhase: name });
    this.random = createRandom(seed);
  }

  any(): NaiveBody | undefined {
    return this.bodies[this.random.integer(Math.max(1, this.bodies.length))];
  }

  add(): void {
    const { random } = this;
    const body = { x: awkwardCoordinate(random), y: awkwardCoordinate(random), radius: awkwardRadius(random) };
    const still = random.integer(3) === 0;
    this.bodies.push({ ...body, still, id: this.space.add(body.x, body.y, body.radius, still) });
  }

  move(): void {
    const body = this.any();
    if (!body) return;
    body.x = awkwardCoordinate(this.random);
    body.y = awkwardCoordinate(this.random);
    this.space.move(body.id, body.x, body.y);
  }

  resize(): void {
    const body = this.any();
    if (!body) return;
    body.radius = awkwardRadius(this.random);
    this.space.resize(body.id, body.radius);
  }

  setStill(): void {
    const body = this.any();
    if (!body) return;
    body.still = this.random.integer(2) === 0;
    this.space.setStill(body.id, body.still);
  }

  remove(): void {
    const body = this.any();
    if (!body) return;
    this.bodies.splice(this.bodies.indexOf(body), 1);
    this.space.remove(body.id);
    expect(this.space.has(body.id)).toBe(false);
  }

  step(): void {
    this.space.step();
    expect(contactsOf(this.space).sort()).toEqual(naiveContacts(this.bodies, slotOf));
    expectOrdered(this.space);
  }

  query(): void {
    const rectangle = awkwardRectangle(this.random);
    expect(overlapRect(this.space, rectangle)).toEqual(naiveOverlapRect(this.bodies, rectangle));
    expect(this.space.count).toBe(this.bodies.length);
  }
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
  return Array.from({ length: count }, (_, i) => space.add(x[i], y[i], radius[i], still[i] === 1));
}

function moveScene(space: Space, scene: Scene, ids: readonly number[]): void {
  advanceScene(scene);
  for (let i = 0; i < scene.count; i++) if (scene.still[i] === 0) space.move(ids[i], scene.x[i], scene.y[i]);
}

describe.each(BROAD_PHASE_NAMES)("a space with %s", (name) => {
  test("keeps up with any sequence of changes, steps and queries", () => {
    const command = fc.oneof(
      { weight: 4, arbitrary: fc.constant("add" as const) },
      { weight: 3, arbitrary: fc.constantFrom("move", "resize", "setStill", "remove") },
      { weight: 3, arbitrary: fc.constantFrom("step", "query") },
    );
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 200 }),
        fc.array(command, { maxLength: 150 }),
        (seed, count, commands) => {
          const twin = new Twin(name, seed, 400);
          for (let i = 0; i < count; i++) twin.add();
          for (const each of commands) twin[each]();
          twin.query();
          twin.step();
          twin.query();
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a query sees the bodies as they are, not as they were in the step", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name });
    const at = (x: number) => overlapRect(space, { minX: x - 1, minY: -1, maxX: x + 1, maxY: 1 });
    const a = space.add(0, 0, 1, false);
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
    const b = space.add(0, 0, 1, true);
    expect(at(0)).toEqual([b]);
    space.step();
    expect(at(0)).toEqual([b]);
    expect(at(50)).toEqual([]);
  });

  test("two still bodies make no contact; one that begins to move does", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name });
    const a = space.add(0, 0, 1, true);
    const b = space.add(1, 0, 1, true);
    space.step();
    expect(space.contacts.count).toBe(0);
    space.setStill(a, false);
    space.step();
    expect(contactsOf(space)).toEqual([`${a},${b}`]);
    expect([space.contacts.normalX[0], space.contacts.normalY[0], space.contacts.depth[0]]).toEqual([1, 0, 1]);
  });

  test("one build a step, however many queries", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 200, broadPhase: name });
    for (let i = 0; i < 200; i++) space.add(i - 100, 0, 1, false);
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
    const ids = Array.from({ length: 100 }, (_, i) => space.add(i / 10, 0, 1, false));
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
        ids[gone] = space.add(scene.x[gone], scene.y[gone], scene.radius[gone], scene.still[gone] === 1);
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
    for (let i = 0; i < count; i++) space.add(i, i, 0.1, false);
    space.step();
    expect(space.counters.boxTests).toBe(tests);
  });

  test("the default broad phase is quadtree + SAP, and tests few pairs", () => {
    const scene = createScene("uniform", 2000, 1);
    const space = createSpace({ bounds: scene.bounds, capacity: 2000 });
    addScene(space, scene);
    space.step();
    const { boxTests, axisOverlaps, leaves, entries, pairs } = space.counters;
    expect(boxTests).toBeGreaterThanOrEqual(pairs);
    expect(boxTests).toBeLessThan(10 * pairs);
    expect(axisOverlaps).toBe(boxTests);
    expect(leaves).toBeGreaterThan(50);
    expect(entries).toBeGreaterThanOrEqual(2000);
    expect(entries).toBeLessThan(4000);
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

describe("refusals", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 2 });
  const list = createIdList();
  test.each([
    ["a NaN edge", () => space.overlapRect(0, Number.NaN, 1, 1, list), /minY is NaN/],
    ["an infinite edge", () => space.overlapRect(0, 0, Number.POSITIVE_INFINITY, 1, list), /maxX is Infinity/],
    ["a negative width", () => space.overlapRect(1, 0, -1, 1, list), /minX is 1: give at most maxX, which is -1/],
    ["bounds of no width", () => createSpace({ bounds: { ...BOUNDS, maxX: -100 }, capacity: 1 }), /width is 0/],
    ["endless bounds", () => createSpace({ bounds: { ...BOUNDS, minY: -1e308, maxY: 1e308 }, capacity: 1 }), /height/],
    ["NaN bounds", () => createSpace({ bounds: { ...BOUNDS, minY: Number.NaN }, capacity: 1 }), /minY is NaN/],
    ["a stale id", () => space.move(5, 0, 0), /id is 5/],
    [
      "an unknown broad phase",
      () => createSpace({ bounds: BOUNDS, capacity: 1, broadPhase: "octree" as BroadPhaseName }),
      /broadPhase is octree: give one of .*quadtree-sap/,
    ],
  ])("%s", (_name, call, message) => {
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ name: "SpaceError" }));
  });
});
