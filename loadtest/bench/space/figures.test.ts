import { expect, test } from "vitest";
import { figuresOf, isAimMet, isMet, verdictOf } from "./figures.ts";
import type { Row } from "./measure.ts";

function row(scene: string, name: string, median: number, more: Partial<Row> = {}): Row {
  const common = { scene, name, ours: false, default: false, exact: true, p95_ms: median, pairs: 1 };
  return { ...common, median_ms: median, mean_ms: median * 2, ...more };
}
const own = (scene: string, median: number) => row(scene, "own", median, { ours: true, default: true });

test("the ratio is to the fastest exact peer", () => {
  const rows = [
    own("uniform-10k", 0.5),
    row("uniform-10k", "other of ours", 0.1, { ours: true }),
    row("uniform-10k", "slow", 20),
    row("uniform-10k", "wrong", 1, { exact: false }),
    row("uniform-10k", "best", 7),
  ];
  const [figure, ...rest] = figuresOf(rows);
  expect(rest).toEqual([]);
  expect(figure).toMatchObject({ against: "best", value: 14, byMean: 14, atLeast: 13, aim: 16 });
  expect(isMet(figure)).toBe(true);
  expect(isAimMet(figure)).toBe(false);
  expect(verdictOf([figure])).toBe("1 of 1 figures are met, 0 of the aims.");
});

test("times that may not grow are limits", () => {
  const rows = [own("uniform-1k", 0.05), own("uniform-10k", 0.5), own("uniform-100k", 9), own("teleport-10k", 0.7)];
  const figures = figuresOf(rows);
  expect(figures.map(({ value, isLimit }) => [Number(value.toFixed(2)), isLimit])).toEqual([
    [1.4, true],
    [1.8, true],
  ]);
  expect(figures.map(isMet)).toEqual([false, true]);
  expect(figures.map(isAimMet)).toEqual([false, false]);
  expect(verdictOf(figures)).toBe("1 of 2 figures are met, 0 of the aims; not met: teleport-10k: time.");
});

test("nothing is said of what was not run", () => {
  expect(figuresOf([])).toEqual([]);
  expect(verdictOf([])).toBe("No figure is asked of what was run.");
});
