import type { Logger } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRefusals } from "./refusals.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("each refusal is counted, and a flood of them is a line a second", () => {
  const info = vi.fn();
  const count = vi.fn();
  const refused = createRefusals(count, { info } as unknown as Logger);
  for (let i = 0; i < 500; i++) {
    refused("joins_per_minute", { address: "a" });
    vi.advanceTimersByTime(5);
  }
  refused("origins", { origin: "https://a.example" });
  expect(count).toHaveBeenCalledTimes(501);
  expect(info.mock.calls.map(([fields]) => fields)).toEqual([
    { limit: "joins_per_minute", address: "a", refusals: 1 },
    { limit: "joins_per_minute", address: "a", refusals: 200 },
    { limit: "joins_per_minute", address: "a", refusals: 200 },
    { limit: "origins", origin: "https://a.example", refusals: 1 },
  ]);
});
