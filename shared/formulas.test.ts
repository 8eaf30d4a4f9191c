import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BOOST_DISTANCE,
  boostStep,
  clampToBorder,
  decayedRadius,
  EAT_RADIUS_RATIO,
  EJECT_INTERVAL,
  EJECT_MASS_LOSS,
  EJECT_SPREAD,
  EJECTA_RADIUS,
  eatDistance,
  isLargeEnoughToEat,
  MAX_CELLS,
  MAX_RADIUS,
  massOf,
  mergeTicks,
  OWN_PASS_THROUGH_TICKS,
  PELLET_MAX_RADIUS,
  PELLET_RADIUS,
  pelletRadius,
  radiusOf,
  SPECTATOR_SCALE,
  SPLIT_MIN_RADIUS,
  SPLIT_OFFSET,
  START_RADIUS,
  speedOf,
  splitRadius,
  TICK_MILLISECONDS,
  TICK_RATE,
  VIEW_HEIGHT,
  VIEW_WIDTH,
  viewScale,
} from "./formulas.ts";

const TICKS_PER_MINUTE = 60 * TICK_RATE;
const radii = fc.double({ min: 1, max: MAX_RADIUS, noNaN: true });

/** How far a boost carries in each tick until it is over, in u. */
function boostSteps(): number[] {
  const steps: number[] = [];
  let left = BOOST_DISTANCE;
  for (let step = boostStep(left); step > 0; step = boostStep(left)) {
    steps.push(step);
    left -= step;
  }
  return steps;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe("the table of the rules", () => {
  it("has ticks of 40 ms", () => {
    expect(TICK_MILLISECONDS).toBe(40);
  });

  it.each([
    [32, 479],
    [100, 290],
    [300, 179],
    [1500, 88],
  ])("moves a cell of radius %d at %d u/s", (radius, speed) => {
    expect(Math.round(speedOf(radius) * TICK_RATE)).toBe(speed);
  });

  it("starts at mass 10.24", () => {
    expect(START_RADIUS).toBe(32);
    expect(massOf(START_RADIUS)).toBeCloseTo(10.24, 10);
  });

  it("splits from radius 60, 40 u ahead, into halves of radius r / √2", () => {
    expect(SPLIT_MIN_RADIUS).toBe(60);
    expect(SPLIT_OFFSET).toBe(40);
    expect(splitRadius(100)).toBeCloseTo(100 / Math.sqrt(2), 10);
  });

  it("boosts for 57 ticks and 779 u, 611 u of them in the first 13 ticks", () => {
    const steps = boostSteps();
    expect(steps).toHaveLength(57);
    expect(Math.round(sum(steps))).toBe(779);
    expect(Math.round(sum(steps.slice(0, OWN_PASS_THROUGH_TICKS)))).toBe(611);
    expect(steps[0]).toBeCloseTo(780 / 9, 10);
  });

  it("ejects 14.4 mass for 18.5, every 2 ticks at most, within 0.3 rad", () => {
    expect(massOf(EJECTA_RADIUS)).toBeCloseTo(14.4, 1);
    expect(EJECT_MASS_LOSS).toBeCloseTo(18.5, 1);
    expect(EJECT_INTERVAL).toBe(2);
    expect(EJECT_SPREAD).toBe(0.3);
  });

  it("decays by 0.002 % of the radius a tick, which is 0.1 % of the mass a second, to radius 32", () => {
    expect(decayedRadius(100)).toBeCloseTo(99.998, 10);
    let radius = 1000;
    for (let tick = 0; tick < TICK_RATE; tick++) radius = decayedRadius(radius);
    expect(1 - massOf(radius) / massOf(1000)).toBeCloseTo(0.001, 5);
    expect(decayedRadius(32.0001)).toBe(32);
    expect(decayedRadius(32)).toBe(32);
    expect(decayedRadius(31)).toBe(31);
  });

  it.each([
    [0, 30],
    [32, 30.64],
    [100, 32],
    [300, 36],
    [1500, 60],
  ])("lets a cell of radius %d merge after %d s", (radius, seconds) => {
    expect(mergeTicks(radius)).toBe(Math.round(seconds * TICK_RATE));
  });

  it("eats what has at most 1/1.3 of the mass", () => {
    expect(EAT_RADIUS_RATIO).toBe(1.140175);
    expect(EAT_RADIUS_RATIO ** 2).toBeCloseTo(1.3, 5);
    expect(isLargeEnoughToEat(114.0175, 100)).toBe(true);
    expect(isLargeEnoughToEat(114.017, 100)).toBe(false);
    expect(eatDistance(100, 60)).toBe(80);
  });

  it("stops at radius 1500 (22,500 mass) and 16 cells", () => {
    expect(massOf(MAX_RADIUS)).toBe(22_500);
    expect(MAX_CELLS).toBe(16);
  });

  it("grows pellets from radius 10 to 20 at 1 mass a minute", () => {
    expect(PELLET_RADIUS).toBe(10);
    expect(PELLET_MAX_RADIUS).toBe(20);
    expect(pelletRadius(0)).toBe(10);
    expect(massOf(pelletRadius(TICKS_PER_MINUTE))).toBeCloseTo(2, 10);
    expect(massOf(pelletRadius(2 * TICKS_PER_MINUTE))).toBeCloseTo(3, 10);
    expect(pelletRadius(3 * TICKS_PER_MINUTE)).toBeCloseTo(20, 10);
    expect(pelletRadius(100 * TICKS_PER_MINUTE)).toBe(20);
  });

  it.each([
    [300, 3562, 2004],
    [1200, 6202, 3488],
    [6000, 11_806, 6641],
    [64, 1920, 1080],
    [32, 1920, 1080],
  ])("shows radii that sum to %d a view of %d × %d u", (radiusSum, width, height) => {
    const scale = viewScale(radiusSum);
    expect(Math.round(VIEW_WIDTH / scale)).toBe(width);
    expect(Math.round(VIEW_HEIGHT / scale)).toBe(height);
  });

  it("shows a spectator the scale 0.4", () => {
    expect(SPECTATOR_SCALE).toBe(0.4);
  });
});

describe("mass and radius", () => {
  it("are each other's inverse", () => {
    fc.assert(fc.property(radii, (radius) => Math.abs(radiusOf(massOf(radius)) - radius) < 1e-9));
  });

  it("keep a split's mass", () => {
    fc.assert(fc.property(radii, (radius) => Math.abs(2 * massOf(splitRadius(radius)) - massOf(radius)) < 1e-8));
  });
});

describe("clampToBorder", () => {
  it("keeps a centre half its radius inside", () => {
    expect(clampToBorder(-5, 100, 0, 1000)).toBe(50);
    expect(clampToBorder(1005, 100, 0, 1000)).toBe(950);
    expect(clampToBorder(500, 100, 0, 1000)).toBe(500);
  });

  it("puts what is larger than the world in its middle", () => {
    expect(clampToBorder(3, 5000, 0, 1000)).toBe(500);
  });
});
