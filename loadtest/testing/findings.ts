/** Findings for the tests of whatever reads them. */
import { PHASES } from "../../shared/phases.ts";
import { type Findings, REPORT_VERSION, type Row } from "../findings.ts";
import { createHistogram, type PackedHistogram, type Percentiles } from "../histogram.ts";
import type { ServerFigures } from "../server-metrics.ts";

export function serverFigures(tickP99 = 9.5): ServerFigures {
  const duration = { mean: 3, p50: 2.5, p99: tickP99 };
  const tick = Object.fromEntries([...PHASES, "total"].map((phase) => [phase, duration])) as ServerFigures["tick"];
  return {
    ticks: 250,
    ticksPerSecond: 25,
    tick,
    cpu: duration,
    cpuShare: 0.2,
    bytesPerPatch: 321,
    bytesPerSecond: 80_000,
    skipped: 0,
    rooms: 1,
    clients: 9,
    bodies: 1030,
    seen: 300,
  };
}

export function percentiles(p50: number, p99 = 2 * p50): Percentiles {
  return { samples: 250, p50, p90: (p50 + p99) / 2, p99, max: 1.5 * p99 };
}

/** The second that ends at `at`, the ramp until the second before the third. */
export function rowAt(at: number, changes: Partial<Row> = {}): Row {
  return {
    at,
    seconds: 1,
    stage: at <= 2 ? "ramp" : "steady",
    present: 9,
    patches: 225,
    bytes: 72_000,
    gaps: 0,
    failed: 0,
    dropped: 0,
    wrong: 0,
    jitter: percentiles(2),
    inputToPatch: percentiles(25),
    late: percentiles(0.2),
    botsBusy: 0.3,
    botsMemory: 120e6,
    server: serverFigures(),
    serverMemory: 180e6,
    ...changes,
  };
}

function packed(...milliseconds: number[]): PackedHistogram {
  const histogram = createHistogram();
  for (const each of milliseconds) histogram.record(each);
  return histogram.pack();
}

export function makeFindings(changes: Partial<Findings> = {}): Findings {
  return {
    version: REPORT_VERSION,
    startedAt: "2026-01-02T03:04:05.678Z",
    scenario: "calm",
    seed: 1,
    url: "ws://127.0.0.1:2567",
    machine: { processor: "a processor", processors: 2, node: "v24.0.0", workers: 1 },
    asked: 10,
    joined: 9,
    failed: [{ reason: "429 Too many requests", count: 1 }],
    dropped: [{ reason: "close code 1006", count: 2 }],
    refused: [],
    undecoded: [],
    fates: [],
    hostileFrames: 0,
    gaps: 0,
    truth: { right: 40, wrong: 0, unchecked: [], untruths: [] },
    rampSeconds: 2,
    steadySeconds: 10,
    patchesPerSecond: { mean: 24.9, least: 23.5, most: 25 },
    bytesPerSecond: { mean: 8000, least: 7000, most: 9000 },
    inputToPatch: { samples: 100, p50: 21, p90: 38, p99: 45, max: 60 },
    jitter: { samples: 2000, p50: 1, p90: 3, p99: 8, max: 30 },
    join: percentiles(20),
    back: undefined,
    generator: { late: { samples: 2000, p50: 0.1, p90: 0.4, p99: 2, max: 5 }, busy: 0.25, cpu: 0.2, others: 0.1 },
    server: serverFigures(),
    series: Array.from({ length: 12 }, (_, i) => rowAt(i + 1)),
    distributions: { inputToPatch: packed(20, 21, 40), jitter: packed(1, 2, 8) },
    thresholds: {},
    ...changes,
  };
}
