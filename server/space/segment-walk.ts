/**
 * Finds the bodies that a long, thin cast may meet, from its start on, so that a cast for the closest can stop early.
 *
 * Idea: the segment is cut into pieces a few bodies long. The first area is none: it gives the bodies that changed since the
 * last step, wherever they are. Then each piece in turn gives those whose box overlaps the rectangle about it, but not that
 * about the piece before. The rectangles go one way on either axis, so the ones that a box overlaps are consecutive, and each
 * body is met once. Where the segment is outside the bounds, where few bodies are, one piece does.
 *
 * Cost: a query a piece, of which there are MAX_PIECES at most, and the bodies in the pieces' rectangles.
 */
import type { BodyStore } from "./bodies.ts";
import type { BroadPhase } from "./broadphase/broad-phase.ts";
import type { SlotList } from "./broadphase/slot-list.ts";
import { appendChanged, findNewcomers, ROUNDING } from "./candidates.ts";
import type { Rectangle } from "./rectangle.ts";
import { copyRectangle, createNowhere, setNowhere } from "./rectangle.ts";

/** How long a piece is, in sides of the square that a body has to itself in the mean. */
const PIECE_LENGTH = 8;
const MAX_PIECES = 1024;

/** The part of a piece by which a hit must come before its end to be known as the closest: more than rounding could move it. */
const PIECE_MARGIN = 0.01;

/** A walk along a segment, and where it has come to. One object is used again and again. */
export interface SegmentWalk {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  /** Of the circle that goes along the segment, and with room for rounding: what lies within `reach` of the segment is met too. */
  radius: number;
  reach: number;
  /** The parts of the segment at which it comes into the bounds and leaves them, from 0 to 1. */
  entry: number;
  exit: number;
  /** Pieces between those two; one more comes before them and one after. */
  pieces: number;
  /** The piece that comes next, 0 for the one before `entry`; −1 for the bodies that changed. */
  next: number;
  /** The parts of the segment at which the current piece begins and ends. */
  start: number;
  end: number;
  /** A hit before this part of the segment comes before every hit of a body not yet given. */
  settled: number;
  /** The least part of the segment at which a body is known to be met, Infinity for none: once it is settled the walk ends. */
  closest: number;
  /** The rectangle about the current piece, and about the one before. */
  readonly area: Rectangle;
  readonly before: Rectangle;
}

export function createSegmentWalk(): SegmentWalk {
  // NaN, so that V8 keeps these fields as floats from the start.
  const unset = Number.NaN;
  return {
    fromX: unset,
    fromY: unset,
    toX: unset,
    toY: unset,
    radius: unset,
    reach: unset,
    entry: unset,
    exit: unset,
    start: unset,
    end: unset,
    settled: unset,
    closest: unset,
    pieces: 0,
    next: 0,
    area: createNowhere(),
    before: createNowhere(),
  };
}

/** Starts at (fromX, fromY), with no bodies given; then each `advance` gives some. */
export function startWalk(
  walk: SegmentWalk,
  given: SlotList,
  bodies: BodyStore,
  bounds: Rectangle,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  radius: number,
): void {
  walk.fromX = fromX;
  walk.fromY = fromY;
  walk.toX = toX;
  walk.toY = toY;
  walk.radius = radius;
  const farthest = Math.max(Math.abs(fromX), Math.abs(fromY), Math.abs(toX), Math.abs(toY));
  walk.reach = radius + ROUNDING * (farthest + radius);
  clipToBounds(walk, bounds);
  const length = Math.sqrt((toX - fromX) ** 2 + (toY - fromY) ** 2) * (walk.exit - walk.entry);
  const area = (bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY);
  const pieceLength = Math.max(PIECE_LENGTH * Math.sqrt(area / Math.max(1, bodies.count)), 2 * radius);
  walk.pieces = Math.max(1, Math.min(MAX_PIECES, Math.ceil(length / pieceLength)));
  walk.next = -1;
  walk.end = 0;
  walk.settled = 0;
  walk.closest = Number.POSITIVE_INFINITY;
  setNowhere(walk.area);
  given.count = 0;
}

/**
 * Replaces what `into` holds by the next bodies, and sets `settled`.
 *
 * @returns false when there are no more, or none that could be met before `closest`
 */
export function advance(walk: SegmentWalk, bodies: BodyStore, broadPhase: BroadPhase, into: SlotList): boolean {
  if (walk.next < 0) {
    walk.next = 0;
    into.count = 0;
    appendChanged(bodies, into);
    return true;
  }
  do {
    if (walk.end === 1 || walk.closest < walk.settled) return false;
    walk.start = walk.end;
    const piece = walk.next++;
    if (piece < walk.pieces) walk.end = walk.entry + (walk.exit - walk.entry) * (piece / walk.pieces);
    else walk.end = piece === walk.pieces ? walk.exit : 1;
  } while (walk.start === walk.end);
  copyRectangle(walk.area, walk.before);
  setArea(walk);
  findNewcomers(bodies, broadPhase, walk.area, walk.before, into);
  dropAside(walk, bodies, into);
  walk.settled = walk.end - PIECE_MARGIN * (walk.end - walk.start);
  return true;
}

/**
 * Drops the bodies whose box lies wholly on one side of the segment's line and out of reach: most of those that a rectangle
 * about a slanting piece holds. Boxes are as of the last step, so this is for bodies that have not changed since.
 */
function dropAside({ fromX, fromY, toX, toY, reach }: SegmentWalk, { boxes }: BodyStore, into: SlotList): void {
  const { minX, minY, maxX, maxY } = boxes;
  const { slots, count } = into;
  const dx = toX - fromX;
  const dy = toY - fromY;
  // Lengths across the line are all multiplied by the segment's length.
  const sizeX = (Math.abs(dy) / 2) * (1 + ROUNDING);
  const sizeY = (Math.abs(dx) / 2) * (1 + ROUNDING);
  const across = reach * Math.sqrt(dx * dx + dy * dy);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const centerX = (minX[slot] + maxX[slot]) / 2 - fromX;
    const centerY = (minY[slot] + maxY[slot]) / 2 - fromY;
    const aside = Math.abs(dx * centerY - dy * centerX);
    const size = (maxX[slot] - minX[slot]) * sizeX + (maxY[slot] - minY[slot]) * sizeY;
    if (aside <= size + across) slots[kept++] = slot;
  }
  into.count = kept;
}

/** Sets the rectangle about the current piece. Its corners go one way as `start` and `end` do, rounding included. */
function setArea({ fromX, fromY, toX, toY, start, end, reach, area }: SegmentWalk): void {
  const startX = fromX + (toX - fromX) * start;
  const startY = fromY + (toY - fromY) * start;
  const endX = fromX + (toX - fromX) * end;
  const endY = fromY + (toY - fromY) * end;
  area.minX = Math.min(startX, endX) - reach;
  area.minY = Math.min(startY, endY) - reach;
  area.maxX = Math.max(startX, endX) + reach;
  area.maxY = Math.max(startY, endY) + reach;
}

/** Sets `entry` and `exit`: the whole segment where it does not meet the bounds. */
function clipToBounds(walk: SegmentWalk, { minX, minY, maxX, maxY }: Rectangle): void {
  const { fromX, fromY, reach } = walk;
  walk.entry = 0;
  walk.exit = 1;
  clip(walk, fromX, walk.toX, minX - reach, maxX + reach);
  clip(walk, fromY, walk.toY, minY - reach, maxY + reach);
  if (walk.entry < walk.exit) return;
  walk.entry = 0;
  walk.exit = 1;
}

function clip(walk: SegmentWalk, from: number, to: number, min: number, max: number): void {
  const delta = to - from;
  if (delta === 0) return;
  const first = (delta > 0 ? min - from : max - from) / delta;
  const last = (delta > 0 ? max - from : min - from) / delta;
  if (first > walk.entry) walk.entry = first;
  if (last < walk.exit) walk.exit = last;
}
