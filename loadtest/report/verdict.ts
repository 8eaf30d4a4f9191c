import type { Check, Findings } from "../findings.ts";
import { totalOf } from "../statistics.ts";

/** Above this lateness (ms, p99) the generator's own delay is no longer small beside a tick. */
export const LATE_MILLISECONDS = 10;

/** Whether the bots' own processes were too slow to be believed: then the machine that plays them is the limit. */
export function isGeneratorLate({ generator }: Findings): boolean {
  return (generator.late?.p99 ?? 0) > LATE_MILLISECONDS;
}

/** Why a test failed that no threshold speaks of: nobody was there to measure. */
export function failureOf(findings: Findings): string | undefined {
  if (findings.joined === 0) return "no client could join: see the reasons above.";
  if (findings.joined === totalOf(findings.dropped)) return "every client was dropped: see the reasons above.";
  return undefined;
}

/** Whether all is well. */
export function isPassed(findings: Findings, checks: readonly Check[]): boolean {
  return failureOf(findings) === undefined && checks.every(({ met }) => met);
}
