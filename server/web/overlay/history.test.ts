import { expect, test } from "vitest";
import type { InspectedTicks } from "../../../shared/inspection.ts";
import { PHASES } from "../../../shared/phases.ts";
import { createHistory, HISTORY_TICKS } from "./history.ts";

function ticksFrom(first: number, count = 4): InspectedTicks {
  const tick = Array.from({ length: count }, (_, i) => first + i);
  const column = () => [...tick];
  return {
    tick,
    bodies: column(),
    boxTests: column(),
    pairs: column(),
    contacts: column(),
    bytes: column(),
    phases: tick.flatMap((each) => PHASES.map((_, phase) => each * 10 + phase)),
  };
}

test("keeps the last ticks in all columns, and when the algorithm changed", () => {
  const history = createHistory();
  for (let first = 0; first < 1000; first += 4) history.add(ticksFrom(first), first < 900 ? "one" : "other");
  const { ticks, switches } = history;
  expect(ticks.tick).toEqual(Array.from({ length: HISTORY_TICKS }, (_, i) => 1000 - HISTORY_TICKS + i));
  expect(ticks.phases).toHaveLength(HISTORY_TICKS * PHASES.length);
  expect(ticks.phases.at(-1)).toBe(9990 + PHASES.length - 1);
  expect(switches).toEqual([{ tick: 900, algorithm: "other" }]);
  expect(history.mean("boxTests", 4)).toBe(997.5);
  expect(history.meanOfPhase(PHASES[2], 2)).toBe(9987);
  for (let first = 1000; first < 1400; first += 4) history.add(ticksFrom(first), "other");
  expect(history.switches).toEqual([]);
});

test("begins anew after a gap, and when cleared", () => {
  const history = createHistory();
  history.add(ticksFrom(0), "one");
  history.add(ticksFrom(8), "one");
  expect(history.ticks.tick).toEqual([8, 9, 10, 11]);
  history.clear();
  expect(history.ticks.phases).toEqual([]);
  expect(history.mean("bytes", 10)).toBeNaN();
});
