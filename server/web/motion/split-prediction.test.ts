import { describe, expect, test } from "vitest";
import {
  BOOST_DISTANCE,
  BOOST_SHARE,
  SPLIT_OFFSET,
  speedOf,
  splitRadius,
  TICK_MILLISECONDS,
} from "../../../shared/formulas.ts";
import { BodyKind, RADIUS_UNIT } from "../../../shared/state.ts";
import { createInterpolation } from "./interpolation.ts";
import { createPrediction } from "./prediction.ts";

const FRAME = 1000 / 60;
const OWN = 1;
const RADIUS = 100;
const BORDER = { minX: 0, minY: 0, maxX: 20_000, maxY: 20_000 };
const POSITION_UNIT = 0.25;
/** What the frames of a boost's first tick move, and no more than half as much again: more would be seen as a jump. */
const MOST_STEP = ((BOOST_DISTANCE * BOOST_SHARE + speedOf(RADIUS / 2)) / TICK_MILLISECONDS) * FRAME * 1.5;

interface Cell {
  x: number;
  y: number;
  radius: number;
  boost: number;
}

interface Scenario {
  /** Milliseconds on the way, in each direction. */
  delay: number;
  /** Ticks from one patch to the next. */
  patchTicks?: number;
  /** When the player splits, in ms; and how many cells the server lets it have. */
  splitsAt: number[];
  mostCells?: number;
}

interface Frame {
  now: number;
  bodies: { x: number; y: number; radius: number }[];
  server: Cell[];
}

/** Plays for 2 s, steering to the right, on a server with the rules of splits, and gives what each frame showed. */
function play({ delay, patchTicks = 1, splitsAt, mostCells = 16 }: Scenario): Frame[] {
  const prediction = createPrediction();
  const interpolation = createInterpolation();
  const cells: Cell[] = [{ x: 2000, y: 5000, radius: RADIUS, boost: 0 }];
  const flying: { at: number; tick: number; cells: Cell[] }[] = [];
  const frames: Frame[] = [];
  const pressed: number[] = [];
  let tick = 0;
  for (let now = 0; now < 2000; now += FRAME) {
    for (; tick * TICK_MILLISECONDS <= now; tick++) {
      while (pressed.length > 0 && pressed[0] + delay <= tick * TICK_MILLISECONDS) {
        pressed.shift();
        for (const cell of [...cells]) {
          if (cells.length >= mostCells) break;
          cell.radius = splitRadius(cell.radius);
          cells.push({ ...cell, x: cell.x + SPLIT_OFFSET, boost: BOOST_DISTANCE });
        }
      }
      for (const cell of cells) {
        const step = cell.boost * BOOST_SHARE;
        cell.boost -= step;
        cell.x += speedOf(cell.radius) + step;
      }
      if (tick % patchTicks === 0)
        flying.push({ at: tick * TICK_MILLISECONDS + delay, tick, cells: cells.map((cell) => ({ ...cell })) });
    }
    while (flying.length > 0 && flying[0].at <= now) {
      const patch = flying.shift();
      if (!patch) break;
      const bodies = patch.cells.map(({ x, y, radius }, key) => {
        const steps = { x: x / POSITION_UNIT, y: y / POSITION_UNIT, radius: radius / RADIUS_UNIT };
        return [String(key), { ...steps, kind: BodyKind.cell, color: 0, owner: OWN }] as const;
      });
      interpolation.record(patch.tick, patch.at, POSITION_UNIT, new Map(bodies));
    }
    prediction.steer(now, 19_000, 5000);
    if (splitsAt.length > 0 && now >= splitsAt[0]) {
      splitsAt.shift();
      pressed.push(now);
      prediction.split();
    }
    const bodies = interpolation.visible(now, OWN, (own, present) =>
      prediction.apply(own, now, present, interpolation.tickMilliseconds, 2 * delay, BORDER),
    );
    frames.push({
      now,
      bodies: bodies.map(({ x, y, radius }) => ({ x, y, radius })).sort((a, b) => a.x - b.x),
      server: cells.map((cell) => ({ ...cell })).sort((a, b) => a.x - b.x),
    });
  }
  return frames.filter(({ bodies }) => bodies.length > 0);
}

/** The longest way of a body from one frame to the next, where both have as many. */
function longestStep(frames: Frame[]): number {
  let longest = 0;
  for (let i = 1; i < frames.length; i++) {
    const before = frames[i - 1].bodies;
    const after = frames[i].bodies;
    if (before.length !== after.length) continue;
    after.forEach(({ x }, cell) => {
      longest = Math.max(longest, Math.abs(x - before[cell].x));
    });
  }
  return longest;
}

describe("a split", () => {
  test.each([
    [0, 1],
    [40, 1],
    [100, 1],
    [60, 2],
  ])(
    "is seen in the next frame, %i ms from the server with a patch every %i ticks, and goes on without a jump",
    (delay, patchTicks) => {
      const at = 1000;
      const frames = play({ delay, patchTicks, splitsAt: [at] });
      const after = frames.filter(({ now }) => now >= at);
      for (const { bodies } of after) expect(bodies).toHaveLength(2);
      const [behind, ahead] = after[0].bodies;
      expect(ahead.x - behind.x).toBeGreaterThan(SPLIT_OFFSET / 2);
      expect(ahead.radius).toBeCloseTo(splitRadius(RADIUS), 0);
      const soon = after[6].bodies;
      expect(soon[1].x - soon[0].x).toBeGreaterThan(150);
      expect(soon[0].radius).toBeLessThan(splitRadius(RADIUS) * 1.05);
      expect(longestStep(after)).toBeLessThan(MOST_STEP);
      const { bodies, server } = after[after.length - 1];
      bodies.forEach(({ x, radius }, cell) => {
        // The page is ahead by the way to the server, and by a tick at most.
        const lead = x - server[cell].x;
        expect(Math.abs(lead)).toBeLessThan(speedOf(radius) * (delay / TICK_MILLISECONDS + 2));
        expect(radius).toBeCloseTo(server[cell].radius, 0);
      });
    },
  );

  test("twice in a row makes four at once", () => {
    const frames = play({ delay: 100, splitsAt: [1000, 1060] });
    const after = frames.filter(({ now }) => now >= 1080);
    for (const { bodies } of after) expect(bodies).toHaveLength(4);
    expect(longestStep(after)).toBeLessThan(MOST_STEP);
    for (const { radius } of after[after.length - 1].bodies) expect(radius).toBeCloseTo(RADIUS / 2, 0);
  });

  test("that the server refuses is undone without a jump", () => {
    const frames = play({ delay: 40, splitsAt: [1000], mostCells: 1 });
    const after = frames.filter(({ now }) => now >= 1000);
    expect(after[0].bodies).toHaveLength(2);
    const last = after[after.length - 1];
    expect(last.bodies).toHaveLength(1);
    expect(last.bodies[0].radius).toBeCloseTo(RADIUS, 0);
    const gone = after.findIndex(({ bodies }) => bodies.length === 1);
    expect(after[gone].now - 1000).toBeLessThan(900);
    // What vanishes is small by then, and its parent swells little by little.
    expect(Math.min(...after[gone - 1].bodies.map(({ radius }) => radius))).toBeLessThan(6);
    const whole = after.map(({ bodies }) => Math.max(...bodies.map(({ radius }) => radius)));
    for (let i = 1; i < whole.length; i++) expect(Math.abs(whole[i] - whole[i - 1])).toBeLessThan(RADIUS * 0.16);
  });

  test("is not foreseen for a cell that is too small", () => {
    const prediction = createPrediction();
    const sample = { tick: 1, x: 500, y: 500, radius: 59 };
    const visible = { x: 500, y: 500, radius: 59, kind: BodyKind.cell, color: 0, owner: OWN };
    const cells = [{ visible, newest: sample, before: sample }];
    prediction.steer(0, 900, 500);
    prediction.apply(cells, 0, 1, TICK_MILLISECONDS, 0, BORDER);
    prediction.split();
    expect(prediction.apply(cells, FRAME, 1, TICK_MILLISECONDS, 0, BORDER)).toHaveLength(0);
    expect(visible.radius).toBe(59);
  });

  test("is foreseen for as many cells as there is room", () => {
    const prediction = createPrediction();
    const cells = Array.from({ length: 10 }, (_, i) => {
      const sample = { tick: 1, x: 500 + 300 * i, y: 500, radius: 70 };
      return { visible: { ...sample, kind: BodyKind.cell, color: 0, owner: OWN }, newest: sample, before: sample };
    });
    prediction.steer(0, 900, 5000);
    prediction.apply(cells, 0, 1, TICK_MILLISECONDS, 0, BORDER);
    prediction.split();
    expect(prediction.apply(cells, FRAME, 1, TICK_MILLISECONDS, 0, BORDER)).toHaveLength(6);
    // The oldest split first.
    const halved = cells.map(({ visible }) => visible.radius < 69);
    expect(halved).toEqual(cells.map((_, i) => i < 6));
  });
});
