import { writeFile } from "node:fs/promises";
import type { Check, Findings } from "../findings.ts";
import { reportJson } from "./json.ts";
import { reportPage } from "./page.ts";

/** Writes the page, and the JSON beside it. Gives the names of both. */
export async function writeReport(page: string, findings: Findings, checks: readonly Check[]): Promise<string[]> {
  const json = page.replace(/\.html$/, ".json");
  await writeFile(page, await reportPage(findings, checks));
  await writeFile(json, reportJson(findings, checks));
  return [page, json];
}
