import { describe, expect, test } from "vitest";
import { createPlaces } from "./places.ts";

const at = (places: ReturnType<typeof createPlaces>, key: number) => {
  const point = { x: Number.NaN, y: Number.NaN };
  return places.at(key, point) ? [point.x, point.y] : undefined;
};

describe("places", () => {
  test("lie between the samples before and after the time shown, whether they came often or seldom", () => {
    const places = createPlaces();
    for (let tick = 0; tick <= 20; tick++) places.record(1, tick, 10 * tick, 0);
    for (let tick = 0; tick <= 20; tick += 4) places.record(2, tick, 10 * tick, 5);
    places.advance(20, 16);
    expect(places.position).toBe(15);
    expect(at(places, 1)).toEqual([150, 0]);
    expect(at(places, 2)).toEqual([150, 5]);
    expect(at(places, 3)).toBeUndefined();
  });

  test("the time shown runs on without a jump, and catches up with a new room at once", () => {
    const places = createPlaces();
    places.advance(100, 16);
    let before = places.position;
    for (let frame = 0; frame < 200; frame++) {
      places.advance(100 + Math.floor(frame / 10) * 4, 16);
      expect(places.position).toBeGreaterThanOrEqual(before);
      expect(places.position - before).toBeLessThan(2);
      before = places.position;
    }
    places.advance(4, 16);
    expect(places.position).toBe(-1);
  });

  test("older samples than there are count for nothing, and bodies that are gone are forgotten", () => {
    const places = createPlaces();
    places.record(1, 10, 100, 0);
    places.record(1, 8, 0, 0);
    places.record(2, 10, 7, 7);
    places.keepOnly([1]);
    places.advance(10, 16);
    expect(at(places, 1)).toEqual([100, 0]);
    expect(at(places, 2)).toBeUndefined();
  });
});
