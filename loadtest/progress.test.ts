import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Progress } from "./load-test.ts";
import { createProgressLine } from "./progress.ts";

const PROGRESS: Progress = {
  stage: "steady",
  elapsedSeconds: 12.3,
  asked: 100,
  joined: 98,
  failed: 2,
  dropped: 1,
  patchesPerSecond: 24.96,
  bytesPerSecond: 8123,
};
const LINE = "  12 s steady  joined 98/100  failed 2  dropped 1  25.0 patches/s/client  8.1 KB/s/client";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is written in ten seconds of polling every 100 ms. */
function tenSeconds(isTTY: boolean): string[] {
  const written: string[] = [];
  const line = createProgressLine({ isTTY, write: (text) => written.push(text) });
  for (let i = 0; i < 100; i++) {
    vi.advanceTimersByTime(100);
    line.poll(() => PROGRESS);
  }
  line.end();
  return written;
}

test("a terminal has one line, rewritten every second, and ended once", () => {
  expect(tenSeconds(true)).toEqual([...Array(10).fill(`\r${LINE}\u001b[K`), "\n"]);
});

test("elsewhere there is a line every five seconds", () => {
  expect(tenSeconds(false)).toEqual([`${LINE}\n`, `${LINE}\n`]);
});
