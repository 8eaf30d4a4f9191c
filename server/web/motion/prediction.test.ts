import { describe, expect, test } from "vitest";
import { BOOST_SHARE, speedOf, TICK_MILLISECONDS } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import type { OwnCell, Sample } from "./interpolation.ts";
import { createPrediction } from "./prediction.ts";

const FRAME = 1000 / 60;
const BORDER = { minX: 0, minY: 0, maxX: 10_000, maxY: 10_000 };

function ownCell(newest: Sample, before = newest): OwnCell & { newest: Sample; before: Sample } {
  const { x, y, radius } = newest;
  return { visible: { x, y, radius, kind: BodyKind.cell, color: 0, owner: 1 }, newest, before };
}

/**
 * A server that moves one cell as it is steered, `delay` (milliseconds) away in each direction, seen through a prediction at 60
 * frames a second. Gives where it was drawn, and where the server had it at that moment.
 */
function play(delay: number, seconds: number, aimAt: (now: number) => { x: number; y: number }) {
  const prediction = createPrediction();
  const sent: { at: number; x: number; y: number }[] = [];
  const world = { tick: 0, x: 5000, y: 5000, radius: 64 };
  const cell = ownCell({ ...world });
  const flying: { at: number; sample: Sample }[] = [];
  const frames: { now: number; x: number; y: number; serverX: number }[] = [];
  let nextTick = 0;
  for (let now = 0; now < seconds * 1000; now += FRAME) {
    sent.push({ at: now, ...aimAt(now) });
    for (; nextTick <= now; nextTick += TICK_MILLISECONDS) {
      const heard = sent.findLast(({ at }) => at + delay <= nextTick) ?? sent[0];
      const distance = Math.hypot(heard.x - world.x, heard.y - world.y);
      const step = distance > 0 ? Math.min(speedOf(world.radius), distance) / distance : 0;
      world.x += (heard.x - world.x) * step;
      world.y += (heard.y - world.y) * step;
      world.tick++;
      flying.push({ at: nextTick + delay, sample: { ...world } });
    }
    while (flying.length > 0 && flying[0].at <= now) {
      cell.before = cell.newest;
      cell.newest = (flying.shift() as { sample: Sample }).sample;
    }
    const { x, y } = aimAt(now);
    prediction.steer(now, x, y);
    const present = (now - delay) / TICK_MILLISECONDS + 1;
    prediction.apply([cell], now, present, TICK_MILLISECONDS, 2 * delay, BORDER);
    frames.push({ now, x: cell.visible.x, y: cell.visible.y, serverX: world.x });
  }
  return frames;
}

describe("prediction", () => {
  test.each([0, 40, 100])("a cell turns within two ticks of the hand, %i ms from the server", (delay) => {
    const turnAt = 1000;
    const frames = play(delay, 1.4, (now) => ({ x: now < turnAt ? 9000 : 1000, y: 5000 }));
    const turned = frames.findIndex(({ now, x }, i) => now > turnAt && x < frames[i - 1].x);
    expect(frames[turned].now - turnAt).toBeLessThan(2.5 * TICK_MILLISECONDS);
  });

  test("a steady way is smooth: no step is far from the others", () => {
    const frames = play(60, 2, () => ({ x: 9000, y: 5000 })).slice(60);
    const evenStep = (speedOf(64) * FRAME) / TICK_MILLISECONDS;
    for (let i = 1; i < frames.length; i++) {
      expect(frames[i].x - frames[i - 1].x).toBeGreaterThan(evenStep * 0.4);
      expect(frames[i].x - frames[i - 1].x).toBeLessThan(evenStep * 1.8);
    }
  });

  test("a cell comes to rest where it is steered to, as on the server", () => {
    const frames = play(60, 2, () => ({ x: 5200, y: 5000 }));
    const { x, y, serverX } = frames[frames.length - 1];
    expect(x).toBeCloseTo(5200, 0);
    expect(x).toBeCloseTo(serverX, 0);
    expect(y).toBeCloseTo(5000, 5);
  });

  test("without anything steered, cells stay where the patch has them", () => {
    const cell = ownCell({ tick: 3, x: 100, y: 200, radius: 32 });
    createPrediction().apply([cell], 0, 10, TICK_MILLISECONDS, 100, BORDER);
    expect(cell.visible).toMatchObject({ x: 100, y: 200 });
  });

  test("a boost goes on, slowing down", () => {
    const prediction = createPrediction();
    prediction.steer(0, 1000, 5000);
    const cell = ownCell({ tick: 10, x: 1000, y: 5000, radius: 60 }, { tick: 9, x: 920, y: 5000, radius: 60 });
    prediction.apply([cell], 40, 11, TICK_MILLISECONDS, 0, BORDER);
    const boost = 80 - speedOf(60);
    // It steers to where it is: only the boost moves it.
    expect(cell.visible.x).toBeCloseTo(1000 + boost * (1 - BOOST_SHARE), 5);
  });

  test("own cells that lay apart do not come to overlap, and the border holds", () => {
    const prediction = createPrediction();
    prediction.steer(0, 500, 500);
    const left = ownCell({ tick: 1, x: 440, y: 500, radius: 60 });
    const right = ownCell({ tick: 1, x: 560, y: 500, radius: 60 });
    const corner = ownCell({ tick: 1, x: 30, y: 30, radius: 60 });
    prediction.apply([left, right], 160, 5, TICK_MILLISECONDS, 0, BORDER);
    expect(right.visible.x - left.visible.x).toBeGreaterThanOrEqual(120 - 1e-9);
    prediction.steer(170, -5000, -5000);
    prediction.apply([corner], 330, 5, TICK_MILLISECONDS, 0, BORDER);
    expect(corner.visible).toMatchObject({ x: 30, y: 30 });
  });

  test("a patch that disagrees is no jump, and is believed soon", () => {
    const prediction = createPrediction();
    prediction.steer(0, 1000, 1000);
    const cell = ownCell({ tick: 1, x: 1000, y: 1000, radius: 60 });
    prediction.apply([cell], 0, 1, TICK_MILLISECONDS, 0, BORDER);
    cell.newest = { tick: 2, x: 1000, y: 1100, radius: 60 };
    cell.before = cell.newest;
    prediction.apply([cell], FRAME, 1.4, TICK_MILLISECONDS, 0, BORDER);
    expect(cell.visible.y).toBeLessThan(1030);
    let last = cell.visible.y;
    for (let now = 2 * FRAME; now < 600; now += FRAME) {
      prediction.apply([cell], now, 2, TICK_MILLISECONDS, 0, BORDER);
      expect(cell.visible.y).toBeGreaterThanOrEqual(last - 1e-9);
      last = cell.visible.y;
    }
    expect(last).toBeGreaterThan(1095);
  });
});
