import { compareReports } from "../compare/comparison.ts";
import { formatComparison } from "../compare/text.ts";
import { complain, ExitStatus } from "../exit-status.ts";
import { ReportFileError, readReport } from "../report/json.ts";

/** Prints what got better or worse between two reports; gives the exit status: failed, if anything got worse. */
export async function compareFiles(before: string, after: string): Promise<number> {
  try {
    const comparison = compareReports(await readReport(before), await readReport(after));
    console.log(formatComparison(comparison));
    const isWorse = [...comparison.lines, ...comparison.counts].some(({ outcome }) => outcome === "worse");
    return isWorse ? ExitStatus.failed : ExitStatus.ok;
  } catch (error) {
    if (!(error instanceof ReportFileError)) throw error;
    return complain(error.message, ExitStatus.usage);
  }
}
