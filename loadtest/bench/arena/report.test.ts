import { expect, test } from "vitest";
import { costTable, judgeCosts, minuteHead, minuteRow, paddedRow } from "./report.ts";

const COSTS = [
  { bots: 200, mean: 3.5, median: 3, p99: 9.876 },
  { bots: 400, mean: 8.2, median: 7, p99: 12 },
  { bots: 500, mean: 10, median: 9, p99: 15 },
];

test("costs by number of bots", () => {
  expect(costTable(COSTS).split("\n")).toEqual([
    "| bots | CPU ms a tick, mean | median |   p99 |",
    "| ---- | ------------------: | -----: | ----: |",
    "| 200  |                3.50 |   3.00 |  9.88 |",
    "| 400  |                8.20 |   7.00 | 12.00 |",
    "| 500  |               10.00 |   9.00 | 15.00 |",
  ]);
});

test("they are to be below OgarII's, where those are known", () => {
  expect(judgeCosts(COSTS).map(({ asked, ours, isMet }) => [asked.limit, ours, isMet])).toEqual([
    [3.9, 3.5, true],
    [8.2, 8.2, false],
  ]);
});

test("a minute of the long play in a row below its titles", () => {
  // By kind: pellets, cells, ejecta, viruses, mother cells.
  const row = minuteRow(3, { mass: 1234.5, counts: [1000, 250, 17, 30, 0] }, 5.25 * 2 ** 20, COSTS[0]);
  expect(row).toEqual(["3", "1235", "250", "1000", "17", "30", "5.3", "3.50", "9.88"]);
  const lines = [...minuteHead().split("\n"), paddedRow(row)];
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  const bars = lines.map((line) => [...line].flatMap((character, i) => (character === "|" ? [i] : [])));
  expect(bars[1]).toEqual(bars[0]);
  expect(bars[2]).toEqual(bars[0]);
  expect(lines[0]).toMatch(/^\| minute \| mass of cells \| +cells \| pellets \|/);
});
