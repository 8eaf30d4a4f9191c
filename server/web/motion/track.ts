/**
 * One body's way through the last patches, and where on it the body is shown.
 *
 * A room may send bodies far from the middle of the view only once in so many patches, and a client cannot tell by a patch in
 * which a body is as it was whether it stood or its turn had not come. So a moving body has samples only where it changed, and
 * is shown in a time of its own: as far behind the playhead as its samples are apart beyond the patches themselves. That time
 * runs somewhat slower or faster than the playhead when a body comes to be far or near, but never leaps. A body that has not
 * changed for as many patches as a turn can take stands.
 *
 * When one that stood sets out, its first patch has a tick's motion if it is near, and if it is far up to as many as a turn
 * takes: to show those in one tick would be a jerk. Which of both it is, nobody can tell before the next patch. It is taken for
 * near if its last changes came in consecutive patches, and is shown to set out without delay; any other stays in its own time.
 * So only one that moved when it was near, and stood until it was far, is seen to jerk, once.
 */
import type { OwnCell, Sample, SyncedBody, VisibleBody } from "./interpolation.ts";

/** Samples kept of a body, one a tick at most: more than it is ever behind, 6.3 ticks with the playhead and, when load is shed, 6 of its own. */
export const SAMPLES = 16;
/** By which share a body's own time runs slower or faster than the playhead at most. */
const SLEW = 0.6;

export interface Track extends OwnCell {
  samples: Sample[];
  visible: VisibleBody;
  newest: Sample;
  before: Sample;
  /** The number of the patch that the last sample is of. */
  sampledPatch: number;
  /** Whether the last sample says where it still is. */
  isStanding: boolean;
  /** Whether its last changes came in consecutive patches. */
  isNear: boolean;
  /** How far its time is to be behind the playhead, and where it is, in ticks. The time is NaN before it is first shown. */
  lag: number;
  time: number;
  lastTick: number;
  /** The first tick in which it was missing; infinite while it is there. */
  removedTick: number;
  eater: Track | undefined;
}

/** A patch, among all. */
export interface Patch {
  /** From 1 on. */
  number: number;
  tick: number;
  /** The tick of the patch before. */
  previousTick: number;
  /** The tick of the patch in which what is far and due in this one was due last: with `farUpdates` 1, the one before. */
  turnTick: number;
  /** Far bodies come once in so many patches. */
  farUpdates: number;
}

export function createTrack({ kind, color, owner }: SyncedBody): Track {
  return {
    samples: [],
    visible: { x: 0, y: 0, radius: 0, kind, color, owner },
    newest: { tick: 0, x: 0, y: 0, radius: 0 },
    before: { tick: 0, x: 0, y: 0, radius: 0 },
    sampledPatch: 0,
    isStanding: false,
    isNear: false,
    lag: 0,
    time: Number.NaN,
    lastTick: -1,
    removedTick: Number.POSITIVE_INFINITY,
    eater: undefined,
  };
}

/** Takes in what a patch has of the body, in u. */
export function addSample(track: Track, patch: Readonly<Patch>, x: number, y: number, radius: number): void {
  const { samples, newest, before } = track;
  const { tick } = patch;
  if (samples.length === 0) {
    push(track, patch, x, y, radius);
    write(before, tick, x, y, radius);
  } else {
    const last = samples[samples.length - 1];
    // A full state of a tick that is known already takes the place of its patch.
    if (last.tick === tick) write(last, tick, x, y, radius);
    else follow(track, patch, x, y, radius);
    if (track.lastTick !== tick) {
      track.newest = before;
      track.before = newest;
    }
  }
  write(track.newest, tick, x, y, radius);
  track.lastTick = tick;
}

/** Takes in the next patch: whether the body has moved on, waits for its turn, or stands. */
function follow(track: Track, patch: Readonly<Patch>, x: number, y: number, radius: number): void {
  const last = track.samples[track.samples.length - 1];
  const { tick, previousTick } = patch;
  if (x !== last.x || y !== last.y || radius !== last.radius) {
    if (track.isStanding) setOut(track, patch);
    else {
      track.lag = Math.max(0, previousTick - last.tick);
      track.isNear = patch.number - track.sampledPatch <= 1;
    }
    push(track, patch, x, y, radius);
  } else if (patch.number - track.sampledPatch >= patch.farUpdates) {
    track.isStanding = true;
    if (track.isNear) track.lag = 0;
    push(track, patch, x, y, radius);
  } else if (!track.isStanding) {
    track.lag = Math.max(track.lag, tick - last.tick);
  }
}

/** The body stood until the patch before, or until its last turn. */
function setOut(track: Track, { previousTick, turnTick }: Readonly<Patch>): void {
  const { samples } = track;
  const last = samples[samples.length - 1];
  const start = track.isNear ? previousTick : turnTick;
  // Of the samples of a body that stands, the one before is a turn older.
  last.tick = start;
  track.time = Math.min(track.time, start);
  track.lag = previousTick - start;
  track.isStanding = false;
}

function push(
  track: Track,
  patch: Readonly<Patch>,
  x: number,
  y: number,
  radius: number,
  tick: number = patch.tick,
): void {
  const { samples } = track;
  const sample = (samples.length === SAMPLES ? samples.shift() : undefined) ?? { tick, x, y, radius };
  write(sample, tick, x, y, radius);
  samples.push(sample);
  track.sampledPatch = patch.number;
}

function write(sample: Sample, tick: number, x: number, y: number, radius: number): void {
  sample.tick = tick;
  sample.x = x;
  sample.y = y;
  sample.radius = radius;
}

/**
 * Puts the body where it was when the playhead, which has advanced by `advanced` since the last time, is at `position` (ticks),
 * or where it first appeared.
 *
 * @returns false while it has not appeared yet
 */
export function place(track: Track, position: number, advanced: number): boolean {
  const { samples, visible } = track;
  const time = timeOf(track, position, advanced);
  track.time = time;
  let after = samples.length - 1;
  while (after > 0 && samples[after - 1].tick >= time) after--;
  const next = samples[after];
  const before = samples[Math.max(0, after - 1)];
  const span = next.tick - before.tick;
  const share = span > 0 ? Math.min(Math.max((time - before.tick) / span, 0), 1) : 1;
  visible.x = before.x + (next.x - before.x) * share;
  visible.y = before.y + (next.y - before.y) * share;
  visible.radius = before.radius + (next.radius - before.radius) * share;
  return position >= samples[0].tick;
}

function timeOf({ samples, time, lag, isStanding }: Track, position: number, advanced: number): number {
  if (Number.isNaN(time) || !(advanced >= 0)) return position - lag;
  const even = time + advanced;
  const most = advanced * SLEW;
  const eased = even + Math.min(Math.max(position - lag - even, -most), most);
  // Past the last sample of one that moves, it would leap back onto its way when the next comes.
  return isStanding ? eased : Math.min(eased, samples[samples.length - 1].tick);
}
