import { expect, test } from "vitest";
import { parseProcessors, pinned } from "./processors.ts";

test("a list of processors is read as Linux writes it", () => {
  expect(parseProcessors("0-2,5")).toEqual([0, 1, 2, 5]);
  expect(parseProcessors("7")).toEqual([7]);
});

test("a command is kept to a processor, if there is one", () => {
  expect(pinned(3, ["node", "a.ts"])).toEqual(["taskset", "-c", "3", "node", "a.ts"]);
  expect(pinned(undefined, ["node", "a.ts"])).toEqual(["node", "a.ts"]);
});
