import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../../shared/random.ts";
import { slotOf } from "./bodies.ts";
import { BROAD_PHASE_NAMES, type BroadPhaseName } from "./broadphase/catalog.ts";
import { createIdList } from "./id-list.ts";
import { createContact } from "./narrowphase/contact-list.ts";
import { sweepCollide } from "./narrowphase/sweep.ts";
import type { Rectangle } from "./rectangle.ts";
import { advanceScene, createScene, SCENE_NAMES, type Scene } from "./scenes/scenes.ts";
import { box, capsule, circle, polygon, type Shape, segment } from "./shapes.ts";
import { createHit, createHitList, createSpace, type Space, SpaceError } from "./space.ts";
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
    this.bodies.push({ ...body, still, id: this.space.add(circle(body.radius), body.x, body.y, { still }) });
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

describe("a swept space", () => {
  /** A bullet that goes from −50 to 50 in one tick, past whatever is at 0. */
  function createShot(name: BroadPhaseName, sweep: boolean, target: Shape) {
    const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name, sweep });
    const bullet = space.add(circle(1), -50, 0);
    const hit = space.add(target, 0, 0, { still: true });
    space.step();
    return { space, bullet, hit };
  }

  const targets = {
    circle: circle(2),
    point: circle(0),
    wall: segment(0, 20),
    capsule: capsule(3, 3, 1),
    box: box(1, 10),
    polygon: polygon([-2, -2, 2, -2, 0, 3]),
  };

  describe.each(BROAD_PHASE_NAMES)("with %s", (name) => {
    test.each(Object.entries(targets))(
      "lets no circle through a %s, which boxes without the motion would miss",
      (_what, target) => {
        const swept = createShot(name, true, target);
        swept.space.move(swept.bullet, 50, 0);
        swept.space.step();
        const { contacts } = swept.space;
        expect(contactsOf(swept.space)).toEqual([`${swept.bullet},${swept.hit}`]);
        expect(contacts.fraction[0]).toBeGreaterThan(0.4);
        expect(contacts.fraction[0]).toBeLessThan(0.5);
        expect(contacts.normalX[0]).toBeGreaterThan(0);

        const unswept = createShot(name, false, target);
        unswept.space.move(unswept.bullet, 50, 0);
        // The narrow phase would see it, but never gets to: the boxes do not overlap.
        const { bodies } = unswept.space;
        expect(sweepCollide(bodies, slotOf(unswept.bullet), slotOf(unswept.hit), createContact())).toBe(true);
        unswept.space.step();
        expect([unswept.space.counters.pairs, unswept.space.contacts.count]).toEqual([0, 0]);
      },
    );

    test("lets no two circles through each other, whatever their speeds", () => {
      const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name, sweep: true });
      const a = space.add(circle(0.1), -90, -90);
      const b = space.add(circle(0.1), 90, 90);
      space.step();
      space.move(a, 90, 90);
      space.move(b, -90, -90);
      space.step();
      expect(contactsOf(space)).toEqual([`${a},${b}`]);
      expect(space.contacts.fraction[0]).toBeCloseTo(0.5, 2);
      // Now they rest, far apart: their boxes shrink, and the contact is over.
      space.step();
      expect([space.contacts.count, space.counters.pairs]).toEqual([0, 0]);
      expect(space.events.end.count).toBe(1);
    });

    test("meets nothing on the way of a teleport, and sweeps the move after it from where that led", () => {
      const { space, bullet, hit } = createShot(name, true, targets.wall);
      space.teleport(bullet, 50, 0);
      space.step();
      expect([space.contacts.count, space.counters.pairs]).toEqual([0, 0]);
      space.move(bullet, 80, 0);
      space.teleport(bullet, 50, 0);
      space.move(bullet, -50, 0);
      space.step();
      expect(contactsOf(space)).toEqual([`${bullet},${hit}`]);
    });

    test("sweeps both parts of a way of two moves as one", () => {
      const { space, bullet, hit } = createShot(name, true, targets.wall);
      space.move(bullet, -10, 0);
      space.move(bullet, 10, 0);
      space.step();
      expect(contactsOf(space)).toEqual([`${bullet},${hit}`]);
    });
  });
});

describe("refusals name the field, the value and what is allowed, and change nothing", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 3 });
  const body = space.add(box(1, 1), 0, 0);
  const gone = space.add(circle(1), 50, 50);
  space.remove(gone);
  space.step();
  const list = createIdList();
  const hit = createHit();
  const hits = createHitList();
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  test.each<[string, () => unknown, RegExp]>([
    ["a NaN edge", () => space.overlapRect(0, nan, 1, 1, list), /minY is NaN/],
    ["an infinite edge", () => space.overlapRect(0, 0, infinity, 1, list), /maxX is Infinity/],
    ["a negative width", () => space.overlapRect(1, 0, -1, 1, list), /minX is 1: give at most maxX, which is -1/],
    ["an edge too far", () => space.overlapRect(1, 0, 1e13, 1, list), /maxX is 10000000000000: give a number from/],
    ["a negative radius", () => space.overlapCircle(0, 0, -1, list), /radius is -1: give a number from 0/],
    ["a NaN centre", () => space.overlapCircle(nan, 0, 1, list), /x is NaN/],
    ["a NaN point", () => space.overlapPoint(0, nan, list), /y is NaN/],
    [
      "a polygon of two",
      () => space.overlapPolygon([0, 0, 1, 1], list),
      /number of vertices is 2: give x and y of 3 to 8/,
    ],
    ["a polygon of nine", () => space.overlapPolygon(new Array(18).fill(0), list), /number of vertices is 9/],
    ["an odd polygon", () => space.overlapPolygon([0, 0, 1, 1, 2], list), /number of vertices is 2.5/],
    ["a polygon that is not convex", () => space.overlapPolygon([0, 0, 4, 0, 1, 1, 0, 4], list), /not convex/],
    ["a star", () => space.overlapPolygon([0, 3, 2, -3, -3, 1, 3, 1, -2, -3], list), /not convex/],
    ["a polygon that repeats a vertex", () => space.overlapPolygon([0, 0, 4, 0, 0, 0], list), /it repeats vertex 0/],
    ["a flat polygon", () => space.overlapPolygon([0, 0, 1, 1, 2, 2], list), /on one line/],
    ["a NaN vertex", () => space.overlapPolygon([0, 0, 1, nan, 2, 2], list), /vertices\[3\] is NaN/],
    ["no nearest", () => space.nearest(0, 0, 0, list), /count is 0: give an integer from 1/],
    ["half a nearest", () => space.nearest(0, 0, 1.5, list), /count is 1.5/],
    ["NaN nearest", () => space.nearest(0, 0, nan, list), /count is NaN/],
    ["nearest to nowhere", () => space.nearest(infinity, 0, 1, list), /x is Infinity/],
    ["a ray from nowhere", () => space.castRay(nan, 0, 1, 1, hit), /fromX is NaN/],
    ["a ray to infinity", () => space.castRayAny(0, 0, 1, infinity), /toY is Infinity/],
    ["a circle of no size", () => space.castCircle(0, 0, 1, 1, nan, hit), /radius is NaN/],
    ["a circle less than none", () => space.castCircleAll(0, 0, 1, 1, -2, hits), /radius is -2/],
    [
      "a filter that asks for nothing",
      () => space.overlapRect(0, 0, 1, 1, list, { mask: 0 }),
      /filter.mask is 0: give one bit/,
    ],
    ["a filter for nobody", () => space.nearest(0, 0, 1, list, { category: 0 }), /filter.category is 0: give one bit/],
    ["half a bit", () => space.castRayAll(0, 0, 1, 1, hits, { mask: 0.5 }), /filter.mask is 0.5: give 32 bits/],
    ["too many bits", () => space.overlapPoint(0, 0, list, { category: 2 ** 32 }), /filter.category is 4294967296/],
    [
      "a predicate that is none",
      () => space.overlapPoint(0, 0, list, { predicate: true as unknown as () => boolean }),
      /filter.predicate is true/,
    ],
    ["a stale id", () => space.move(gone, 0, 0), /id is \d+: no such body/],
    ["a stale id to teleport", () => space.teleport(gone, 0, 0), /id is \d+: no such body/],
    ["a stale id to filter", () => space.setFilter(gone, 1, 1), /id is \d+: no such body/],
    ["a radius for a box", () => space.resize(body, 1), /it has no radius/],
    ["a body that is nothing", () => space.setFilter(body, 0, 1), /category is 0/],
    ["a list of no length", () => createIdList(-1), /capacity is -1/],
    ["bounds of no width", () => createSpace({ bounds: { ...BOUNDS, maxX: -100 }, capacity: 1 }), /width is 0/],
    ["bounds too far", () => createSpace({ bounds: { ...BOUNDS, minY: -1e308 }, capacity: 1 }), /minY is -1e\+308/],
    ["NaN bounds", () => createSpace({ bounds: { ...BOUNDS, minY: nan }, capacity: 1 }), /minY is NaN/],
    [
      "an unknown broad phase",
      () => createSpace({ bounds: BOUNDS, capacity: 1, broadPhase: "octree" as BroadPhaseName }),
      /broadPhase is octree: give one of .*quadtree-sap/,
    ],
  ])("%s", (_name, call, message) => {
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ name: "SpaceError" }));
    expect([space.count, space.bodies.changedCount]).toEqual([1, 0]);
  });
});

describe("what is not let in", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 2 });
  const altered = { ...circle(1) };
  const shapes: [string, unknown][] = [
    ["no shape", undefined],
    ["a number", 3],
    ["an unknown kind", { ...altered, kind: 7 }],
    ["a radius that is NaN", { ...altered, radius: Number.NaN }],
    ["a negative radius", { ...altered, radius: -5 }],
    ["a radius as text", { ...altered, radius: "3" }],
    ["a circle with vertices", { ...altered, vertices: [0, 0, 1, 0, 0, 1] }],
    ["too many vertices", { ...altered, kind: 4, vertices: Array.from({ length: 40 }, (_, i) => i) }],
    ["a vertex that is NaN", { ...polygon([0, 0, 1, 0, 0, 1]), vertices: [0, 0, 1, Number.NaN, 0, 1] }],
  ];

  test.each(shapes)("%s as a shape, and nothing has changed", (_, shape) => {
    expect(() => space.add(shape as Shape, 1, 1)).toThrow(SpaceError);
    expect(space.count).toBe(0);
    const id = space.add(circle(1), 0, 0);
    expect(() => space.reshape(id, shape as Shape)).toThrow(SpaceError);
    space.step();
    expect(overlapRect(space, { minX: -1, minY: -1, maxX: 1, maxY: 1 })).toEqual([id]);
    space.remove(id);
    space.step();
  });

  test.each([["5"], [null], [true], [[3]], [undefined]])("%j as a number", (value) => {
    const number = value as unknown as number;
    expect(() => circle(number)).toThrow(SpaceError);
    expect(() => space.add(circle(1), number, 0)).toThrow(SpaceError);
    expect(() => polygon([0, 0, 1, 0, 0, number])).toThrow(SpaceError);
    expect(space.count).toBe(0);
  });
});
