import { expect, test } from "vitest";
import { judgeRows, type Row, rowOf } from "./figures.ts";
import { SIZES } from "./sizes.ts";

function row(place: number, name: string, median: number, more: Partial<Row> = {}): Row {
  return {
    ...rowOf(SIZES[place], name, true, [median], {
      bytes: 10 * SIZES[place].v * SIZES[place].m,
      seen: SIZES[place].v * SIZES[place].m,
    }),
    ...more,
  };
}

test("a row has median, mean, and the bytes of one viewer's frame", () => {
  const size = { n: 100, m: 4, v: 10 };
  expect(rowOf(size, "krill", true, [1, 5, 3, 2], { bytes: 401, seen: 32 })).toEqual({
    ...size,
    name: "krill",
    exact: true,
    median_ms: 2.5,
    mean_ms: 2.75,
    bytes_per_viewer: 100,
    bytes_per_body: 401 / 32,
  });
});

test("Krill is judged by its ratios to the others, and its bytes", () => {
  const judged = judgeRows([row(1, "krill", 2), row(1, "stateview", 19), row(1, "packed", 1.75)]);
  expect(judged.map(({ asked, ours, isMet }) => [asked.what.split(": ")[1], Number(ours.toFixed(3)), isMet])).toEqual([
    ["times faster than StateView", 9.5, false],
    ["times the time of hand-packed", 1.143, true],
    ["bytes a visible body", 10, true],
  ]);
  expect(judged[0].asked).toMatchObject({
    what: expect.stringMatching(/^5000 bodies, 200 viewers of 150: /),
    limit: 10,
  });
  expect(judged[1].asked).toMatchObject({ limit: 1.2, aim: 0.95 });
});

test("each size has figures of its own, those not measured none", () => {
  const rows = SIZES.flatMap((_, i) => [row(i, "krill", 1), row(i, "stateview", 20), row(i, "packed", 1)]);
  expect(judgeRows(rows)).toHaveLength(9);
  expect(judgeRows(rows).every(({ isMet }) => isMet)).toBe(true);
  expect(judgeRows([])).toEqual([]);
});

test("whatever was wrong does not count: what hangs on it is missed", () => {
  const others = [row(0, "stateview", 20), row(0, "packed", 1)];
  expect(judgeRows([row(0, "krill", 1, { exact: false }), ...others]).map(({ isMet }) => isMet)).toEqual([
    false,
    false,
    false,
  ]);
  const [packed] = others.splice(1);
  expect(judgeRows([row(0, "krill", 1), ...others, { ...packed, exact: false }]).map(({ isMet }) => isMet)).toEqual([
    true,
    false,
    true,
  ]);
});

test("bytes are judged by the bodies that are seen, and as they are, not rounded", () => {
  const bytesOf = (bytes: number) => {
    const size = SIZES[0];
    const [, , judged] = judgeRows([rowOf(size, "krill", true, [1], { bytes, seen: 4000 })]);
    return judged.isMet;
  };
  expect([bytesOf(48_000), bytesOf(48_001)]).toEqual([true, false]);
});
