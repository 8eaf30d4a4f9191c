import { expect, test } from "vitest";
import { conclusionOf } from "../verdicts.ts";
import { judgeRows, rowOf } from "./figures.ts";
import { lineOf, phaseTable } from "./report.ts";
import { SIZES } from "./sizes.ts";

const [SIZE] = SIZES;
const ROWS = [
  rowOf(SIZE, "krill", true, [0.5], { bytes: 50 * 910, seen: 50 * 80 }),
  rowOf(SIZE, "stateview", true, [6], { bytes: 50 * 1300, seen: 50 * 80 }),
  rowOf(SIZE, "packed", false, [0.5], { bytes: 50 * 650, seen: 50 * 80 }),
];

test("a contestant in a line", () => {
  expect(ROWS.map(lineOf)).toEqual([
    "2000 bodies, 50 viewers of 100: krill     median 0.50 ms, mean 0.50, 910 bytes a viewer, exact",
    "2000 bodies, 50 viewers of 100: stateview median 6.00 ms, mean 6.00, 1300 bytes a viewer, exact",
    "2000 bodies, 50 viewers of 100: packed    median 0.50 ms, mean 0.50, 650 bytes a viewer, WRONG",
  ]);
});

test("what is asked, whether it is met, and the verdict", () => {
  const lines = conclusionOf(judgeRows(ROWS)).split("\n");
  expect(lines[2]).toMatch(/times faster than StateView +\| +at least 8 \| +\| +12\.00 \| +met \|$/);
  expect(lines[3]).toMatch(/times the time of hand-packed +\| +at most 1\.5 \| +1\.1 \| +unknown \| +missed \|$/);
  expect(lines[4]).toMatch(/bytes a visible body +\| +at most 12 \| +\| +11\.4 \| +met \|$/);
  expect(lines.at(-1)).toMatch(/^2 of 3 figures are met; missed: 2000 bodies, 50 viewers of 100: times the time/);
  expect(conclusionOf(judgeRows([]))).toBe("No figure is asked of what was run.");
});

test("phases by option, each by its median", () => {
  const text = phaseTable([
    { option: "none", samples: { encode: [1, 2, 9], frames: [0.5] } },
    { option: "a budget", samples: { encode: [3], frames: [0.25, 0.75] } },
  ]);
  expect(text.split("\n")).toEqual([
    "| option of interest | encode | frames |",
    "| ------------------ | -----: | -----: |",
    "| none               |   2.00 |   0.50 |",
    "| a budget           |   3.00 |   0.50 |",
  ]);
});
