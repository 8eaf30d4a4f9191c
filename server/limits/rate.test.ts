import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameAllowance } from "./frame-allowance.ts";
import { createRate } from "./rate.ts";

test("in no second comes more than twice what may, and a steady stream of as much as may is let through", () => {
  const arrivals = fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 400 }), amount: fc.integer({ min: 1, max: 9 }) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 9, max: 50 }), arrivals, (most, steps) => {
      const rate = createRate(most);
      const accepted: { at: number; amount: number }[] = [];
      let now = 0;
      for (const { after, amount } of steps) {
        now += after;
        if (rate(amount, now)) accepted.push({ at: now, amount });
        const lastSecond = accepted.filter(({ at }) => at > now - 1000);
        expect(lastSecond.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(2 * most);
      }
    }),
  );
  const steady = createRate(25);
  for (let i = 0; i < 250; i++) expect(steady(1, 40 * i)).toBe(true);
});

test("what a client has too much of is named, in words that fit into a close frame", () => {
  const most = 1_000_000_000;
  const few = createFrameAllowance({ messagesPerSecond: 2, bytesPerSecond: most });
  expect([few(1, 0), few(1, 0), few(1, 0)?.limit]).toEqual([undefined, undefined, "messages_per_second"]);
  const little = createFrameAllowance({ messagesPerSecond: most, bytesPerSecond: 100 });
  expect([little(100, 0), little(1, 999)?.limit, little(100, 1000)]).toEqual([
    undefined,
    "bytes_per_second",
    undefined,
  ]);
  for (const excess of [
    createFrameAllowance({ messagesPerSecond: most, bytesPerSecond: most })(2 * most, 0),
    createFrameAllowance({ messagesPerSecond: 0, bytesPerSecond: most })(1, 0),
  ]) {
    expect(Buffer.byteLength(excess?.reason ?? "".padEnd(200))).toBeLessThanOrEqual(113);
    expect(excess?.reason).toContain("KRILL_");
  }
});
