import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { createFrames, type HostileFrame, type Temper } from "./frames.ts";

function frames(seed: number, temper: Temper, count: number): HostileFrame[] {
  const next = createFrames(createRandom(seed), temper);
  return Array.from({ length: count }, next);
}

test("the same seed is a nuisance in the same way", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom<Temper>("bytes", "messages"), (seed, temper) => {
      expect(frames(seed, temper, 50)).toEqual(frames(seed, temper, 50));
    }),
  );
});

test("bytes are of every kind that a server must stand: unknown, of a known kind, text, empty, over size", () => {
  const data = frames(1, "bytes", 2000).map((frame) => (frame.kind === "raw" ? frame.data : undefined));
  const binary = data.filter((each) => each instanceof Uint8Array);
  expect(data).not.toContain(undefined);
  expect(data.some((each) => typeof each === "string")).toBe(true);
  expect(binary.some((bytes) => bytes.length === 0)).toBe(true);
  expect(binary.some((bytes) => bytes.length > 4096)).toBe(true);
  for (const code of [10, 13, 17, 18, 20, 21, 20 | 0x80]) {
    expect(binary.filter((bytes) => bytes[0] === code).length).toBeGreaterThan(5);
  }
});

test("messages have numbers that are none, wrong types, and names of Object's own", () => {
  const messages = frames(1, "messages", 2000).filter((frame) => frame.kind === "message");
  expect(new Set(messages.map(({ name }) => name))).toContain("__proto__");
  const inputs = messages.filter(({ name }) => name === "input").map(({ payload }) => payload);
  const xs = inputs.map((payload) => (payload as { x?: unknown } | null | undefined)?.x);
  expect(xs.some((x) => Number.isNaN(x))).toBe(true);
  expect(xs).toContain(Number.POSITIVE_INFINITY);
  expect(xs).toContain("1");
  expect(inputs).toContain(null);
});
