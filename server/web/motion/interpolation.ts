/**
 * Smooth motion between patches: what the arena looked like a moment ago, at any fraction of a tick.
 *
 * Each body keeps its last few samples (track.ts); the playhead (playhead.ts) says where between them to look. A body shows itself once
 * the playhead has reached its first sample and stays until it has reached the patch in which it was missing; one that a
 * larger cell covered then was eaten, and shrinks into that cell. Cost: one sample a body and patch, one blend a body and frame.
 */
import { BodyKind, RADIUS_UNIT } from "../../../shared/state.ts";
import { createPlayhead } from "./playhead.ts";
import { addSample, createTrack, type Patch, place, SAMPLES, type Track } from "./track.ts";

/** Ticks in which an eaten body shrinks to nothing. */
const SHRINK_TICKS = 3;
/** Ticks after which a body that left is certainly no longer drawn. */
const KEEP_TICKS = SAMPLES + SHRINK_TICKS;

/** A body as the state has it, in the state's steps (see shared/state.ts). */
export interface SyncedBody {
  x: number;
  y: number;
  radius: number;
  kind: number;
  color: number;
  owner: number;
}

/** What holds the bodies of a patch: the state's map, or any Map. */
export interface SyncedBodies {
  forEach(visit: (body: SyncedBody, key: string) => void): void;
}

/** Where a body is and how large, in u. */
export interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** A body as it is to be drawn. */
export interface VisibleBody extends Circle {
  kind: number;
  color: number;
  owner: number;
}

/** A body as a patch had it. */
export interface Sample extends Circle {
  tick: number;
}

/** One of the player's own cells: what is drawn, and the newest two patches that had it (the same twice for a new one). */
export interface OwnCell {
  readonly visible: VisibleBody;
  readonly newest: Readonly<Sample>;
  readonly before: Readonly<Sample>;
}

export interface Interpolation {
  /** Takes in the patch of `tick`, arrived at `now` (milliseconds); `positionUnit` and `farUpdates` are those of the state. */
  record(tick: number, now: number, positionUnit: number, bodies: SyncedBodies, farUpdates?: number): void;
  /** The body of this key as it was last drawn. */
  placeOf(key: string): Readonly<VisibleBody> | undefined;
  /**
   * The bodies to draw at `now` (milliseconds). The array and what is in it are valid until the next call. Cells of the player
   * `own` come and go with the newest patch, and `adjust` may move them from where they were to where they will be by now; what it
   * gives is drawn too.
   */
  visible(
    now: number,
    own?: number,
    adjust?: (cells: readonly OwnCell[], present: number) => readonly VisibleBody[],
  ): readonly VisibleBody[];
  /** Length of a tick as the patches come, in milliseconds. */
  readonly tickMilliseconds: number;
}

export function createInterpolation(): Interpolation {
  const playhead = createPlayhead();
  const tracks = new Map<string, Track>();
  let leaving: Track[] = [];
  const drawn: VisibleBody[] = [];
  const ownCells: Track[] = [];
  const cells: Track[] = [];
  const patch: Patch = { number: 0, tick: Number.NaN, previousTick: Number.NaN, turnTick: Number.NaN, farUpdates: 1 };
  /** The ticks of the last patches, back to the last turn of what is far and due in the newest. */
  const turn: number[] = [];
  let position = Number.NaN;

  function retire(key: string, track: Track, tick: number): void {
    tracks.delete(key);
    track.removedTick = tick;
    leaving.push(track);
  }

  return {
    get tickMilliseconds() {
      return playhead.tickMilliseconds;
    },
    record(tick, now, positionUnit, bodies, farUpdates = 1) {
      playhead.arrived(tick, now);
      if (tick !== patch.tick) {
        patch.previousTick = patch.tick;
        patch.number++;
        turn.push(tick);
        while (turn.length > farUpdates + 1) turn.shift();
        patch.turnTick = turn[0];
      }
      patch.tick = tick;
      patch.farUpdates = farUpdates;
      bodies.forEach((body, key) => {
        let track = tracks.get(key);
        // After a reconnection a key may have passed to another body without a patch that lacked it.
        if (track && !isSameBody(track.visible, body)) {
          retire(key, track, tick);
          track = undefined;
        }
        if (!track) {
          track = createTrack(body);
          tracks.set(key, track);
        }
        addSample(track, patch, body.x * positionUnit, body.y * positionUnit, body.radius * RADIUS_UNIT);
      });
      const leftBefore = leaving.length;
      cells.length = 0;
      for (const [key, track] of tracks) {
        if (track.lastTick !== tick) retire(key, track, tick);
        else if (track.visible.kind === BodyKind.cell) cells.push(track);
      }
      for (let i = leftBefore; i < leaving.length; i++) leaving[i].eater = findEater(leaving[i], cells);
      // A page in the background draws nothing, and would keep them for ever.
      if (leaving.length > 0 && leaving[0].removedTick < tick - KEEP_TICKS) {
        leaving = leaving.filter(({ removedTick }) => removedTick >= tick - KEEP_TICKS);
      }
    },
    placeOf: (key) => tracks.get(key)?.visible,
    visible(now, own = 0, adjust) {
      const before = position;
      position = playhead.at(now);
      const advanced = position - before;
      drawn.length = 0;
      ownCells.length = 0;
      for (const track of tracks.values()) {
        const isOwn = own !== 0 && track.visible.owner === own && track.visible.kind === BodyKind.cell;
        if (isOwn) ownCells.push(track);
        if (place(track, position, advanced) || isOwn) drawn.push(track.visible);
      }
      if (adjust && ownCells.length > 0) {
        for (const body of adjust(ownCells, playhead.present(now))) drawn.push(body);
      }
      leaving = leaving.filter((track) => position < track.removedTick + (track.eater ? SHRINK_TICKS : 0));
      for (const track of leaving) {
        // What the player's own cells take in, and they themselves, are gone as soon as the page knows.
        if (own !== 0 && (track.eater?.visible.owner === own || track.visible.owner === own)) {
          track.removedTick = Math.min(track.removedTick, position);
        }
        if (!place(track, position, advanced)) continue;
        if (track.eater && position > track.removedTick) shrinkInto(track, track.eater.visible, position);
        drawn.push(track.visible);
      }
      return drawn;
    },
  };
}

function isSameBody(visible: VisibleBody, body: SyncedBody): boolean {
  return visible.kind === body.kind && visible.owner === body.owner && visible.color === body.color;
}

/** The largest cell whose circle holds the centre of the body that is gone. */
function findEater(gone: Track, cells: readonly Track[]): Track | undefined {
  const { x, y, radius } = gone.newest;
  let eater: Track | undefined;
  let eaterRadius = radius;
  for (const track of cells) {
    const cell = track.newest;
    if (cell.radius > eaterRadius && Math.hypot(cell.x - x, cell.y - y) < cell.radius) {
      eater = track;
      eaterRadius = cell.radius;
    }
  }
  return eater;
}

function shrinkInto(track: Track, eater: VisibleBody, position: number): void {
  const share = Math.min((position - track.removedTick) / SHRINK_TICKS, 1);
  const { visible } = track;
  visible.x += (eater.x - visible.x) * share;
  visible.y += (eater.y - visible.y) * share;
  visible.radius *= 1 - share;
}
