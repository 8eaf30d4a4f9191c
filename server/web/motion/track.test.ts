import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TICK_MILLISECONDS } from "../../../shared/formulas.ts";
import { BodyKind, RADIUS_UNIT } from "../../../shared/state.ts";
import { createInterpolation, type OwnCell, type SyncedBody } from "./interpolation.ts";

const FRAME = 1000 / 60;
const FRAME_TICKS = FRAME / TICK_MILLISECONDS;
const POSITION_UNIT = 0.5;
/** In u per tick. */
const SPEED = 20;
const OWN = 1;

function body(x: number): SyncedBody {
  return { x: x / POSITION_UNIT, y: 0, radius: 32 / RADIUS_UNIT, kind: BodyKind.cell, color: 7, owner: OWN };
}

interface Ride {
  /** Where the body is at each tick, in u. */
  readonly at: (tick: number) => number;
  /** Whether its turn to be sent has come. */
  readonly isSent: (tick: number) => boolean;
  readonly farUpdates: number;
  readonly ticks?: number;
  /** Ticks from one patch to the next. */
  readonly patchTicks?: number;
}

/** Where the body is seen, and at which tick that is. */
interface Frame {
  readonly x: number;
  readonly at: number;
}

/** Where the body is seen, frame by frame. */
function ride({ at, isSent, farUpdates, ticks = 120, patchTicks = 1 }: Ride): Frame[] {
  const interpolation = createInterpolation();
  const frames: Frame[] = [];
  let held = at(0);
  let now = 0;
  for (let tick = 0; tick < ticks; tick += patchTicks) {
    if (isSent(tick)) held = at(tick);
    interpolation.record(tick, tick * TICK_MILLISECONDS, POSITION_UNIT, new Map([["1", body(held)]]), farUpdates);
    for (; now < (tick + patchTicks) * TICK_MILLISECONDS; now += FRAME) {
      // Not at first: the playhead has yet to reach the first patch.
      for (const { x } of interpolation.visible(now)) frames.push({ x, at: now / TICK_MILLISECONDS });
    }
  }
  return frames;
}

/** By how much the body is seen to move from frame to frame, in what it moves in such a time. */
function steps(frames: readonly { x: number }[]): number[] {
  return frames.slice(1).map(({ x }, i) => (x - frames[i].x) / (SPEED * FRAME_TICKS));
}

function from<T extends { at: number }>(frames: readonly T[], tick: number): T[] {
  return frames.filter(({ at }) => at >= tick);
}

const evenly = (tick: number) => 1000 + SPEED * tick;

describe("a body that moves evenly", () => {
  test.each([2, 3, 4])("and is sent once in %i ticks is seen to move evenly, in the past by as much", (farUpdates) => {
    const frames = from(ride({ at: evenly, isSent: (tick) => tick % farUpdates === 1, farUpdates }), 40);
    for (const step of steps(frames)) expect(step).toBeCloseTo(1, 1);
    for (const { x, at } of frames) {
      const behind = at - (x - 1000) / SPEED;
      expect(behind).toBeGreaterThan(farUpdates - 0.5);
      expect(behind).toBeLessThan(farUpdates + 1);
    }
  });

  test("also when patches come every second tick alone", () => {
    const isSent = (tick: number) => tick % 4 === 0;
    const frames = from(ride({ at: evenly, isSent, farUpdates: 2, patchTicks: 2, ticks: 300 }), 200);
    for (const step of steps(frames)) expect(step).toBeCloseTo(1, 1);
  });

  test.each([2, 4])(
    "neither leaps nor turns back as it comes to be far, sent once in %i ticks, and near",
    (farUpdates) => {
      const isFar = (tick: number) => Math.floor(tick / 30) % 2 === 1;
      const isSent = (tick: number) => !isFar(tick) || tick % farUpdates === 0;
      const frames = from(ride({ at: evenly, isSent, farUpdates, ticks: 240 }), 20);
      for (const step of steps(frames)) {
        expect(step).toBeGreaterThanOrEqual(0);
        expect(step).toBeLessThan(1.7);
      }
      // Near again, it is as little behind as ever.
      const near = frames.filter(({ at }) => at % 60 > 15 && at % 60 < 29);
      for (const { x, at } of near) expect(at - (x - 1000) / SPEED).toBeLessThan(1.5);
    },
  );
});

test.each([2, 3, 4])(
  "one that was near when it last moved is seen to set out as soon, and as evenly, as if none were far (%i)",
  (farUpdates) => {
    const at = (tick: number) => 1000 + SPEED * (Math.min(tick, 20) + Math.max(0, tick - 50));
    const seen = from(ride({ at, isSent: () => true, farUpdates }), 45);
    const atOnce = from(ride({ at, isSent: () => true, farUpdates: 1 }), 45);
    for (const [i, { x }] of seen.entries()) expect(x).toBeCloseTo(atOnce[i].x, 6);
  },
);

describe.each([2, 3, 4])("a far body, sent once in %i patches,", (farUpdates) => {
  const phases = Array.from({ length: farUpdates }, (_, phase) => phase);

  /** Sees it move by turns and stand, for so many ticks each, first `moves[0]`; and then stand to the end. */
  function expectEvenness(moves: readonly number[], phase: number, patchTicks = 1): Frame[] {
    const ends = moves.map((_, i) => moves.slice(0, i + 1).reduce((sum, ticks) => sum + ticks, 0));
    const isMoving = (tick: number) => ends.findIndex((end) => tick <= end) % 2 === 0;
    const ticks = ends[ends.length - 1] + 40 * patchTicks;
    const ways = [1000];
    for (let tick = 1; tick < ticks; tick++) ways.push(ways[tick - 1] + (isMoving(tick) ? SPEED : 0));
    const frames = ride({
      at: (tick) => ways[tick],
      isSent: (tick) => (tick / patchTicks + phase) % farUpdates === 0,
      farUpdates,
      ticks,
      patchTicks,
    });
    const what = `moves ${moves}, phase ${phase}`;
    expect(Math.min(...steps(frames)), what).toBeGreaterThanOrEqual(0);
    // At first the playhead still finds its pace.
    expect(Math.max(...steps(from(frames, 20 * patchTicks))), what).toBeLessThan(1.7);
    expect(frames.at(-1)?.x, what).toBeCloseTo(ways[ticks - 1], 6);
    return frames;
  }

  test("that has stood since it came is seen to set out without a jerk, and arrives, in every phase", () => {
    for (const phase of phases) {
      for (let stood = 40; stood < 40 + farUpdates; stood++) {
        for (const moved of [1, 2, 3, 5]) expectEvenness([0, stood, moved], phase);
      }
    }
  });

  test("that has set out is not seen to stand again while it moves, nor later than its turns are apart", () => {
    for (const phase of phases) {
      for (const moves of [
        [0, 40, 60],
        [30, 10, 60],
        [30, 11, 60],
        [30, 12, 60],
        [30, 13, 60],
      ]) {
        const start = moves[0] + moves[1];
        const frames = expectEvenness(moves, phase).filter(({ at }) => at > start && at < start + 60);
        const moving = frames.filter(({ x }) => x > frames[0].x);
        expect(Math.min(...steps(moving))).toBeGreaterThan(0.05);
        for (const { x, at } of frames) expect(at - start - (x - frames[0].x) / SPEED).toBeLessThan(farUpdates + 1.5);
      }
    }
  });

  test("that stops and goes is seen to do so without a jerk, and arrives, in every phase", () => {
    for (const phase of phases) {
      for (let stood = 1; stood <= 3 * farUpdates; stood++) {
        for (const moved of [1, 2, 3, 5, 8, 13]) expectEvenness([30, stood, moved, stood, moved, stood, moved], phase);
      }
    }
  });

  test("is seen so also when patches come every second tick alone", () => {
    for (const phase of phases) {
      for (let stood = 1; stood <= 6 * farUpdates; stood++) expectEvenness([100, stood, 10, stood, 10], phase, 2);
    }
  });

  test("that moves and stands for any times is seen without a jerk", () => {
    const times = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(times, fc.nat(farUpdates - 1), (moves, phase) => {
        expectEvenness([30, ...moves], phase);
      }),
      { numRuns: 200 },
    );
  });
});

test.each([2, 4])("one that stops, and waits %i patches for its turn, comes to stand where it is", (farUpdates) => {
  const at = (tick: number) => 1000 + SPEED * Math.min(tick, 50);
  const frames = ride({ at, isSent: (tick) => tick % farUpdates === 0, farUpdates });
  expect(frames.at(-1)?.x).toBe(at(120));
  for (const step of steps(from(frames, 20))) {
    expect(step).toBeGreaterThanOrEqual(0);
    expect(step).toBeLessThan(1.7);
  }
});

test("own cells are known as of the newest patch and the one before, also while they stand", () => {
  const interpolation = createInterpolation();
  let told: OwnCell | undefined;
  for (let tick = 0; tick < 30; tick++) {
    const x = 1000 + SPEED * Math.min(tick, 20);
    interpolation.record(tick, tick * TICK_MILLISECONDS, POSITION_UNIT, new Map([["1", body(x)]]), 4);
    interpolation.visible(tick * TICK_MILLISECONDS + 1, OWN, ([cell]) => {
      told = cell;
      return [];
    });
    const before = Math.max(0, tick - 1);
    expect(told?.newest).toEqual({ tick, x, y: 0, radius: 32 });
    expect(told?.before).toEqual({ tick: before, x: 1000 + SPEED * Math.min(before, 20), y: 0, radius: 32 });
  }
});
