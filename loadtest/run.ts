import { writeFile } from "node:fs/promises";
import process from "node:process";
import { type Findings, runLoadTest } from "./load-test.ts";
import { HELP, type Options, OptionsError, parseOptions } from "./options.ts";
import { createProgressLine } from "./progress.ts";
import { formatReport, reportJson } from "./report.ts";
import { UnreachableError } from "./server-metrics.ts";
import { missedThresholds } from "./thresholds.ts";

const ExitStatus = { ok: 0, failed: 1, usage: 2 } as const;

async function main(args: readonly string[]): Promise<number> {
  let options: Options | "help";
  try {
    options = parseOptions(args);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    return complain(error.message, ExitStatus.usage);
  }
  if (options === "help") {
    console.log(HELP);
    return ExitStatus.ok;
  }

  // Ctrl-C ends the window early, with a report; a second one ends the process.
  const interruption = new AbortController();
  process.once("SIGINT", () => interruption.abort());
  const progress = createProgressLine(process.stdout);
  let findings: Findings;
  try {
    findings = await runLoadTest(options, progress.poll, interruption.signal);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return complain(
      `cannot reach the server at ${options.url}: ${error.message}. Start one with \`npm start\`, or name it with --url.`,
      ExitStatus.failed,
    );
  } finally {
    progress.end();
  }
  return conclude(options, findings);
}

/** Prints and writes the report; the exit status is what it comes to. */
async function conclude(options: Options, findings: Findings): Promise<number> {
  const misses = missedThresholds(options.thresholds, findings);
  console.log(formatReport(findings));
  let status: number = misses.length > 0 ? ExitStatus.failed : ExitStatus.ok;
  for (const { message } of misses) complain(message, status);

  const dropped = findings.dropped.reduce((sum, { count }) => sum + count, 0);
  if (findings.joined === dropped) {
    const what = findings.joined === 0 ? "no client could join" : "every client was dropped";
    status = complain(`${what}: see the reasons above.`, ExitStatus.failed);
  }
  if (options.json !== undefined) {
    try {
      await writeFile(options.json, reportJson(findings, misses));
    } catch (error) {
      status = complain(`--json: cannot write ${options.json}: ${(error as Error).message}`, ExitStatus.failed);
    }
  }
  return status;
}

function complain(message: string, status: number): number {
  console.error(`loadtest: ${message}`);
  return status;
}

process.exitCode = await main(process.argv.slice(2));
