import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../shared/settings.ts";
import { NO_TIMER } from "../arena/test-scene.ts";
import { createWorld } from "../arena/world.ts";
import { createInterest } from "../interest/interest.ts";
import { slotOf } from "../space/space.ts";
import { createRoomQueries } from "./room-queries.ts";

const SIZE = 2000;
const TICKS = 60;

/** A world after some play, so that bodies have moved, died and come anew. */
const world = createWorld({ ...DEFAULT_SETTINGS, worldSize: SIZE, pellets: 400, bots: 12, seed: 7 });
for (let i = 0; i < TICKS; i++) world.step(NO_TIMER);
const interest = createInterest(world.space);
const viewer = interest.addViewer();
const area = { centerX: 1000, centerY: 1000, width: 600, height: 400 };
viewer.areas = [area];
interest.update();
const queries = createRoomQueries(world, interest, (session) => (session === "there" ? viewer : undefined));

interface TrueBody {
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Every body, read from the world's columns one by one. */
const truth: TrueBody[] = [];
{
  const { ids, slotLimit, x, y, radius } = world.space.bodies;
  const { kind, owner, color } = world.bodies;
  for (let key = 0; key < slotLimit; key++) {
    if (ids[key] === 0) continue;
    const place = { x: x[key], y: y[key], radius: radius[key] };
    truth.push({ key, id: ids[key], kind: kind[key], owner: owner[key], color: color[key], ...place } as TrueBody);
  }
}

const inKeyOrder = (bodies: readonly object[]) => (bodies as TrueBody[]).toSorted((a, b) => a.key - b.key);
const distanceTo = (x: number, y: number, body: TrueBody) =>
  Math.max(0, Math.hypot(body.x - x, body.y - y) - body.radius);
const coordinate = fc.double({ min: -200, max: SIZE + 200, noNaN: true });

test("the world that is asked is full of all sorts", () => {
  expect(truth.length).toBe(world.space.count);
  expect(new Set(truth.map((body) => (body as TrueBody & { kind: number }).kind)).size).toBeGreaterThan(1);
});

test("in a rectangle are the bodies that brute force finds, with all that is known of them", () => {
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, coordinate, (x1, y1, x2, y2) => {
      const [minX, maxX] = [Math.min(x1, x2), Math.max(x1, x2)];
      const [minY, maxY] = [Math.min(y1, y2), Math.max(y1, y2)];
      const expected = truth.filter(({ x, y, radius }) => {
        const outsideX = Math.max(minX - x, 0, x - maxX);
        const outsideY = Math.max(minY - y, 0, y - maxY);
        return Math.hypot(outsideX, outsideY) <= radius;
      });
      const { bodies, truncated } = queries.inRectangle(minX, minY, maxX, maxY, 1000);
      expect(inKeyOrder(bodies)).toEqual(expected);
      expect(truncated).toBe(false);
    }),
  );
});

test("in a circle are the bodies that brute force finds", () => {
  fc.assert(
    fc.property(coordinate, coordinate, fc.double({ min: 0, max: SIZE, noNaN: true }), (x, y, radius) => {
      const expected = truth.filter((body) => Math.hypot(body.x - x, body.y - y) <= radius + body.radius);
      expect(inKeyOrder(queries.inCircle(x, y, radius, 1000).bodies)).toEqual(expected);
    }),
  );
});

test("the nearest are those that brute force finds, in its order; the limit cuts the farthest off", () => {
  const count = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(coordinate, coordinate, count, count, (x, y, asked, limit) => {
      const sorted = truth.map((body) => distanceTo(x, y, body)).toSorted((a, b) => a - b);
      const shown = Math.min(asked, limit, truth.length);
      const { bodies, truncated } = queries.nearest(x, y, asked, limit);
      const distances = (bodies as TrueBody[]).map((body) => distanceTo(x, y, body));
      expect(distances).toHaveLength(shown);
      distances.forEach((distance, i) => {
        expect(distance).toBeCloseTo(sorted[i], 9);
      });
      expect(new Set((bodies as TrueBody[]).map(({ key }) => key)).size).toBe(shown);
      expect(truncated).toBe(Math.min(asked, truth.length) > limit);
    }),
  );
});

test("of more bodies than the limit, so many are given, and it is said", () => {
  const all = truth.length;
  for (const limit of [1, 10, all - 1]) {
    const { bodies, truncated } = queries.inRectangle(-500, -500, SIZE + 500, SIZE + 500, limit);
    expect([bodies.length, truncated]).toEqual([limit, true]);
    expect(new Set((bodies as TrueBody[]).map(({ key }) => key)).size).toBe(limit);
  }
  expect(queries.inCircle(SIZE / 2, SIZE / 2, 2 * SIZE, all)).toMatchObject({ truncated: false });
  expect(queries.inCircle(SIZE / 2, SIZE / 2, 2 * SIZE, all).bodies).toHaveLength(all);
});

test("explain agrees, body by body, with what the viewer sees", () => {
  const seen = new Set([...viewer.seen.ids.subarray(0, viewer.seen.count)].map(slotOf));
  expect(seen.size).toBeGreaterThan(0);
  for (const { key } of truth) expect(queries.explain("there", key)).toMatchObject({ seen: seen.has(key) });
});

test("a client or a body that is not there is told apart", () => {
  const { ids, slotLimit } = world.space.bodies;
  const [{ key: removed }] = truth;
  expect(queries.explain("gone", truth[0].key)).toBe("no-session");
  expect(queries.explain("there", slotLimit)).toBe("no-body");
  expect(queries.explain("there", 2 ** 31 - 1)).toBe("no-body");
  expect(queries.explain("there", removed)).toHaveProperty("seen");
  world.space.remove(ids[removed]);
  expect(queries.explain("there", removed)).toBe("no-body");
});
