import { expect, test } from "vitest";
import { type Findings, judgePage, linesOf } from "./report.ts";

const FINDINGS: Findings = {
  visits: [
    { menu: 300, asked: 400, playing: 900 },
    { menu: 200, asked: 250, playing: 2500 },
    { menu: 250, asked: 300, playing: 1000 },
  ],
  frames: Array.from({ length: 40 }, (_, i) => ({
    milliseconds: i < 10 ? i + 1 : 50,
    bodies: i < 10 ? 1000 + i : 2000,
  })),
  seconds: 2,
  cost: 4.567,
  sizes: new Map([
    ["/", 12_340],
    ["/main.js", 100_000],
  ]),
};

test("the lines say what was found", () => {
  expect(linesOf(FINDINGS)).toEqual([
    ["bodies drawn in a frame, median", "1005"],
    ["script time of a frame by the clock, median", "5.50 ms"],
    ["script time of a frame, 95th percentile", "9.55 ms"],
    ["script time of a frame, 99th percentile", "9.91 ms"],
    ["processor time of it, median", "4.57 ms"],
    ["frames a second", "20.0"],
    ["from opening to the menu, median of 3 visitors", "250 ms"],
    ["from the wish to play to playing, median", "700 ms"],
    ["from opening to playing, median", "1000 ms"],
    ["/", "12.3 KB"],
    ["/main.js", "100.0 KB"],
    ["all that was fetched", "112.3 KB"],
  ]);
});

test("a frame's cost and the median first play are judged, with the best and the worst visitor", () => {
  const judged = judgePage(FINDINGS);
  expect(judged.map(({ ours, lowest, highest, isMet }) => [ours, lowest, highest, isMet])).toEqual([
    [4.567, 4.567, 4.567, true],
    [1000, 900, 2500, true],
  ]);
  const slow = judgePage({ ...FINDINGS, cost: 8.1, visits: [{ menu: 1, asked: 2, playing: 2001 }] });
  expect(slow.map(({ isMet }) => isMet)).toEqual([false, false]);
  expect(judgePage({ ...FINDINGS, cost: Number.NaN })[0].isMet).toBe(false);
});
