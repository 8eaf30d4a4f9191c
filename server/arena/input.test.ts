import { describe, expect, it } from "vitest";
import { createControls, dropPresses, latchInput, releaseControls, takeEject, takeSplit } from "./input.ts";
import { steer } from "./test-scene.ts";

describe("latchInput", () => {
  it("keeps the latest pointer", () => {
    const controls = createControls();
    latchInput(controls, steer(1, 2));
    latchInput(controls, steer(3, 4));
    expect(controls).toMatchObject({ steering: true, aimX: 3, aimY: 4 });
  });

  it("makes one split of many presses between two ticks", () => {
    const controls = createControls();
    for (let i = 0; i < 5; i++) {
      latchInput(controls, steer(0, 0, "split"));
      latchInput(controls, steer(0, 0));
    }
    expect(takeSplit(controls)).toBe(true);
    expect(takeSplit(controls)).toBe(false);
  });

  it("splits once while the button stays down", () => {
    const controls = createControls();
    latchInput(controls, steer(0, 0, "split"));
    expect(takeSplit(controls)).toBe(true);
    latchInput(controls, steer(5, 0, "split"));
    expect(takeSplit(controls)).toBe(false);
    latchInput(controls, steer(5, 0));
    latchInput(controls, steer(5, 0, "split"));
    expect(takeSplit(controls)).toBe(true);
  });

  it("ejects for as long as the button is down", () => {
    const controls = createControls();
    latchInput(controls, steer(0, 0, "eject"));
    expect([takeEject(controls), takeEject(controls), takeEject(controls)]).toEqual([true, true, true]);
    latchInput(controls, steer(0, 0));
    expect(takeEject(controls)).toBe(false);
  });

  it("ejects once for a press that ended before the tick", () => {
    const controls = createControls();
    latchInput(controls, steer(0, 0, "eject"));
    latchInput(controls, steer(0, 0));
    expect([takeEject(controls), takeEject(controls)]).toEqual([true, false]);
  });
});

describe("dropPresses", () => {
  it("forgets presses, not what is held", () => {
    const controls = createControls();
    latchInput(controls, steer(0, 0, "split", "eject"));
    dropPresses(controls);
    expect(takeSplit(controls)).toBe(false);
    expect(takeEject(controls)).toBe(true);
  });
});

describe("releaseControls", () => {
  it("leaves nothing pressed and nowhere to steer to", () => {
    const controls = createControls();
    latchInput(controls, steer(7, 7, "split", "eject"));
    releaseControls(controls);
    expect(controls.steering).toBe(false);
    expect(takeSplit(controls)).toBe(false);
    expect(takeEject(controls)).toBe(false);
  });
});
