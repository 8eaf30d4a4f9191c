/**
 * Own cells answer at once: instead of where the server had them a while ago, the page shows where they will be by the time
 * the server has heard of everything steered so far.
 *
 * It takes the newest patch, and moves each cell on by what was steered since the inputs that the patch already knew, at the
 * speed of its size, as the server will. What else the server does is met halfway: a boost goes on as it slows down, own cells
 * that did not overlap do not begin to, the border holds. Where the next patch disagrees, the difference fades away instead of
 * jumping. Splits are shown before any patch has them (split-prediction.ts). Cost: a step a cell and tick of lead, and a pair test
 * for few cells.
 */
import { BOOST_DISTANCE, BOOST_SHARE, clampToBorder, speedOf } from "../../../shared/formulas.ts";
import type { OwnCell, Sample, VisibleBody } from "./interpolation.ts";
import { createSplitPrediction, type Divisible, dividedRadius } from "./split-prediction.ts";

/** Ticks that are foreseen at most: beyond that a guess would be worse than none. */
const MOST_LEAD = 8;
/** A disagreement fades with this time constant (milliseconds); one larger than this (u) is shown at once. */
const FADE_MILLISECONDS = 90;
const MOST_ERROR = 400;
/** Own cells take on the size that they will have with this time constant (milliseconds). */
const SWELL_MILLISECONDS = 35;
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
  /** The player splits, towards what was steered to last. */
  split(): void;
  /**
   * Moves the visible bodies of `cells` to where they will be, with the size that they will have. Gives the cells that are to be
   * drawn too, though no patch has them yet.
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
  ): readonly VisibleBody[];
}

/** What a cell was foreseen from, its boost in that tick (u), and the disagreement that still fades. */
interface Guess extends Divisible {
  base: Sample;
  boostX: number;
  boostY: number;
  errorX: number;
  errorY: number;
  /** As it is drawn, in u. */
  radius: number;
}

export function createPrediction(): Prediction {
  const times = new Float64Array(HISTORY);
  const aimX = new Float64Array(HISTORY);
  const aimY = new Float64Array(HISTORY);
  let count = 0;
  let guesses = new Map<VisibleBody, Guess>();
  let kept = new Map<VisibleBody, Guess>();
  const splits = createSplitPrediction();
  let appliedAt = 0;
  /** The tick in which the server will know what is steered now. */
  let goal = 0;

  /** The index of what was steered to at `time`; the oldest that is remembered, for times before. */
  function steeredAt(time: number): number {
    let index = count - 1;
    const oldest = Math.max(0, count - HISTORY);
    while (index > oldest && times[index % HISTORY] > time) index--;
    return index % HISTORY;
  }

  /** Puts the cell where it will be, `lead` ticks after its patch, at `now`. */
  function foresee(guess: Guess, lead: number, now: number, tickMilliseconds: number): void {
    let { x, y } = guess.base;
    let { boostX, boostY } = guess;
    const speed = speedOf(dividedRadius(guess.base.radius, guess.unanswered));
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
    guess.visible.x = x;
    guess.visible.y = y;
  }

  /** Believes the newest patch, and makes up for the way from (x, y), where the cell was drawn, in a while. */
  function rebase(guess: Guess, newest: Sample, lead: number, now: number, tickMilliseconds: number): void {
    const { visible } = guess;
    const { x, y } = visible;
    guess.base = { ...newest };
    foresee(guess, lead, now, tickMilliseconds);
    guess.errorX += x - visible.x;
    guess.errorY += y - visible.y;
    if (Math.hypot(guess.errorX, guess.errorY) > MOST_ERROR) guess.errorX = guess.errorY = 0;
  }

  /** The first guess of a cell: from where the half was drawn that was foreseen for it, if one was. */
  function begin({ visible, newest, before }: OwnCell, now: number, tickMilliseconds: number): Guess {
    const { radius } = newest;
    const { x: boostX, y: boostY } = boostOf(newest, before, speedOf(radius));
    const base = { ...newest };
    const guess: Guess = { visible, unanswered: 0, base, boostX, boostY, errorX: 0, errorY: 0, radius };
    const lead = leadTo(goal, newest.tick);
    foresee(guess, lead, now, tickMilliseconds);
    const half = splits.claim(visible.x, visible.y, guess);
    if (!half) return guess;
    // A cell's first patch finds it after the first step of its boost.
    guess.boostX = BOOST_DISTANCE * BOOST_SHARE * half.directionX;
    guess.boostY = BOOST_DISTANCE * BOOST_SHARE * half.directionY;
    guess.radius = half.visible.radius;
    visible.x = half.visible.x;
    visible.y = half.visible.y;
    rebase(guess, newest, lead, now, tickMilliseconds);
    return guess;
  }

  return {
    steer(now, x, y) {
      times[count % HISTORY] = now;
      aimX[count % HISTORY] = x;
      aimY[count % HISTORY] = y;
      count++;
    },
    split() {
      const last = (count - 1) % HISTORY;
      if (count > 0) splits.split(guesses.values(), aimX[last], aimY[last], goal);
    },
    apply(cells, now, present, tickMilliseconds, roundTrip, border) {
      if (count === 0) return splits.visible;
      const elapsed = now - appliedAt;
      const fade = Math.exp(-elapsed / FADE_MILLISECONDS);
      const swell = 1 - Math.exp(-elapsed / SWELL_MILLISECONDS);
      appliedAt = now;
      goal = present + roundTrip / tickMilliseconds;
      let newestTick = 0;
      kept.clear();
      for (const cell of cells) {
        const { visible, newest, before } = cell;
        newestTick = Math.max(newestTick, newest.tick);
        let guess = guesses.get(visible);
        if (!guess) {
          guess = begin(cell, now, tickMilliseconds);
        } else if (guess.base.tick !== newest.tick) {
          foresee(guess, leadTo(goal, guess.base.tick), now, tickMilliseconds);
          const boost = boostOf(newest, before, speedOf(newest.radius));
          guess.boostX = boost.x;
          guess.boostY = boost.y;
          rebase(guess, newest, leadTo(goal, newest.tick), now, tickMilliseconds);
        }
        guess.errorX *= fade;
        guess.errorY *= fade;
        kept.set(visible, guess);
      }
      [guesses, kept] = [kept, guesses];
      const last = (count - 1) % HISTORY;
      splits.advance(elapsed, tickMilliseconds, newestTick, aimX[last], aimY[last], border);
      // Only now is known which of the splits are answered.
      for (const guess of guesses.values()) {
        const { visible, base } = guess;
        foresee(guess, leadTo(goal, base.tick), now, tickMilliseconds);
        visible.x += guess.errorX;
        visible.y += guess.errorY;
        guess.radius += (dividedRadius(base.radius, guess.unanswered) - guess.radius) * swell;
        visible.radius = guess.radius;
      }
      if (cells.length <= MOST_KEPT_APART) keepApart(cells);
      for (const { visible } of cells) {
        visible.x = clampToBorder(visible.x, visible.radius, border.minX, border.maxX);
        visible.y = clampToBorder(visible.y, visible.radius, border.minY, border.maxY);
      }
      return splits.visible;
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
