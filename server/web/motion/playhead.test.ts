import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TICK_MILLISECONDS } from "../../../shared/formulas.ts";
import { createPlayhead } from "./playhead.ts";

const FRAME = 1000 / 60;

/** Plays `ticks` patches that arrive at `arrivalOf(tick)` (milliseconds), frame by frame; gives the distance behind at each. */
function play(ticks: number, arrivalOf: (tick: number) => number) {
  const playhead = createPlayhead();
  const frames: { now: number; position: number; newest: number }[] = [];
  let newest = -1;
  for (let now = arrivalOf(0); now < arrivalOf(ticks - 1); now += FRAME) {
    while (newest + 1 < ticks && arrivalOf(newest + 1) <= now) playhead.arrived(++newest, arrivalOf(newest));
    frames.push({ now, position: playhead.at(now), newest });
  }
  return frames;
}

describe("playhead", () => {
  test("knows no place before the first patch", () => {
    expect(createPlayhead().at(100)).toBeNaN();
  });

  test("even patches are played at their own pace, little more than a tick behind the newest at most", () => {
    const frames = play(100, (tick) => tick * TICK_MILLISECONDS).slice(60);
    for (let i = 1; i < frames.length; i++) {
      const speed = (frames[i].position - frames[i - 1].position) / (FRAME / TICK_MILLISECONDS);
      expect(speed).toBeCloseTo(1, 1);
      const behind = frames[i].newest - frames[i].position;
      expect(behind).toBeGreaterThan(0.2);
      expect(behind).toBeLessThan(1.5);
    }
  });

  test("follows a server at half speed without running out of patches", () => {
    const frames = play(200, (tick) => tick * TICK_MILLISECONDS * 2).slice(-200);
    for (const { position, newest } of frames) expect(newest - position).toBeGreaterThan(0.4);
  });

  test("a server that sends every second tick is played as evenly, a tick later", () => {
    const playhead = createPlayhead();
    let next = 0;
    const steps: number[] = [];
    let last = Number.NaN;
    for (let now = 0; now < 6000; now += FRAME) {
      for (; next * TICK_MILLISECONDS <= now; next += 2) playhead.arrived(next, next * TICK_MILLISECONDS);
      const position = playhead.at(now);
      if (now > 3000) {
        steps.push(position - last);
        // Always a patch on either side.
        expect(next - 2 - position).toBeGreaterThan(0);
        expect(next - 2 - position).toBeLessThan(3);
      }
      last = position;
    }
    for (const step of steps) expect(step).toBeCloseTo(FRAME / TICK_MILLISECONDS, 1);
  });

  test("keeps its distance small on a good line, larger on a bad one, and comes back", () => {
    const playhead = createPlayhead();
    let now = 0;
    let tick = 0;
    const run = (ticks: number, jitter: number) => {
      for (let i = 0; i < ticks; i++, tick++) {
        now = tick * TICK_MILLISECONDS + (tick % 4 === 0 ? jitter : 0);
        playhead.arrived(tick, now);
      }
      return playhead.delay;
    };
    const good = run(100, 0);
    const bad = run(100, 100);
    expect(good).toBeLessThan(1.5);
    expect(bad).toBeGreaterThan(good + 1);
    expect(run(400, 0)).toBeLessThan(good + 0.3);
  });

  test("a burst after a stall is not a jump", () => {
    const stall = (tick: number) => (tick > 50 && tick <= 54 ? 54 : tick) * TICK_MILLISECONDS;
    const frames = play(120, stall);
    for (let i = 1; i < frames.length; i++) {
      expect(frames[i].position - frames[i - 1].position).toBeLessThan(1);
      expect(frames[i].position).toBeGreaterThanOrEqual(frames[i - 1].position);
    }
  });

  test("runs forward and never past the newest patch, whatever the jitter", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { minLength: 20, maxLength: 80 }),
        (jitter) => {
          const arrivals: number[] = [];
          // A stream keeps its order: a late patch holds up those behind it.
          for (const [tick, late] of jitter.entries()) {
            arrivals.push(Math.max(tick * TICK_MILLISECONDS + late, arrivals.at(-1) ?? 0));
          }
          let last = Number.NEGATIVE_INFINITY;
          for (const { position, newest } of play(arrivals.length, (tick) => arrivals[tick])) {
            expect(position).toBeGreaterThanOrEqual(last);
            expect(position).toBeLessThanOrEqual(newest);
            last = position;
          }
        },
      ),
    );
  });

  test("jumps after a long sleep, and when the stream begins anew", () => {
    const playhead = createPlayhead();
    playhead.arrived(0, 0);
    playhead.at(0);
    playhead.arrived(5000, 200_000);
    expect(playhead.at(200_000)).toBeCloseTo(5000, -1);
    playhead.arrived(3, 201_000);
    expect(playhead.at(201_000)).toBeLessThanOrEqual(3);
  });
});
