import { expect, test } from "vitest";
import { PHASES } from "../shared/phases.ts";
import { createMetrics } from "./metrics.ts";

test("a tick is counted once in each phase, however often that is marked, and its phases sum to no more than the whole", async () => {
  const metrics = createMetrics();
  const timer = metrics.createTickTimer();
  for (let tick = 0; tick < 3; tick++) {
    timer.begin();
    for (const phase of [...PHASES, PHASES[0]]) timer.mark(phase);
    timer.end();
  }
  const [{ values }] = (await metrics.registry.getMetricsAsJSON()).filter(({ name }) => name === "krill_tick_seconds");
  const of = (suffix: string, phase: string) =>
    (values as { value: number; metricName?: string; labels: { phase?: string } }[]).find(
      ({ metricName, labels }) => metricName === `krill_tick_seconds_${suffix}` && labels.phase === phase,
    )?.value;
  for (const phase of [...PHASES, "total"]) expect(of("count", phase)).toBe(3);
  const sum = PHASES.reduce((total, phase) => total + (of("sum", phase) ?? Number.NaN), 0);
  expect(sum).toBeLessThanOrEqual(of("sum", "total") ?? 0);
  metrics.close();
});

test("gauges sum over the rooms that are there", async () => {
  const metrics = createMetrics();
  const room = (clients: number) => ({
    clients: () => clients,
    players: () => 2 * clients,
    bodies: () => 100,
    shedding: () => 0,
    seen: () => 10,
    buffered: () => 0,
  });
  const first = room(3);
  metrics.rooms.add(first);
  metrics.rooms.add(room(4));
  expect(await metrics.registry.getSingleMetricAsString("krill_clients")).toContain("krill_clients 7");
  metrics.rooms.delete(first);
  expect(await metrics.registry.getSingleMetricAsString("krill_clients")).toContain("krill_clients 4");
  expect(await metrics.registry.getSingleMetricAsString("krill_bodies")).toContain("krill_bodies 100");
  metrics.patchSent(10);
  metrics.patchSent(20);
  expect(await metrics.registry.getSingleMetricAsString("krill_patch_bytes_total")).toContain(
    "krill_patch_bytes_total 30",
  );
  metrics.close();
});
