import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { createBodyStore, slotOf, type WritableBodyStore } from "./bodies.ts";
import { roundDown, roundUp, updateBoxes } from "./boxes.ts";
import { MAX_MAGNITUDE } from "./errors.ts";
import { capsule, circle, type Shape } from "./shapes.ts";
import { ANY_BODIES, AWKWARD_BODIES, randomShape } from "./testing/random-bodies.ts";

/** A float as a whole number of the smallest float there is, 2^−1074: sums of these are exact. */
function exact(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return word >> 63n === 0n ? magnitude : -magnitude;
}

/** The next float32 after a float32, up or down. */
function nextFloat32(value: number, direction: 1 | -1): number {
  const float = Float32Array.of(value === 0 ? 0 : value);
  const word = new Int32Array(float.buffer);
  if (float[0] === 0) return direction * 2 ** -149;
  word[0] += Math.sign(value) * direction;
  return float[0];
}

const anyValue = fc.oneof(
  fc.double({ min: -3 * MAX_MAGNITUDE, max: 3 * MAX_MAGNITUDE, noNaN: true }),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.double({ min: -1e-40, max: 1e-40, noNaN: true }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(0, -0, Number.MIN_VALUE, -Number.MIN_VALUE, 2 ** 40, -(2 ** 40), 2 ** -149, -(2 ** -149)),
  // Between and beside neighbouring float32s.
  fc
    .tuple(fc.float({ min: -1000, max: 1000, noNaN: true }), fc.integer({ min: -3, max: 3 }))
    .map(([float, parts]) => float * (1 + parts * 2 ** -25)),
);

/** Below this the distance of float32s stays the same, while rounding outward still moves by twice it: one more. */
const NEAR_ZERO = 2 ** -120;

test("rounding outward gives float32s outside, at most two off the nearest such (three near 0), and never −0", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const down = roundDown(value);
      const up = roundUp(value);
      for (const edge of [down, up]) {
        expect(Math.fround(edge)).toBe(edge);
        expect(Object.is(edge, -0)).toBe(false);
      }
      expect(down).toBeLessThanOrEqual(value);
      expect(up).toBeGreaterThanOrEqual(value);
      const steps = Math.abs(value) < NEAR_ZERO ? 4 : 3;
      let inside = down;
      for (let i = 0; i < steps; i++) inside = nextFloat32(inside, 1);
      expect(inside).toBeGreaterThan(value);
      inside = up;
      for (let i = 0; i < steps; i++) inside = nextFloat32(inside, -1);
      expect(inside).toBeLessThan(value);
    }),
    { numRuns: 5000 },
  );
});

/** For sorting: bigints do not fit what `Array.sort` wants of a difference. */
function compare(a: bigint, b: bigint): number {
  return Number(a > b) - Number(a < b);
}

/** The least and greatest of each shape along an axis about its body's position, exactly. */
function exactReach(shape: Shape, axis: "x" | "y"): { least: bigint; greatest: bigint } {
  if (shape.vertices.length > 0) {
    const along = shape.vertices.filter((_, i) => i % 2 === (axis === "x" ? 0 : 1)).map(exact);
    return {
      least: along.sort(compare)[0],
      greatest: along[along.length - 1],
    };
  }
  const reach = exact(Math.abs(axis === "x" ? shape.extentX : shape.extentY)) + exact(shape.radius);
  return { least: -reach, greatest: reach };
}

/**
 * By how much an edge may be off for the rounding of a sum on the way to it: as a box is computed from rounded sums, one that
 * is near 0 while what it is made of is large has the error of the large ones.
 */
function slack(...parts: number[]): bigint {
  return exact(parts.reduce((sum, part) => sum + Math.abs(part), 0)) >> 51n;
}

function expectHolds(store: WritableBodyStore, slot: number, shape: Shape, at: { x: number; y: number }): void {
  const { minX, minY, maxX, maxY } = store.boxes;
  for (const [axis, min, max] of [
    ["x", minX[slot], maxX[slot]],
    ["y", minY[slot], maxY[slot]],
  ] as const) {
    const { least, greatest } = exactReach(shape, axis);
    const isOneSum = shape.radius === 0 || (shape.extentX === 0 && shape.extentY === 0);
    const allowed = isOneSum ? 0n : slack(at[axis], shape.radius, axis === "x" ? shape.extentX : shape.extentY);
    expect(exact(min) <= exact(at[axis]) + least + allowed).toBe(true);
    expect(exact(max) >= exact(at[axis]) + greatest - allowed).toBe(true);
  }
}

test("a box holds its shape, and is tight on each side", () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), (seed, isAwkward) => {
      const random = createRandom(seed);
      const kind = isAwkward ? AWKWARD_BODIES : ANY_BODIES;
      const shape = randomShape(random, kind.size);
      const at = { x: kind.coordinate(random), y: kind.coordinate(random) };
      const store = createBodyStore(1);
      const slot = slotOf(store.add(shape, at.x, at.y));
      updateBoxes(store, false);
      expectHolds(store, slot, shape, at);
      for (const [min, max, axis] of [
        [store.boxes.minX[slot], store.boxes.maxX[slot], "x"],
        [store.boxes.minY[slot], store.boxes.maxY[slot], "y"],
      ] as const) {
        const { least, greatest } = exactReach(shape, axis);
        const allowed = slack(at[axis], shape.radius, axis === "x" ? shape.extentX : shape.extentY);
        let inside = min;
        for (let i = 0; i < 4; i++) inside = nextFloat32(inside, 1);
        expect(exact(inside) + allowed > exact(at[axis]) + least).toBe(true);
        inside = max;
        for (let i = 0; i < 4; i++) inside = nextFloat32(inside, -1);
        expect(exact(inside) - allowed < exact(at[axis]) + greatest).toBe(true);
        expect(Object.is(min, -0) || Object.is(max, -0)).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a swept box holds its shape where the last step left it, where it is, and between, after any number of moves", () => {
  const time = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), fc.integer({ min: 1, max: 6 }), time, (seed, isAwkward, moves, part) => {
      const random = createRandom(seed);
      const kind = isAwkward ? AWKWARD_BODIES : ANY_BODIES;
      const shape = randomShape(random, kind.size);
      const place = () => ({ x: kind.coordinate(random), y: kind.coordinate(random) });
      const from = place();
      const store = createBodyStore(1);
      const id = store.add(shape, from.x, from.y);
      store.settle();
      let to = from;
      for (let i = 0; i < moves; i++) {
        to = place();
        store.move(id, to.x, to.y);
      }
      updateBoxes(store, true);
      expectHolds(store, slotOf(id), shape, from);
      expectHolds(store, slotOf(id), shape, to);
      expectHolds(store, slotOf(id), shape, { x: between(from.x, to.x, part), y: between(from.y, to.y, part) });
    }),
    { numRuns: 5000 },
  );
});

/** A part of the way from one coordinate to another, and never beyond either. */
function between(from: number, to: number, part: number): number {
  return Math.min(Math.max(from + (to - from) * part, Math.min(from, to)), Math.max(from, to));
}

test.each([
  ["one move", [1e12]],
  ["moves to the end of the world and back", [1e12, -1e12, 1e12, 0.1001]],
  ["many moves", [...Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1e12 - i / 7 : i / 9)), 0.3]],
])("a swept box holds the start to the last digit: %s", (_what, places) => {
  for (const sign of [1, -1]) {
    const store = createBodyStore(1);
    const start = sign * 0.1;
    const id = store.add(circle(0), start, start);
    store.settle();
    for (const place of places) store.move(id, sign * place, sign * place);
    updateBoxes(store, true);
    expectHolds(store, slotOf(id), circle(0), { x: start, y: start });
  }
});

test("a swept box shrinks to its shape a step after its body has come to rest, and on a teleport", () => {
  const store = createBodyStore(2);
  const mover = store.add(circle(1), 0, 0);
  const jumper = store.add(capsule(1, 0, 1), 0, 0);
  const step = () => {
    store.markMoved();
    updateBoxes(store, true);
    store.settle();
  };
  step();
  store.move(mover, 100, 0);
  store.teleport(jumper, 100, 0);
  step();
  expect(store.boxes.minX[slotOf(mover)]).toBeCloseTo(-1, 5);
  expect(store.boxes.minX[slotOf(jumper)]).toBeCloseTo(98, 4);
  step();
  expect(store.boxes.minX[slotOf(mover)]).toBeCloseTo(99, 4);
});
