/**
 * Splits are seen at once. Before the server has heard of one, each cell that is to split is drawn as half of itself, and the
 * other half, which no patch has yet, shoots off ahead of it.
 *
 * When the answer comes, each new cell of the patch takes over from the nearest half foreseen, and goes on from where that was
 * drawn. A half that no patch brings in time was refused: it sinks back into its parent, which swells again. Cost: a step a
 * half and frame, for the few ticks until the answer.
 */
import {
  BOOST_DISTANCE,
  BOOST_SHARE,
  clampToBorder,
  MAX_CELLS,
  SPLIT_MIN_RADIUS,
  SPLIT_OFFSET,
  speedOf,
} from "../../../shared/formulas.ts";
import type { VisibleBody } from "./interpolation.ts";
import type { Border } from "./prediction.ts";

/** A patch this many ticks later than the one that should have had the answer, and still without it, means no. */
const PATIENCE_TICKS = 5;
/** A half whose answer is so many ticks overdue is forgotten: its player has died meanwhile, or the line was lost. */
const FORGET_TICKS = 25;
/** What was refused sinks into its parent with this time constant (milliseconds), and is gone below this radius (u). */
const SINK_MILLISECONDS = 70;
const SUNK_RADIUS = 2;
/** A new cell further than this (u) from a half is not that half. */
const MOST_DISTANCE = 400;

/** A cell on the screen that may split: one of a patch, or a half foreseen. */
export interface Divisible {
  readonly visible: VisibleBody;
  /** Splits of it that the server has not answered: each takes half of its mass. */
  unanswered: number;
}

/** The half of a split that no patch has yet. */
export interface Half extends Divisible {
  /** Its radius but for splits of its own, in u. */
  radius: number;
  /** Where it flies, a unit vector, and how far yet, in u. */
  directionX: number;
  directionY: number;
  boostLeft: number;
  parent: Divisible;
  /** The patch of this tick should have its cell. */
  answerTick: number;
  isRefused: boolean;
}

export interface SplitPrediction {
  /** The halves that are to be drawn; what is in it is valid until the next call. */
  readonly visible: readonly VisibleBody[];
  /** The player splits: each of `cells` and of the halves foreseen that is large enough, towards (aimX, aimY), in u. */
  split(cells: Iterable<Divisible>, aimX: number, aimY: number, answerTick: number): void;
  /** Takes out the half that a new cell at (x, y), in u, of a patch is; undefined where none is near. */
  claim(x: number, y: number, claimant: Divisible): Half | undefined;
  /**
   * Moves the halves on.
   *
   * @param elapsed milliseconds since the last call
   * @param newestTick that of the newest patch
   */
  advance(
    elapsed: number,
    tickMilliseconds: number,
    newestTick: number,
    aimX: number,
    aimY: number,
    border: Border,
  ): void;
}

/** Radius in u of what is left of `radius` after so many splits that are not answered yet. */
export function dividedRadius(radius: number, unanswered: number): number {
  return radius * Math.SQRT1_2 ** unanswered;
}

export function createSplitPrediction(): SplitPrediction {
  let halves: Half[] = [];
  const visible: VisibleBody[] = [];

  function divide(cell: Divisible, radius: number, aimX: number, aimY: number, answerTick: number): void {
    cell.unanswered++;
    const { x, y, kind, color, owner } = cell.visible;
    const distance = Math.hypot(aimX - x, aimY - y);
    // As on the server: to the right, when the pointer is in the middle of the cell.
    const directionX = distance > 0 ? (aimX - x) / distance : 1;
    const directionY = distance > 0 ? (aimY - y) / distance : 0;
    const half = dividedRadius(radius, 1);
    halves.push({
      visible: { x: x + SPLIT_OFFSET * directionX, y: y + SPLIT_OFFSET * directionY, radius: half, kind, color, owner },
      unanswered: 0,
      radius: half,
      directionX,
      directionY,
      boostLeft: BOOST_DISTANCE,
      parent: cell,
      answerTick: answerTick + PATIENCE_TICKS,
      isRefused: false,
    });
  }

  function fly(half: Half, ticks: number, aimX: number, aimY: number, border: Border): void {
    const body = half.visible;
    const rest = half.boostLeft * (1 - BOOST_SHARE) ** ticks;
    const boost = half.boostLeft - rest;
    half.boostLeft = rest;
    body.radius = dividedRadius(half.radius, half.unanswered);
    const distance = Math.hypot(aimX - body.x, aimY - body.y);
    const step = distance > 0 ? Math.min(speedOf(body.radius) * ticks, distance) / distance : 0;
    const x = body.x + (aimX - body.x) * step + boost * half.directionX;
    const y = body.y + (aimY - body.y) * step + boost * half.directionY;
    body.x = clampToBorder(x, body.radius, border.minX, border.maxX);
    body.y = clampToBorder(y, body.radius, border.minY, border.maxY);
  }

  function sink({ visible: body, parent }: Half, elapsed: number): void {
    const share = 1 - Math.exp(-elapsed / SINK_MILLISECONDS);
    body.x += (parent.visible.x - body.x) * share;
    body.y += (parent.visible.y - body.y) * share;
    body.radius *= 1 - share;
  }

  return {
    visible,
    split(cells, aimX, aimY, answerTick) {
      const whole = [...cells].map((cell) => ({ cell, radius: cell.visible.radius }));
      const flying = halves.filter(({ isRefused }) => !isRefused);
      for (const half of flying) whole.push({ cell: half, radius: half.visible.radius });
      let room = MAX_CELLS - whole.length;
      for (const { cell, radius } of whole) {
        if (radius < SPLIT_MIN_RADIUS || room <= 0) continue;
        room--;
        divide(cell, radius, aimX, aimY, answerTick);
      }
    },
    claim(x, y, claimant) {
      let nearest: Half | undefined;
      let least = MOST_DISTANCE;
      for (const half of halves) {
        const distance = Math.hypot(half.visible.x - x, half.visible.y - y);
        if (half.isRefused || distance > least) continue;
        nearest = half;
        least = distance;
      }
      if (!nearest) return undefined;
      nearest.parent.unanswered--;
      claimant.unanswered = nearest.unanswered;
      halves = halves.filter((half) => half !== nearest);
      for (const half of halves) if (half.parent === nearest) half.parent = claimant;
      return nearest;
    },
    advance(elapsed, tickMilliseconds, newestTick, aimX, aimY, border) {
      visible.length = 0;
      if (halves.length === 0) return;
      for (const half of halves) {
        if (!half.isRefused && newestTick >= half.answerTick) {
          half.isRefused = true;
          half.parent.unanswered--;
        }
        if (half.isRefused) sink(half, elapsed);
        else fly(half, elapsed / tickMilliseconds, aimX, aimY, border);
      }
      halves = halves.filter(
        (half) => newestTick < half.answerTick + FORGET_TICKS && (!half.isRefused || half.visible.radius > SUNK_RADIUS),
      );
      for (const half of halves) visible.push(half.visible);
    },
  };
}
