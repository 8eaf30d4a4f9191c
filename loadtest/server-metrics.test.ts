import { expect, test } from "vitest";
import { PHASES } from "../shared/phases.ts";
import { parsePrometheus } from "./prometheus.ts";
import { figuresBetween, metricsUrl, type Scrape } from "./server-metrics.ts";

/** A scrape at `seconds` of a server that has made `ticks` ticks, all between 10 and 20 ms, with a patch of 120 bytes each. */
function scrapeOf(seconds: number, ticks: number): Scrape {
  const histogram = (name: string, labels: string) => [
    `${name}_bucket{${labels}le="0.01"} 0`,
    `${name}_bucket{${labels}le="0.02"} ${ticks}`,
    `${name}_bucket{${labels}le="+Inf"} ${ticks}`,
    `${name}_sum{${labels}} ${ticks * 0.012}`,
    `${name}_count{${labels}} ${ticks}`,
  ];
  const text = [
    ...[...PHASES, "total"].flatMap((phase) => histogram("krill_tick_seconds", `phase="${phase}",`)),
    ...histogram("krill_tick_cpu_seconds", ""),
    `krill_cpu_seconds_total ${ticks * 0.015}`,
    `krill_ticks_total ${ticks}`,
    `krill_patches_total ${ticks}`,
    `krill_patch_bytes_total ${ticks * 120}`,
    "krill_clients 7",
    "krill_bodies 900",
  ].join("\n");
  return { at: 1000 * seconds, samples: parsePrometheus(text) };
}

test("the figures are of the time between the scrapes", () => {
  const figures = figuresBetween(scrapeOf(10, 1000), scrapeOf(14, 1100));
  expect(figures).toMatchObject({ ticks: 100, ticksPerSecond: 25, bytesPerPatch: 120, clients: 7, bodies: 900 });
  for (const duration of [figures.tick.total, figures.tick.send, figures.cpu]) {
    expect(duration?.mean).toBeCloseTo(12);
    expect(duration?.p50).toBeCloseTo(15);
    expect(duration?.p99).toBeCloseTo(19.9);
  }
  expect(figures.cpuOfAllThreads).toBeCloseTo(15);
});

test("a server that stood still, restarted or is none of ours is said to be so", () => {
  expect(() => figuresBetween(scrapeOf(10, 1000), scrapeOf(14, 1000))).toThrow("krill_ticks_total did not grow");
  expect(() => figuresBetween(scrapeOf(10, 1000), scrapeOf(14, 10))).toThrow("restarted during the test");
  const foreign = { at: 0, samples: parsePrometheus("up 1") };
  expect(() => figuresBetween(foreign, foreign)).toThrow("no Krill server");
});

test("metrics are beside the game", () => {
  expect(metricsUrl("ws://127.0.0.1:2567")).toBe("http://127.0.0.1:2567/metrics");
  expect(metricsUrl("wss://krill.example/")).toBe("https://krill.example/metrics");
  expect(metricsUrl("http://localhost:8080")).toBe("http://localhost:8080/metrics");
});
