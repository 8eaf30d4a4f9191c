import process from "node:process";
import { complain, ExitStatus } from "../exit-status.ts";
import type { Check, Findings } from "../findings.ts";
import { runLoadTest } from "../load-test.ts";
import type { Options } from "../options.ts";
import { ServerStartError } from "../own-server.ts";
import { createProgressLine } from "../progress.ts";
import { formatMisses, formatReport } from "../report/text.ts";
import { failureOf, isPassed } from "../report/verdict.ts";
import { writeReport } from "../report/write.ts";
import { UnreachableError } from "../server-metrics.ts";
import { checkThresholds } from "../thresholds.ts";
import { WorkerError } from "../worker-pool.ts";

/** Runs a load test, prints and writes its report; gives the exit status. */
export async function measureAndReport(options: Options): Promise<number> {
  const interruption = interruptible();
  const found = await measure(options, interruption);
  if (typeof found === "string") return complain(found, ExitStatus.failed);
  const checks = checkThresholds(options.thresholds, found);
  return await conclude(options, found, checks);
}

/** Status of a process that Ctrl-C ended, as shells have it. */
const INTERRUPTED = 130;

/** Aborted by the first Ctrl-C or SIGTERM: what was found so far is reported. The second one ends the process, and its server. */
export function interruptible(): AbortSignal {
  const interruption = new AbortController();
  const interrupt = () => (interruption.signal.aborted ? process.exit(INTERRUPTED) : interruption.abort());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt);
  return interruption.signal;
}

/** The findings, or why there are none, in one line. */
export async function measure(options: Options, stop: AbortSignal): Promise<Findings | string> {
  const progress = createProgressLine(process.stdout, options.bots);
  try {
    return await runLoadTest(options, progress.show, stop);
  } catch (error) {
    if (error instanceof WorkerError) return error.message;
    if (error instanceof ServerStartError) return `cannot start a server: ${error.message}`;
    if (!(error instanceof UnreachableError)) throw error;
    return `cannot reach the server at ${options.url}: ${error.message}. Start one with \`npm start\`, or leave --url out.`;
  } finally {
    progress.end();
  }
}

async function conclude(options: Options, findings: Findings, checks: readonly Check[]): Promise<number> {
  console.log(formatReport(findings, checks));
  let status: number = isPassed(findings, checks) ? ExitStatus.ok : ExitStatus.failed;
  for (const message of formatMisses(checks)) complain(message, status);
  const failure = failureOf(findings);
  if (failure !== undefined) complain(failure, status);
  if (options.report !== undefined) {
    try {
      const files = await writeReport(options.report, findings, checks);
      console.log(`\nThe report is in ${files.join(" and ")}.`);
    } catch (error) {
      status = complain(`--report: cannot write ${options.report}: ${(error as Error).message}`, ExitStatus.failed);
    }
  }
  return status;
}
