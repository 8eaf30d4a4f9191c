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

/** Where the body is seen, frame by frame, and at which tick each frame is. */
function ride({ at, isSent, farUpdates, ticks = 120, patchTicks = 1 }: Ride): { x: number; at: number }[] {
  const interpolation = createInterpolation();
  const frames: { x: number; at: number }[] = [];
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

test.each([1, 2, 4])(
  "one that stood is seen to set out as soon, and as evenly, whatever far ones do (%i)",
  (farUpdates) => {
    const at = (tick: number) => 1000 + SPEED * Math.max(0, tick - 50);
    const seen = ride({ at, isSent: () => true, farUpdates });
    const atOnce = ride({ at, isSent: () => true, farUpdates: 1 });
    for (const [i, { x }] of seen.entries()) expect(x).toBeCloseTo(atOnce[i].x, 6);
  },
);

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
