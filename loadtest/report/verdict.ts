import type { Check, Findings } from "../findings.ts";
import { totalOf } from "../statistics.ts";

/** Above this lateness (ms, p99) the generator's own delay is no longer small beside a tick. */
const LATE_MILLISECONDS = 10;

/** Whether the bots' own processes were too slow to be believed: then the machine that plays them is the limit. */
export function isGeneratorLate({ generator }: Findings): boolean {
  return (generator.late?.p99 ?? 0) > LATE_MILLISECONDS;
}

/** Why a test failed that no threshold speaks of: nobody was there to measure. */
export function failureOf(findings: Findings): string | undefined {
  if (findings.joined === 0) return "no client could join: see what happened.";
  if (findings.joined === totalOf(findings.dropped)) return "every client was dropped: see what happened.";
  return undefined;
}

/** Whether all is well. */
export function isPassed(findings: Findings, checks: readonly Check[]): boolean {
  return failureOf(findings) === undefined && checks.every(({ met }) => met);
}

/** The share of its processors that others may take before a machine is busy with other things. */
const BUSY_SHARE = 0.2;

export function isMachineBusy({ machine, generator }: Findings): boolean {
  return (generator.others ?? 0) > BUSY_SHARE * machine.processors;
}

/** What makes the figures doubtful, one sentence each. */
export function doubtsOf(findings: Findings): string[] {
  const { generator, machine } = findings;
  const doubts: string[] = [];
  if (isGeneratorLate(findings)) {
    const late = generator.late?.p99.toFixed(1);
    doubts.push(`The bots' own processes were late by ${late} ms (p99): the players' figures are partly their fault.`);
  }
  if (isMachineBusy(findings)) {
    const others = (generator.others ?? 0).toFixed(1);
    doubts.push(`The machine was busy with other things: they took ${others} of ${machine.processors} processors.`);
  }
  return doubts;
}
