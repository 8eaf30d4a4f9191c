import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type Check, type Findings, REPORT_VERSION } from "../findings.ts";

/** A report as a file holds it. */
export interface Report extends Findings {
  checks: Check[];
}

/** A file is no report of ours; `message` names it, and what is the matter. */
export class ReportFileError extends Error {
  readonly code = "LOADTEST_REPORT_FILE";
}

/** Infinity, beyond a histogram's last bucket, is not JSON. */
const INFINITE = "+Inf";

export function reportJson(findings: Findings, checks: readonly Check[]): string {
  const plain = (_: string, value: unknown) => (value === Number.POSITIVE_INFINITY ? INFINITE : value);
  return `${JSON.stringify({ ...findings, checks }, plain, 1)}\n`;
}

/** What is looked at before the rest is believed. */
const reportSchema = z.looseObject({
  version: z.literal(REPORT_VERSION),
  scenario: z.string(),
  asked: z.number(),
  series: z.array(z.looseObject({ at: z.number(), seconds: z.number(), stage: z.enum(["ramp", "steady"]) })),
});

/**
 * Reads a report back.
 * @throws ReportFileError naming the file.
 */
export async function readReport(file: string): Promise<Report> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"), (_, each: unknown) =>
      each === INFINITE ? Number.POSITIVE_INFINITY : each,
    );
  } catch (error) {
    throw new ReportFileError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const result = reportSchema.safeParse(value);
  if (!result.success) {
    const { path, message } = result.error.issues[0];
    throw new ReportFileError(
      `${file} is no report of this load test (${path.join(".") || "the whole"}: ${message}); give the JSON that --report wrote.`,
    );
  }
  return value as Report;
}
