import fc from "fast-check";
import { expect, it } from "vitest";
import { MINIMAP_BYTES, type MinimapDot, readDots, writeDot } from "./minimap.ts";
import { COLORS } from "./state.ts";

function write(dots: readonly MinimapDot[]): Uint8Array {
  const bytes = new Uint8Array(dots.length * MINIMAP_BYTES);
  for (const [index, dot] of dots.entries()) writeDot(bytes, index, dot);
  return bytes;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyDot = fc.record({
  number: fc.integer({ min: 1, max: 65_535 }),
  x: share,
  y: share,
  color: fc.integer({ min: 0, max: COLORS - 1 }),
});

it("reads what was written: numbers and colours exactly, places to half a step of 255", () => {
  fc.assert(
    fc.property(fc.array(anyDot, { maxLength: 60 }), (dots) => {
      const read = readDots(write(dots));
      expect(read.map(({ number, color }) => [number, color])).toEqual(
        dots.map(({ number, color }) => [number, color]),
      );
      for (const [index, { x, y }] of dots.entries()) {
        expect(Math.abs(read[index].x - x)).toBeLessThanOrEqual(0.5 / 255 + 1e-12);
        expect(Math.abs(read[index].y - y)).toBeLessThanOrEqual(0.5 / 255 + 1e-12);
      }
    }),
  );
});

it("has the bytes that are documented", () => {
  expect([...write([{ number: 0x1234, x: 1, y: 0, color: 63 }])]).toEqual([0x12, 0x34, 255, 0, 63]);
});

it("shows at the edge what is outside", () => {
  expect(readDots(write([{ number: 1, x: -0.2, y: 1.7, color: 0 }]))).toEqual([{ number: 1, x: 0, y: 1, color: 0 }]);
});

it("ignores bytes behind the last whole dot", () => {
  expect(readDots(new Uint8Array(2 * MINIMAP_BYTES - 1))).toHaveLength(1);
  expect(readDots(new Uint8Array(0))).toEqual([]);
});
