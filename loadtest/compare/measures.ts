import type { Row } from "../findings.ts";

/** A figure of each second by which two runs are compared. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly better: "lower" | "higher";
  readonly of: (row: Row) => number | undefined;
}

const perPlayer = (total: number, { present }: Row) => (present > 0 ? total / present : undefined);

export const MEASURES: readonly Measure[] = [
  { name: "tick, mean", unit: "ms", better: "lower", of: ({ server }) => server?.tick.total.mean },
  { name: "tick, p99", unit: "ms", better: "lower", of: ({ server }) => server?.tick.total.p99 },
  {
    name: "main-thread CPU",
    unit: "%",
    better: "lower",
    of: ({ server }) => server?.cpuShare && 100 * server.cpuShare,
  },
  { name: "input to effect, p50", unit: "ms", better: "lower", of: ({ inputToPatch }) => inputToPatch?.p50 },
  { name: "input to effect, p99", unit: "ms", better: "lower", of: ({ inputToPatch }) => inputToPatch?.p99 },
  { name: "jitter, p50", unit: "ms", better: "lower", of: ({ jitter }) => jitter?.p50 },
  { name: "jitter, p99", unit: "ms", better: "lower", of: ({ jitter }) => jitter?.p99 },
  { name: "patches per player", unit: "/s", better: "higher", of: (row) => perPlayer(row.patches, row) },
  { name: "bytes per player", unit: "KB/s", better: "lower", of: (row) => perPlayer(row.bytes / 1000, row) },
  { name: "server memory", unit: "MB", better: "lower", of: ({ serverMemory }) => serverMemory && serverMemory / 1e6 },
];
