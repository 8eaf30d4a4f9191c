import { expect, test } from "vitest";
import { createMeasurements, type Measurements } from "./bots/measurements.ts";
import type { Taken } from "./bots/orders.ts";
import { createTally } from "./tally.ts";

function taken(measure: (measurements: Measurements) => void, present = 5): Taken {
  const measurements = createMeasurements();
  measure(measurements);
  return { sample: measurements.take(), present, busy: present / 10, cpu: 0.1, memory: 1000 };
}

test("a row adds up what all processes saw in its second, as rates", () => {
  const tally = createTally();
  const moment = { scrape: "no metrics", serverMemory: 7, machine: undefined };
  tally.add({ ...moment, at: 1, stage: "ramp", taken: [taken(() => undefined)] });
  const row = tally.add({
    ...moment,
    at: 3,
    stage: "steady",
    taken: [
      taken(({ counts, durations, happened }) => {
        counts.patches = 10;
        counts.bytes = 100;
        durations.jitter.record(4);
        happened("dropped", "close code 1006");
      }),
      taken(({ counts, durations, untrue }) => {
        counts.patches = 30;
        durations.jitter.record(8);
        untrue("body 3 is missing");
      }, 7),
    ],
  });
  expect(row).toMatchObject({
    at: 3,
    seconds: 2,
    present: 12,
    patches: 20,
    bytes: 50,
    dropped: 1,
    failed: 0,
    wrong: 1,
  });
  expect(row).toMatchObject({ botsBusy: 0.7, botsMemory: 2000, serverMemory: 7, server: undefined });
  expect(row.jitter).toMatchObject({ samples: 2, max: 8 });
  expect(row.inputToPatch).toBeUndefined();
  expect(tally.rows).toHaveLength(2);
  expect(tally.untruths).toEqual(["body 3 is missing"]);
});

test("totals are of all seconds, durations of the steady ones, but for joins", () => {
  const tally = createTally();
  const second = taken(({ counts, durations, happened }) => {
    counts.joins = 2;
    durations.jitter.record(1);
    durations.join.record(20);
    happened("failed", "503 full");
  });
  const moment = { taken: [second], scrape: "no metrics", serverMemory: undefined, machine: undefined };
  tally.add({ ...moment, at: 1, stage: "ramp" });
  tally.add({ ...moment, at: 2, stage: "steady" });
  tally.absorb("ramp", [second]);
  expect(tally.count("joins")).toBe(6);
  expect(tally.reasons("failed")).toEqual([{ reason: "503 full", count: 3 }]);
  expect(tally.reasons("dropped")).toEqual([]);
  expect(tally.durations.jitter.count).toBe(1);
  expect(tally.durations.join.count).toBe(3);
});

test("what others took of the machine is a mean of the steady seconds", () => {
  const tally = createTally();
  const at = (second: number, all: number) =>
    tally.add({
      at: second,
      stage: second > 2 ? "steady" : "ramp",
      taken: [taken(() => undefined)],
      scrape: "no metrics",
      serverMemory: undefined,
      machine: { all, own: 0 },
    });
  expect(tally.others()).toBeUndefined();
  expect(at(1, 50).others).toBeUndefined();
  expect(at(2, 52).others).toBeCloseTo(1.9);
  at(3, 53);
  at(4, 53.5);
  expect(tally.others()).toBeCloseTo((0.9 + 0.4) / 2);
});
