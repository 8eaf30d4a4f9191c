import { expect, test } from "vitest";
import { circle, createSpace, slotOf } from "../../space/space.ts";
import { MOST_PAIRS, takePicture } from "./space-picture.ts";

const BOUNDS = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 };
const pairsIn = (keys: readonly number[]) =>
  Array.from({ length: keys.length / 2 }, (_, i) => [keys[2 * i], keys[2 * i + 1]].sort((a, b) => a - b));

test("bodies, regions, and candidates apart from contacts", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: "sort-and-sweep" });
  // The second touches the first; the third's box alone meets the second's.
  const [first, second, third] = [
    space.add(circle(10), 100, 100),
    space.add(circle(10), 118, 100),
    space.add(circle(10), 135, 115),
  ].map(slotOf);
  space.add(circle(10), 900, 900);
  space.step();
  const picture = takePicture(space, space.inspect(), BOUNDS);
  expect(picture.keys).toHaveLength(4);
  const place = picture.keys.indexOf(second);
  expect([picture.x[place], picture.y[place]]).toEqual([118, 100]);
  expect([picture.halfWidth[place], picture.halfHeight[place]]).toEqual([10, 10]);
  expect(pairsIn(picture.contacts)).toEqual([[first, second]]);
  expect(pairsIn(picture.candidates)).toEqual([[second, third]]);
  expect(picture.regionBounds).toEqual([0, 0, 1000, 1000]);
  expect(picture.regionSizes).toEqual([4]);
  expect(picture.regionKeys.slice(0, 3)).toEqual([first, second, third]);
  expect(picture.omitted).toEqual({ bodies: 0, regions: 0, pairs: 0 });
});

test("only what is within the rectangle, and a body that has changed since the step where it is now", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 200 });
  const ids = Array.from({ length: 100 }, (_, i) => space.add(circle(4), 10 + 10 * i, 500));
  space.step();
  space.move(ids[0], 105, 400);
  const picture = takePicture(space, space.inspect(), { minX: 100, minY: 0, maxX: 200, maxY: 1000 });
  expect(picture.keys.length).toBeLessThan(14);
  const place = picture.keys.indexOf(slotOf(ids[0]));
  expect([picture.x[place], picture.y[place]]).toEqual([105, 400]);
  for (let i = 0; i < picture.regionBounds.length; i += 4) {
    const [minX, , maxX] = picture.regionBounds.slice(i);
    expect(minX).toBeGreaterThanOrEqual(100);
    expect(maxX).toBeLessThanOrEqual(200);
  }
});

test("what is too many is counted and left out", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 200 });
  for (let i = 0; i < 130; i++) space.add(circle(10), 500, 500);
  space.step();
  const picture = takePicture(space, space.inspect(), BOUNDS);
  const all = (130 * 129) / 2;
  expect((picture.contacts.length + picture.candidates.length) / 2).toBe(MOST_PAIRS);
  expect(picture.omitted.pairs).toBe(all - MOST_PAIRS);
});
