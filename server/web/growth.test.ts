import { expect, test } from "vitest";
import { soundOf } from "./growth.ts";

test.each([
  [{ cells: 0, mass: 0 }, { cells: 1, mass: 10 }, undefined],
  [{ cells: 1, mass: 10 }, { cells: 0, mass: 0 }, undefined],
  [{ cells: 1, mass: 10 }, { cells: 1, mass: 11 }, "pellet"],
  [{ cells: 1, mass: 10 }, { cells: 1, mass: 9.99 }, undefined],
  [{ cells: 1, mass: 40 }, { cells: 1, mass: 70 }, "eat"],
  [{ cells: 1, mass: 40 }, { cells: 2, mass: 40 }, "split"],
  [{ cells: 1, mass: 200 }, { cells: 9, mass: 290 }, "pop"],
] as const)("from %o to %o", (before, after, sound) => {
  expect(soundOf(before, after)).toBe(sound);
});
