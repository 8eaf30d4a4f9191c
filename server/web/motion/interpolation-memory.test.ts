import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { TICK_MILLISECONDS } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { createInterpolation } from "./interpolation.ts";

const TICKS = 20_000;
/** Far less than 20,000 bodies would take, at some 300 bytes each. */
const MAX_GROWTH_BYTES = 1_000_000;

test("a page in the background, which takes patches and draws nothing, keeps no bodies that have left", () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const interpolation = createInterpolation();
  const takePatches = (from: number, to: number) => {
    for (let tick = from; tick < to; tick++) {
      const body = { x: tick, y: 0, radius: 8, kind: BodyKind.pellet, color: 1, owner: 0 };
      interpolation.record(tick, tick * TICK_MILLISECONDS, 1, new Map([[String(tick), body]]));
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = takePatches(0, 1000);
  expect(takePatches(1000, 1000 + TICKS) - before).toBeLessThan(MAX_GROWTH_BYTES);
  expect(interpolation.visible((1000 + TICKS) * TICK_MILLISECONDS).length).toBeLessThan(20);
});
