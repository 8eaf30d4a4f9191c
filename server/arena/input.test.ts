import { describe, expect, it } from "vitest";
import { createControls, dropPresses, latchInput, releaseControls, takeAim, takeEject, takeSplit } from "./input.ts";
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

describe("takeAim", () => {
  it("follows the pointer", () => {
    const controls = createControls();
    latchInput(controls, steer(30, 40));
    takeAim(controls, 0, 0);
    expect([controls.aimX, controls.aimY]).toEqual([30, 40]);
  });

  it("keeps to the line on which the pointer was when it was locked, until it is let go", () => {
    const controls = createControls();
    latchInput(controls, { ...steer(100, 0), lock: true });
    takeAim(controls, 0, 0);
    latchInput(controls, { ...steer(300, 70), lock: true });
    takeAim(controls, 50, 20);
    expect([controls.aimX, controls.aimY]).toEqual([300, 0]);
    latchInput(controls, { ...steer(-20, 70), lock: true });
    takeAim(controls, 50, 20);
    expect([controls.aimX, controls.aimY]).toEqual([-20, 0]);
    latchInput(controls, steer(-20, 70));
    takeAim(controls, 50, 20);
    expect([controls.aimX, controls.aimY]).toEqual([-20, 70]);
    latchInput(controls, { ...steer(0, 100), lock: true });
    takeAim(controls, 0, 0);
    expect([controls.aimX, controls.aimY]).toEqual([0, 100]);
  });

  it("locks to the right when the pointer is in the middle of the cells", () => {
    const controls = createControls();
    latchInput(controls, { ...steer(5, 5), lock: true });
    takeAim(controls, 5, 5);
    latchInput(controls, { ...steer(80, 90), lock: true });
    takeAim(controls, 5, 5);
    expect([controls.aimX, controls.aimY]).toEqual([80, 5]);
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
