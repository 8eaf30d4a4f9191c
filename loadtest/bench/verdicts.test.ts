import { expect, test } from "vitest";
import { type Asked, judge, verdictLine, verdictTable } from "./verdicts.ts";

const COST: Asked = { what: "cost, ms", must: "below", limit: 3.3, decimals: 2 };
const RATE: Asked = { what: "rate, Hz", must: "at least", limit: 25, aim: 30, decimals: 1 };
const BYTES: Asked = { what: "bytes", must: "at most", limit: 12, decimals: 0 };

test.each([
  [COST, 3.29, true],
  [COST, 3.3, false],
  [BYTES, 12, true],
  [BYTES, 12.1, false],
  [RATE, 25, true],
  [RATE, 24.9, false],
  [COST, Number.NaN, false],
  [RATE, Number.NaN, false],
])("%o is judged by its limit: %d", (asked, value, isMet) => {
  expect(judge(asked, [value]).isMet).toBe(isMet);
});

test("of several runs the median counts, and the lowest and highest are told", () => {
  expect(judge(COST, [9, 3, 3.2])).toEqual({ asked: COST, runs: 3, ours: 3.2, lowest: 3, highest: 9, isMet: true });
  expect(judge(COST, [1, 9, 4])).toMatchObject({ ours: 4, isMet: false });
  for (const place of [0, 1, 2]) {
    expect(judge(COST, [1, 1, 1].with(place, Number.NaN))).toMatchObject({ ours: Number.NaN, isMet: false });
  }
});

test("the table says what was asked, what it is, and whether that is met", () => {
  expect(verdictTable([judge(COST, [3, 4, 2]), judge(BYTES, [14])]).split("\n")).toEqual([
    "| figure   |      asked | ours | lowest | highest | verdict |",
    "| -------- | ---------: | ---: | -----: | ------: | ------: |",
    "| cost, ms |  below 3.3 | 3.00 |   2.00 |    4.00 |     met |",
    "| bytes    | at most 12 |   14 |     14 |      14 |  missed |",
  ]);
});

test("lowest and highest are left out of single runs, and an aim is told", () => {
  expect(verdictTable([judge(RATE, [Number.NaN]), judge(COST, [1])]).split("\n")).toEqual([
    "| figure   |       asked | aim |    ours | verdict |",
    "| -------- | ----------: | --: | ------: | ------: |",
    "| rate, Hz | at least 25 |  30 | unknown |  missed |",
    "| cost, ms |   below 3.3 |     |    1.00 |     met |",
  ]);
});

test("the last line names what is missed", () => {
  expect(verdictLine([])).toBe("No figure is asked of what was run.");
  expect(verdictLine([judge(COST, [1]), judge(BYTES, [1])])).toBe("2 of 2 figures are met.");
  expect(verdictLine([judge(COST, [4]), judge(BYTES, [1]), judge(RATE, [2])])).toBe(
    "1 of 3 figures are met; missed: cost, ms; rate, Hz.",
  );
});
