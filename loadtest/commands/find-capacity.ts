import { findCapacity } from "../capacity.ts";
import { complain, ExitStatus } from "../exit-status.ts";
import type { Check, Findings } from "../findings.ts";
import { type Options, ROOM_MOST, type Thresholds } from "../options.ts";
import { formatMisses } from "../report/text.ts";
import { failureOf, isGeneratorLate, isPassed } from "../report/verdict.ts";
import { writeReport } from "../report/write.ts";
import { checkThresholds } from "../thresholds.ts";
import { interruptible, measure } from "./measure.ts";

/** What "holds" means where no threshold is given: all are in, each gets every tick, and the server has time to spare. */
const DEFAULT_THRESHOLDS: Thresholds = { "min-patch-rate": 24, "max-dropped": 0, "max-tick-p99": 40 };
const MOST_BOTS = 5000;
const RESOLUTION = 0.05;

/** Searches the most bots that meet the thresholds, and prints each try; the report is of the best one. */
export async function searchCapacity(options: Options): Promise<number> {
  const stop = interruptible();
  const isDefault = Object.keys(options.thresholds).length === 0;
  const thresholds = isDefault ? DEFAULT_THRESHOLDS : options.thresholds;
  const limits = Object.entries(thresholds).map(([name, limit]) => `--${name} ${limit}`);
  console.log(`Searching for the most bots with ${limits.join(" ")}, ${options.seconds} s each.`);

  let best: { findings: Findings; checks: Check[] } | undefined;
  let unreachable: string | undefined;
  let isGenerators = false;
  const most = options.url === undefined ? Math.min(MOST_BOTS, options.rooms * ROOM_MOST) : MOST_BOTS;
  const { held, tooMany } = await findCapacity(
    async (bots) => {
      const findings = await measure({ ...options, bots, thresholds }, stop);
      if (typeof findings === "string") unreachable = findings;
      if (typeof findings === "string" || stop.aborted) return undefined;
      const checks = checkThresholds(thresholds, findings);
      const isHeld = isPassed(findings, checks);
      console.log(describeTry(bots, findings, checks));
      if (isHeld) best = { findings, checks };
      else isGenerators = isGeneratorLate(findings);
      return isHeld;
    },
    { start: options.bots, most, resolution: RESOLUTION },
  );
  if (unreachable !== undefined) return complain(unreachable, ExitStatus.failed);

  console.log(`\n${describeCapacity(held, tooMany, stop.aborted)}`);
  if (isGenerators) {
    console.log(
      "The bots' own processes were late where it failed: the server may hold more, with the bots on another machine.",
    );
  }
  if (options.report !== undefined && best !== undefined) {
    const files = await writeReport(options.report, best.findings, best.checks);
    console.log(`The report of the best try is in ${files.join(" and ")}.`);
  }
  return held > 0 ? ExitStatus.ok : ExitStatus.failed;
}

function describeTry(bots: number, findings: Findings, checks: readonly Check[]): string {
  const isHeld = isPassed(findings, checks);
  const late = isGeneratorLate(findings) ? "  (the bots themselves were late)" : "";
  const why = isHeld ? checks.map(({ found }) => found) : [failureOf(findings) ?? [], formatMisses(checks)].flat();
  return `${String(bots).padStart(5)} bots ${isHeld ? "held" : "too many"}: ${why.join("; ")}${late}`;
}

function describeCapacity(held: number, tooMany: number | undefined, isCut: boolean): string {
  const cut = isCut ? " The search was interrupted." : "";
  if (held === 0) return `Not even the first try was held; begin with fewer --bots.${cut}`;
  if (tooMany === undefined) return `Capacity: ${held} bots or more; more were not tried.${cut}`;
  return `Capacity: ${held} bots; ${tooMany} were too many.${cut}`;
}
