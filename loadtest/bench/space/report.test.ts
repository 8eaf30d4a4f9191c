import { expect, test } from "vitest";
import type { Row } from "./measure.ts";
import { conclusion, jsonReport, markdownReport } from "./report.ts";

function row(scene: string, name: string, median: number, more: Partial<Row> = {}): Row {
  const common = { scene, name, ours: false, default: false, exact: true, p95_ms: median * 3, pairs: 12 };
  return { ...common, median_ms: median, mean_ms: median * 2, ...more };
}

const ROWS = [
  row("uniform-10k", "quadtree-sap", 0.5, { ours: true, default: true }),
  row("uniform-10k", "kdbush", 7),
  row("uniform-10k", "hasty", 0.1, { exact: false }),
  row("agar-10k-rays", "quadtree-sap", 2, { ours: true, default: true }),
];

test("the Markdown has figures, rays a second, each scene, and who was left out", () => {
  const report = markdownReport(ROWS);
  expect(report).toMatch(/\| uniform-10k: times faster than the best peer \| +kdbush \| +14\.0 × \| +14\.0 × \|/);
  expect(report).toContain("1 of 1 figures are met, 0 of the aims.");
  expect(report).toContain("- quadtree-sap: 500,000 ray casts a second");
  expect(report).toMatch(
    /\| kdbush \(best peer\) +\| +peer \| +7\.000 \| +14\.0 \| +21\.0 \| +12 \| +yes \| +14\.0 × \|/,
  );
  expect(report).toMatch(/\| hasty +\| +peer \| .* \| wrong \| +\|/);
  expect(report).toContain("brute-force is left out");
});

test("the JSON holds the rows as they are, and the figures", () => {
  const { figures, rows } = JSON.parse(jsonReport(ROWS));
  expect(rows).toEqual(ROWS);
  expect(figures).toEqual([expect.objectContaining({ against: "kdbush", value: 14, met: true, aimMet: false })]);
});

test("the verdict comes last", () => {
  expect(conclusion(ROWS).split("\n").at(-1)).toBe("1 of 1 figures are met, 0 of the aims.");
});
