import { expect, test } from "vitest";
import { machineTime, othersBetween } from "./machine-time.ts";

test("what others took is all but the test's own", () => {
  const [before, after] = [
    { all: 100, own: 10 },
    { all: 103, own: 11 },
  ];
  expect(othersBetween(before, after, 2, 0.25)).toBe(0.75);
  expect(othersBetween(before, after, 2, 1.1)).toBe(0);
});

test("without one of the two nothing is known, nor without the server's time", () => {
  expect(othersBetween(undefined, { all: 1, own: 1 }, 1, 0)).toBeUndefined();
  expect(machineTime([0], undefined)).toBeUndefined();
  expect(machineTime([], 1)).toBeUndefined();
  expect(machineTime([100_000], 1)).toBeUndefined();
});

test("the time of a processor grows, and holds this process' own", () => {
  const time = machineTime([0], 3);
  expect(time?.all).toBeGreaterThan(0);
  expect(time?.own).toBeGreaterThan(3);
});
