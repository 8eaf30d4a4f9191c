/**
 * Own cells answer at once: instead of where the server had them a while ago, the page shows where they will be by the time
 * the server has heard of everything steered so far.
 *
 * It takes the newest patch, and moves each cell on by what was steered since the inputs that the patch already knew, at the
 * speed of its size, as the server will. What else the server does is met halfway: a boost goes on as it slows down, own cells
 * that did not overlap do not begin to, the border holds. Where the next patch disagrees, the difference fades away instead of
 * jumping. Cost: a step a cell and tick of lead, and a pair test for few cells.
 */
import { BOOST_SHARE, clampToBorder, speedOf } from "../../../shared/formulas.ts";
import type { Circle, OwnCell, Sample, VisibleBody } from "./interpolation.ts";

/** Ticks that are foreseen at most: beyond that a guess would be worse than none. */
const MOST_LEAD = 8;
/** A disagreement fades with this time constant (milliseconds); one larger than this (u) is shown at once. */
const FADE_MILLISECONDS = 90;
const MOST_ERROR = 400;
/** A cell this many times faster than it can steer has a boost. */
const BOOST_RATIO = 1.3;
/** With more own cells than this, they are not kept apart: hundreds are foreseen well enough as a heap. */
const MOST_KEPT_APART = 32;
/** Steered points remembered, one a frame. */
const HISTORY = 128;

/** Where the game is played, in u. */
export interface Border {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export interface Prediction {
  /** The player steers to (x, y), in u, from `now` (milliseconds) on. Times must not run backwards. */
  steer(now: number, x: number, y: number): void;
  /**
   * Moves the visible bodies of `cells` to where they will be.
   *
   * @param present the tick that the newest patches are at by now
   * @param tickMilliseconds length of a tick
   * @param roundTrip time (milliseconds) from an input to the first patch that knows it
   */
  apply(
    cells: readonly OwnCell[],
    now: number,
    present: number,
    tickMilliseconds: number,
    roundTrip: number,
    border: Border,
  ): void;
}

/** What a cell was foreseen from, and the disagreement that still fades. */
interface Guess {
  base: Sample;
  before: Sample;
  errorX: number;
  errorY: number;
}

export function createPrediction(): Prediction {
  const times = new Float64Array(HISTORY);
  const aimX = new Float64Array(HISTORY);
  const aimY = new Float64Array(HISTORY);
  let count = 0;
  let guesses = new Map<VisibleBody, Guess>();
  let kept = new Map<VisibleBody, Guess>();
  let appliedAt = 0;

  /** The index of what was steered to at `time`; the oldest that is remembered, for times before. */
  function steeredAt(time: number): number {
    let index = count - 1;
    const oldest = Math.max(0, count - HISTORY);
    while (index > oldest && times[index % HISTORY] > time) index--;
    return index % HISTORY;
  }

  /** `from` moved on by `lead` ticks that end at `now`, into `into`. */
  function foresee(
    from: Sample,
    before: Sample,
    lead: number,
    now: number,
    tickMilliseconds: number,
    into: Circle,
  ): void {
    let { x, y } = from;
    const speed = speedOf(from.radius);
    let { x: boostX, y: boostY } = boostOf(from, before, speed);
    for (let left = lead; left > 0; left -= 1) {
      const share = Math.min(left, 1);
      const aim = steeredAt(now - left * tickMilliseconds);
      const dx = aimX[aim] - x;
      const dy = aimY[aim] - y;
      const distance = Math.hypot(dx, dy);
      const step = distance > 0 ? (Math.min(speed, distance) / distance) * share : 0;
      boostX *= 1 - BOOST_SHARE;
      boostY *= 1 - BOOST_SHARE;
      x += dx * step + boostX * share;
      y += dy * step + boostY * share;
    }
    into.x = x;
    into.y = y;
  }

  return {
    steer(now, x, y) {
      times[count % HISTORY] = now;
      aimX[count % HISTORY] = x;
      aimY[count % HISTORY] = y;
      count++;
    },
    apply(cells, now, present, tickMilliseconds, roundTrip, border) {
      if (count === 0) return;
      const fade = Math.exp(-(now - appliedAt) / FADE_MILLISECONDS);
      appliedAt = now;
      const goal = present + roundTrip / tickMilliseconds;
      kept.clear();
      for (const { visible, newest, before } of cells) {
        let guess = guesses.get(visible);
        if (guess && guess.base.tick !== newest.tick) {
          foresee(guess.base, guess.before, leadTo(goal, guess.base.tick), now, tickMilliseconds, visible);
          const { x, y } = visible;
          foresee(newest, before, leadTo(goal, newest.tick), now, tickMilliseconds, visible);
          guess.errorX += x - visible.x;
          guess.errorY += y - visible.y;
          if (Math.hypot(guess.errorX, guess.errorY) > MOST_ERROR) guess.errorX = guess.errorY = 0;
          guess.base = { ...newest };
          guess.before = { ...before };
        } else if (!guess) {
          guess = { base: { ...newest }, before: { ...before }, errorX: 0, errorY: 0 };
        }
        guess.errorX *= fade;
        guess.errorY *= fade;
        kept.set(visible, guess);
        foresee(guess.base, guess.before, leadTo(goal, guess.base.tick), now, tickMilliseconds, visible);
        visible.x += guess.errorX;
        visible.y += guess.errorY;
      }
      [guesses, kept] = [kept, guesses];
      if (cells.length <= MOST_KEPT_APART) keepApart(cells);
      for (const { visible } of cells) {
        visible.x = clampToBorder(visible.x, visible.radius, border.minX, border.maxX);
        visible.y = clampToBorder(visible.y, visible.radius, border.minY, border.maxY);
      }
    },
  };
}

function leadTo(goal: number, tick: number): number {
  return Math.min(Math.max(goal - tick, 0), MOST_LEAD);
}

/** What a cell moved in its last tick beyond its steering, if that is a boost. */
function boostOf(newest: Sample, before: Sample, speed: number): { x: number; y: number } {
  const ticks = newest.tick - before.tick;
  if (ticks <= 0) return { x: 0, y: 0 };
  const dx = (newest.x - before.x) / ticks;
  const dy = (newest.y - before.y) / ticks;
  const moved = Math.hypot(dx, dy);
  if (moved <= speed * BOOST_RATIO) return { x: 0, y: 0 };
  const share = (moved - speed) / moved;
  return { x: dx * share, y: dy * share };
}

/** Own cells that lay apart in the newest patch stay apart: the smaller gives way more. */
function keepApart(cells: readonly OwnCell[]): void {
  for (let i = 1; i < cells.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = cells[i].visible;
      const b = cells[j].visible;
      const reach = a.radius + b.radius;
      const apartNow = Math.hypot(a.x - b.x, a.y - b.y);
      if (apartNow >= reach || apartNow === 0) continue;
      const one = cells[i].newest;
      const other = cells[j].newest;
      const apartThen = Math.hypot(one.x - other.x, one.y - other.y);
      const push = Math.min(reach, apartThen) - apartNow;
      if (push <= 0) continue;
      const massA = a.radius * a.radius;
      const massB = b.radius * b.radius;
      const shareA = massB / (massA + massB);
      const stepX = ((a.x - b.x) / apartNow) * push;
      const stepY = ((a.y - b.y) / apartNow) * push;
      a.x += stepX * shareA;
      a.y += stepY * shareA;
      b.x -= stepX * (1 - shareA);
      b.y -= stepY * (1 - shareA);
    }
  }
}
