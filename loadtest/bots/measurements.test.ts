import { expect, test } from "vitest";
import { createMeasurements } from "./measurements.ts";

test("a sample is what came since the last one, and can be sent", () => {
  const measurements = createMeasurements();
  measurements.counts.patches += 3;
  measurements.durations.jitter.record(2);
  measurements.happened("failed", "503 full");
  measurements.happened("failed", "503 full");
  for (let i = 0; i < 9; i++) measurements.untrue(`line ${i}`);
  const first = measurements.take();
  expect(first.counts).toMatchObject({ patches: 3, wrong: 9, bytes: 0 });
  expect(first.durations.jitter.counts).toHaveLength(2);
  expect(first.reasons.failed).toEqual({ "503 full": 2 });
  expect(first.untruths).toEqual(["line 0", "line 1", "line 2", "line 3", "line 4"]);
  expect(JSON.parse(JSON.stringify(first))).toEqual(first);

  const second = measurements.take();
  expect(second.counts).toMatchObject({ patches: 0, wrong: 0 });
  expect(second.durations.jitter.counts).toEqual([]);
  expect(second.reasons.failed).toEqual({});
  expect(second.untruths).toEqual([]);
});
