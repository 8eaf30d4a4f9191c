import { describe, expect, test } from "vitest";
import { type Chart, drawChart, drawFigure, formatValue, niceStep } from "./chart.ts";

const CHART: Chart = {
  title: "Tick <by> phase",
  unit: "ms",
  note: "a note",
  axis: {
    places: [0, 1, 2, 3],
    ticks: [{ at: 0, label: "0 s" }],
    name: (place) => `${place} s`,
    shadedTo: 1,
  },
  lines: [{ name: "p99", values: [1, 2, undefined, 4] }],
};

/** The y of each point of the first path of a class. */
function heights(svg: string, className: string): number[] {
  const [, path] = new RegExp(`class="${className}" d="([^"]*)"`).exec(svg) ?? [];
  return [...(path ?? "").matchAll(/[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
}

describe("a chart", () => {
  test("breaks its line where a value is missing", () => {
    expect(drawChart(CHART)).toMatch(/class="line c1" d="M[\d.]+ [\d.]+L[\d.]+ [\d.]+M[\d.]+ [\d.]+"/);
  });

  test("draws higher what is more, from the lower edge up, and Infinity at the upper edge", () => {
    const [zero, one, infinite] = heights(
      drawChart({ ...CHART, lines: [{ name: "a", values: [0, 4, Number.POSITIVE_INFINITY] }] }),
      "line c1",
    );
    expect(zero).toBe(196);
    expect(one).toBe(8);
    expect(infinite).toBe(8);
  });

  test("stacks its areas", () => {
    const areas = [
      { name: "a", values: [1, 1] },
      { name: "b", values: [3, 3] },
    ];
    const svg = drawChart({ ...CHART, axis: { ...CHART.axis, places: [0, 1] }, lines: [], areas });
    expect(heights(svg, "area c1")).toEqual([149, 149, 196, 196]);
    expect(heights(svg, "area c2")).toEqual([8, 8, 149, 149]);
  });

  test("shows a limit that is near, and is not flattened by one that is far", () => {
    expect(drawChart({ ...CHART, limit: { name: "--max", value: 5 } })).toContain('class="limit"');
    expect(drawChart({ ...CHART, limit: { name: "--max", value: 500 } })).not.toContain('class="limit"');
    expect(drawFigure({ ...CHART, limit: { name: "--max", value: 500 } })).toContain("--max 500");
  });

  test("of nothing at all is drawn all the same", () => {
    const axis = { ...CHART.axis, places: [] };
    expect(drawChart({ ...CHART, axis, lines: [{ name: "a", values: [] }] })).not.toContain("NaN");
    expect(drawChart({ ...CHART, lines: [{ name: "a", values: [0, 0, 0, 0] }] })).not.toContain("NaN");
  });

  test("holds no markup of others", () => {
    expect(drawFigure(CHART)).toContain("<h3>Tick &lt;by&gt; phase");
    expect(drawFigure({ ...CHART, lines: [{ name: '"><script>', values: [1] }] })).not.toContain("<script>");
  });
});

test("steps are numbers that are easily read", () => {
  expect([0, 0.3, 1, 1.01, 2.4, 4, 7, 30, 1234].map(niceStep)).toEqual([1, 0.5, 1, 2, 2.5, 5, 10, 50, 2000]);
});

test("values have three digits, and thousands are set apart", () => {
  expect([0, 0.01234, 1.5, 40.04, 1234.5, 1234567, Number.POSITIVE_INFINITY].map(formatValue)).toEqual([
    ...["0", "0.0123", "1.5", "40", "1 235", "1 234 567", "beyond"],
  ]);
});
