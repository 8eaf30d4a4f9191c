import type { Check, Findings } from "./findings.ts";
import { THRESHOLD_NAMES, type ThresholdName } from "./option-table.ts";
import type { Thresholds } from "./options.ts";
import { totalOf } from "./statistics.ts";

/** What was measured for a threshold, in words and as a number; undefined where nothing could be measured. */
interface Measured {
  readonly value: number | undefined;
  readonly found: string;
}

/** Every threshold that is set, with what was found. What could not be measured is missed: nobody knows that it was met. */
export function checkThresholds(thresholds: Thresholds, findings: Findings): Check[] {
  return THRESHOLD_NAMES.flatMap((option) => {
    const limit = thresholds[option];
    if (limit === undefined) return [];
    const { value, found } = MEASURES[option](findings);
    const met = value !== undefined && (option.startsWith("min-") ? value >= limit : value <= limit);
    return [{ option, limit, found, met }];
  });
}

const MEASURES: Record<ThresholdName, (findings: Findings) => Measured> = {
  "min-patch-rate": ({ patchesPerSecond }) => ({
    value: patchesPerSecond?.least,
    found: patchesPerSecond
      ? `the slowest client got ${patchesPerSecond.least.toFixed(2)} patches/s`
      : "no client was there for long enough",
  }),
  "max-dropped": (findings) => {
    const [failed, dropped] = [totalOf(findings.failed), totalOf(findings.dropped)];
    return { value: failed + dropped, found: `${failed} failed to join and ${dropped} were dropped` };
  },
  "max-gaps": ({ gaps }) => ({ value: gaps, found: `${gaps} ticks did not reach a client` }),
  "max-decode-errors": ({ undecoded }) => ({
    value: totalOf(undecoded),
    found: `there were ${totalOf(undecoded)} errors of decoding`,
  }),
  "max-untrue": ({ truth: { right, wrong, unchecked } }) =>
    right + wrong === 0
      ? { value: undefined, found: `nothing was compared: ${unchecked[0]?.reason ?? "there was no time"}` }
      : { value: wrong, found: `${wrong} of ${right + wrong} comparisons were wrong` },
  "max-latency-p99": ({ inputToPatch }) => ({
    value: inputToPatch?.p99,
    found: inputToPatch ? `the input-to-effect p99 was ${inputToPatch.p99.toFixed(1)} ms` : "no latency was measured",
  }),
  "max-jitter-p99": ({ jitter }) => ({
    value: jitter?.p99,
    found: jitter ? `the jitter p99 was ${jitter.p99.toFixed(1)} ms` : "no jitter was measured",
  }),
  "max-tick-p99": ({ server }) => {
    if ("unavailable" in server) {
      return { value: undefined, found: `the server's ticks are unknown: ${server.unavailable}` };
    }
    const { p99 } = server.tick.total;
    const found = Number.isFinite(p99) ? `${p99.toFixed(2)} ms` : "beyond the last bucket of its histogram";
    return { value: p99, found: `the server's tick p99 was ${found}` };
  },
};

/** A missed threshold in one line. */
export function describeMiss({ option, limit, found }: Check): string {
  return `threshold missed: --${option} ${limit}, but ${found}`;
}
