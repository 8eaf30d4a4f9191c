import type { Findings } from "./load-test.ts";
import type { Thresholds } from "./options.ts";

/** A threshold that was missed, in one line. */
export interface Miss {
  option: string;
  message: string;
}

/** The thresholds that `findings` miss. What could not be measured misses, too: nobody knows that it was met. */
export function missedThresholds(thresholds: Thresholds, findings: Findings): Miss[] {
  const { minPatches, maxDropped, maxLatencyP99, maxTickP99 } = thresholds;
  const misses: Miss[] = [];
  const miss = (option: string, limit: number, found: string) =>
    misses.push({ option, message: `threshold missed: --${option} ${limit}, but ${found}` });

  const slowest = findings.patchesPerSecond?.least;
  if (minPatches !== undefined && !(slowest !== undefined && slowest >= minPatches)) {
    const found =
      slowest === undefined ? "no client got any" : `the slowest client got ${slowest.toFixed(2)} patches/s`;
    miss("min-patches", minPatches, found);
  }

  const failed = sum(findings.failed);
  const dropped = sum(findings.dropped);
  if (maxDropped !== undefined && failed + dropped > maxDropped) {
    miss("max-dropped", maxDropped, `${failed} failed to join and ${dropped} were dropped`);
  }

  const latency = findings.inputToPatch?.p99;
  if (maxLatencyP99 !== undefined && !(latency !== undefined && latency <= maxLatencyP99)) {
    const found =
      latency === undefined ? "no latency was measured" : `the input-to-patch p99 was ${latency.toFixed(1)} ms`;
    miss("max-latency-p99", maxLatencyP99, found);
  }

  if (maxTickP99 !== undefined) {
    const { server } = findings;
    if ("unavailable" in server)
      miss("max-tick-p99", maxTickP99, `the server's ticks are unknown: ${server.unavailable}`);
    else if (!(server.tick.total.p99 <= maxTickP99)) {
      const p99 = server.tick.total.p99;
      const found = Number.isFinite(p99) ? `${p99.toFixed(2)} ms` : "beyond the last bucket of its histogram";
      miss("max-tick-p99", maxTickP99, `the server's tick p99 was ${found}`);
    }
  }
  return misses;
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
