/**
 * Random histories on a coarse grid: bodies often touch an area exactly, and are equally far from its focus. histories.test.ts
 * has the awkward coordinates.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyStore, slotOf } from "../space/bodies.ts";
import { ShapeKind } from "../space/shapes.ts";
import { box, circle, createIdList, createSpace, type IdList, polygon, type Space, segment } from "../space/space.ts";
import { overlapsArea } from "./area-tests.ts";
import { isCone, isRectangle } from "./areas.ts";
import { type Area, createInterest, type KindRule, type Viewer } from "./interest.ts";
import { idsOf, slotsOf, sorted } from "./testing/lists.ts";
import { lookNaively, type NaiveViewer, presentIds } from "./testing/naive-interest.ts";

const BOUNDS = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 };
const CAPACITY = 300;
const HISTORIES = 300;

/** Something that happens between two updates; numbers choose among what there is. */
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("add" as const), what: fc.nat(3), x: coordinate(), y: coordinate() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("move" as const), who: fc.nat(), x: coordinate(), y: coordinate() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), who: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("kind" as const), who: fc.nat(), kind: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("look" as const), area: fc.nat(2), x: coordinate(), y: coordinate() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("own" as const), who: fc.nat() }) },
);

function coordinate() {
  // Whole numbers, so that bodies often touch and distances are often equal; some lie outside the bounds.
  return fc.integer({ min: -20, max: 120 }).map((tens) => tens * 10);
}

const rule: fc.Arbitrary<KindRule> = fc.record(
  {
    leaveMargin: fc.nat(3).map((tens) => tens * 50),
    leastStay: fc.nat(4),
    most: fc.integer({ min: 0, max: 4 }),
    rates: fc.constantFrom(
      [{ beyond: 100, every: 2 }],
      [
        { beyond: 300, every: 4 },
        { beyond: 100, every: 2 },
      ],
    ),
  },
  { requiredKeys: [] },
);

const SHAPES = [circle(10), circle(60), box(30, 10), polygon([0, -20, 20, 20, -20, 20]), segment(40, 30)];

describe("over random histories, a viewer is told what the oracle says", () => {
  test.each([
    ["with everything", fc.array(fc.option(rule, { nil: undefined }), { maxLength: 3 }), 3],
    ["on the plain path", fc.constant([]), 1],
  ] as const)("%s", (_name, kinds, mostAreas) => {
    fc.assert(
      fc.property(
        kinds,
        fc.boolean(),
        fc.integer({ min: mostAreas === 1 ? 1 : 0, max: mostAreas }),
        fc.array(fc.array(change, { maxLength: 8 }), { minLength: 2, maxLength: 12 }),
        (rules, hasWalls, areaCount, history) => {
          const lineOfSight = hasWalls && mostAreas > 1;
          const walls = [300, 200, 300, 800, 600, 600, 900, 600];
          const space = createSpace({ bounds: BOUNDS, capacity: CAPACITY });
          const kindOf = new Uint8Array(CAPACITY);
          const bytes = { changed: new Uint16Array(CAPACITY), whole: 0, entry: 0, exit: 0 };
          const options = { kinds: rules, kindOf, walls, bytes };
          const interest = createInterest(space, options);
          const viewer = interest.addViewer({ lineOfSight });
          const own = createIdList();
          const areas = [
            { centerX: 300, centerY: 300, width: 400, height: 300 },
            { centerX: 500, centerY: 500, radius: 200 },
            { centerX: 600, centerY: 400, radius: 400, direction: 1, angle: 2 },
          ];
          viewer.areas = areas.slice(0, areaCount);
          viewer.alwaysSeen = [own];
          const naive: NaiveViewer = {
            viewer,
            budget: Infinity,
            lineOfSight,
            seen: new Map(),
            waiting: new Map(),
            reasons: new Map(),
          };
          const live: number[] = [];

          for (const [update, changes] of history.entries()) {
            for (const each of changes) apply(space, live, kindOf, areas, own, each);
            if (update % 2 === 0) space.step();
            interest.update();
            const known = presentIds(space.bodies);
            const { expected } = lookNaively(naive, space.bodies, known, options, update + 1, false);
            expect(idsOf(viewer.seen)).toEqual(sorted(expected.seen));
            expect(slotsOf(viewer.entered)).toEqual(sorted(expected.entered.map(slotOf)));
            expect(slotsOf(viewer.left)).toEqual(sorted(expected.left.map(slotOf)));
            expect(slotsOf(viewer.stayed)).toEqual(sorted(expected.stayed.map(slotOf)));
            const due = [...expected.due].map(([id, age]) => [slotOf(id), age] as const);
            expect(duesOf(viewer)).toEqual(new Map(due.sort(([a], [b]) => a - b)));
            for (const id of live) {
              expect(interest.explain(viewer, id).seen, `body ${id}`).toBe(naive.seen.has(id));
              for (const area of viewer.areas) {
                for (const margin of [0, rules[kindOf[slotOf(id)]]?.leaveMargin ?? 0]) {
                  const isIn = overlapsArea(space.bodies, slotOf(id), area, margin);
                  expect(isIn).toBe(isInByDistance(space.bodies, slotOf(id), area, margin) ?? isIn);
                }
              }
            }
          }
        },
      ),
      { numRuns: HISTORIES },
    );
  });
});

/** Whether a circle is in a rectangle or circle, by distances alone; undefined for other shapes and areas. */
function isInByDistance(bodies: BodyStore, slot: number, area: Area, margin: number): boolean | undefined {
  if (bodies.shape[slot] !== ShapeKind.circle || isCone(area)) return undefined;
  const dx = Math.abs(bodies.x[slot] - area.centerX);
  const dy = Math.abs(bodies.y[slot] - area.centerY);
  if (!isRectangle(area)) return Math.hypot(dx, dy) <= area.radius + margin + bodies.radius[slot];
  const outsideX = Math.max(0, dx - area.width / 2 - margin);
  const outsideY = Math.max(0, dy - area.height / 2 - margin);
  return Math.hypot(outsideX, outsideY) <= bodies.radius[slot];
}

function duesOf({ due: { slots, ages, count, isFresh } }: Viewer): Map<number, number> {
  const pairs = [...slots.subarray(0, count)].map((slot, i) => [slot, isFresh ? 1 : ages[i]] as const);
  return new Map(pairs.sort(([a], [b]) => a - b));
}

function apply(
  space: Space,
  live: number[],
  kindOf: Uint8Array,
  areas: { centerX: number; centerY: number }[],
  own: IdList,
  each: typeof change extends fc.Arbitrary<infer T> ? T : never,
): void {
  if (each.do === "add") {
    const id = space.add(SHAPES[each.what], each.x, each.y, { still: each.what % 2 === 0 });
    kindOf[slotOf(id)] = each.what;
    live.push(id);
    return;
  }
  if (each.do === "look") {
    const area = areas[each.area];
    area.centerX = each.x;
    area.centerY = each.y;
    return;
  }
  if (live.length === 0) return;
  const place = each.who % live.length;
  const id = live[place];
  if (each.do === "move") space.move(id, each.x, each.y);
  else if (each.do === "kind") kindOf[slotOf(id)] = each.kind;
  else if (each.do === "own") {
    own.ids = Int32Array.from([...own.ids.subarray(0, own.count), id]);
    own.count++;
  } else {
    space.remove(id);
    live.splice(place, 1);
  }
}
