import { expect, test, vi } from "vitest";
import { PHASES } from "../../../shared/phases.ts";
import { createTickProbe } from "./tick-probe.ts";

test("passes all on; reads no clock while off, and notes phases and bytes of the last tick while on", () => {
  const clock = vi.spyOn(performance, "now");
  const own = { begin: vi.fn(), mark: vi.fn(), end: vi.fn() };
  const probe = createTickProbe(own);
  const tick = () => {
    probe.timer.begin();
    for (const phase of PHASES) probe.timer.mark(phase);
    probe.patchSent(70);
    probe.patchSent(30);
    probe.timer.end();
  };
  tick();
  expect(clock).not.toHaveBeenCalled();
  expect(probe.bytes).toBe(0);
  expect(own.begin).toHaveBeenCalledOnce();
  expect(own.mark.mock.calls.flat()).toEqual([...PHASES]);
  expect(own.end).toHaveBeenCalledOnce();

  let now = 0;
  clock.mockImplementation(() => now++);
  probe.isOn = true;
  tick();
  tick();
  expect([...probe.microseconds]).toEqual(PHASES.map(() => 1000));
  expect(probe.bytes).toBe(100);
  clock.mockRestore();
});
