import fc from "fast-check";
import { expect, test } from "vitest";
import { slotOf } from "../space/bodies.ts";
import { createIdList, type IdList } from "../space/id-list.ts";
import { circle } from "../space/shapes.ts";
import { createSpace } from "../space/space.ts";
import { createInterest, type Viewer } from "./viewer.ts";

const BOUNDS = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 };
const NOTHING = createIdList();

function valuesOf({ ids, count }: IdList): number[] {
  return [...ids.subarray(0, count)].sort((a, b) => a - b);
}

function listOf(...ids: number[]): IdList {
  return { ids: Int32Array.from(ids), count: ids.length };
}

function slotsOf(...ids: number[]): number[] {
  return ids.map(slotOf).sort((a, b) => a - b);
}

test("a body is seen by its extent, from the edge of the area on", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 10 });
  const interest = createInterest(space);
  const viewer = interest.createViewer();
  const touching = space.add(circle(50), 250, 100, { still: true });
  space.add(circle(50), 251, 100, { still: true });
  const huge = space.add(circle(1000), 900, 900, { still: true });
  space.step();
  interest.update(viewer, { centerX: 100, centerY: 100, width: 200, height: 200 }, NOTHING);
  expect(valuesOf(viewer.seen)).toEqual([touching, huge].sort((a, b) => a - b));
});

test("own bodies are seen outside the area, once inside it, and no longer when they are gone", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 10 });
  const interest = createInterest(space);
  const viewer = interest.createViewer();
  const inside = space.add(circle(10), 100, 100);
  const outside = space.add(circle(10), 900, 900);
  const own = listOf(inside, outside);
  const area = { centerX: 100, centerY: 100, width: 200, height: 200 };
  space.step();
  interest.update(viewer, area, own);
  expect(valuesOf(viewer.seen)).toEqual(valuesOf(own));
  space.remove(outside);
  space.step();
  interest.update(viewer, area, own);
  expect(valuesOf(viewer.seen)).toEqual([inside]);
  expect(valuesOf(viewer.left)).toEqual(slotsOf(outside));
});

test("viewers do not disturb each other", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 10 });
  const interest = createInterest(space);
  const [first, second] = [interest.createViewer(), interest.createViewer()];
  const body = space.add(circle(10), 100, 100, { still: true });
  const here = { centerX: 100, centerY: 100, width: 200, height: 200 };
  const away = { ...here, centerX: 800 };
  space.step();
  interest.update(first, here, NOTHING);
  interest.update(second, away, NOTHING);
  interest.update(first, here, NOTHING);
  interest.update(second, here, NOTHING);
  expect(valuesOf(first.stayed)).toEqual(slotsOf(body));
  expect(valuesOf(second.entered)).toEqual(slotsOf(body));
});

test("entered, stayed and left are the difference between what is seen and what was, whatever happens", () => {
  const coordinate = fc.integer({ min: -100, max: 1100 });
  const change = fc.record({ add: fc.boolean(), pick: fc.nat(), x: coordinate, y: coordinate, radius: fc.nat(200) });
  const round = fc.record({
    changes: fc.array(change, { maxLength: 12 }),
    x: coordinate,
    y: coordinate,
    own: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(round, { maxLength: 30 }), (rounds) => {
      const space = createSpace({ bounds: BOUNDS, capacity: 40 });
      const interest = createInterest(space);
      const viewer = interest.createViewer();
      const alive: number[] = [];
      for (const { changes, x, y, own } of rounds) {
        for (const { add, pick, x: bodyX, y: bodyY, radius } of changes) {
          if (add && alive.length < 20) alive.push(space.add(circle(radius), bodyX, bodyY));
          else if (alive.length > 0) space.remove(alive.splice(pick % alive.length, 1)[0]);
        }
        space.step();
        const before = valuesOf(viewer.seen);
        const owned = alive.length > 0 ? listOf(alive[own % alive.length]) : NOTHING;
        interest.update(viewer, { centerX: x, centerY: y, width: 400, height: 300 }, owned);
        expectDifference(viewer, before);
        for (const id of valuesOf(owned)) expect(valuesOf(viewer.seen)).toContain(id);
      }
    }),
  );
});

function expectDifference(viewer: Viewer, before: number[]): void {
  const now = valuesOf(viewer.seen);
  expect(new Set(now).size).toBe(now.length);
  expect(valuesOf(viewer.entered)).toEqual(slotsOf(...now.filter((id) => !before.includes(id))));
  expect(valuesOf(viewer.stayed)).toEqual(slotsOf(...now.filter((id) => before.includes(id))));
  expect(valuesOf(viewer.left)).toEqual(slotsOf(...before.filter((id) => !now.includes(id))));
}
