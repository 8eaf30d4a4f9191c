import { expect, test } from "vitest";
import { createProgressLine } from "./progress.ts";
import { percentiles, rowAt, serverFigures } from "./testing/findings.ts";

const ROW = rowAt(12.3, { present: 98, patches: 98 * 24.96, bytes: 98 * 8123, inputToPatch: percentiles(30, 61.2) });
const FIGURES = "25.0 patches/s/client  8.1 KB/s/client  latency p99 61 ms  tick p99 9.5 ms";

/** What is written for ten rows, of which the second tells of a failure and a drop. */
function tenRows(isTTY: boolean): string[] {
  const written: string[] = [];
  const line = createProgressLine({ isTTY, write: (text) => written.push(text) }, 100);
  for (let i = 0; i < 10; i++) line.show(i === 1 ? { ...ROW, failed: 2, dropped: 1, wrong: 3 } : ROW);
  line.end();
  return written;
}

test("a terminal has one line, rewritten with every row, and ended once", () => {
  const written = tenRows(true);
  expect(written).toHaveLength(11);
  expect(written[0]).toBe(`\r  12 s steady  98/100 in  dropped 0  ${FIGURES}\u001b[K`);
  expect(written[9]).toBe(`\r  12 s steady  98/100 in  failed 2  dropped 1  untrue 3  ${FIGURES}\u001b[K`);
  expect(written[10]).toBe("\n");
});

test("elsewhere there is a line every five rows", () => {
  const line = `  12 s steady  98/100 in  failed 2  dropped 1  untrue 3  ${FIGURES}\n`;
  expect(tenRows(false)).toEqual([line, line]);
});

test("what was not measured is left out, and a tick beyond the histogram is said to be so", () => {
  const written: string[] = [];
  const line = createProgressLine({ isTTY: true, write: (text) => written.push(text) }, 5);
  line.show(rowAt(1, { present: 0, patches: 0, bytes: 0, inputToPatch: undefined, server: undefined }));
  line.show(rowAt(1, { inputToPatch: undefined, server: serverFigures(Number.POSITIVE_INFINITY) }));
  expect(written[0]).toBe("\r   1 s ramp  0/5 in  dropped 0  0.0 patches/s/client  0.0 KB/s/client\u001b[K");
  expect(written[1]).toContain("tick p99 > 200 ms");
});
