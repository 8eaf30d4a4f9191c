import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFindings, serverFigures } from "../testing/findings.ts";
import { ReportFileError, readReport, reportJson } from "./json.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "krill-report-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string): Promise<string> {
  const file = join(folder, "report.json");
  await writeFile(file, text);
  return file;
}

test("a report is read back as it was written, a tick beyond the histogram too", async () => {
  const findings = makeFindings({ server: serverFigures(Number.POSITIVE_INFINITY) });
  const checks = [{ option: "max-gaps", limit: 0, found: "0 ticks did not reach a client", met: true } as const];
  const report = await readReport(await fileOf(reportJson(findings, checks)));
  expect(report).toEqual({ ...JSON.parse(JSON.stringify(makeFindings())), server: findings.server, checks });
});

test.each([
  ["{", /report\.json cannot be read: /],
  ["{}", /report\.json is no report of this load test \(version: /],
  [
    '{"version":1,"scenario":"calm","asked":1,"series":[{"at":1}]}',
    /\(series\.0\.seconds: .*give the JSON that --report/,
  ],
])("%s is refused, and the file is named", async (text, message) => {
  const refusal = await readReport(await fileOf(text)).catch((error: Error) => error);
  expect(refusal).toBeInstanceOf(ReportFileError);
  expect((refusal as Error).message).toMatch(message);
});

test("a file that is not there is named", async () => {
  await expect(readReport(join(folder, "none.json"))).rejects.toThrow(/none\.json cannot be read: ENOENT/);
});
