/**
 * The sweep of Witkin and Baraff: every body has an interval, with a begin marker and an end marker. A pass over all markers
 * in order, begins before ends at the same place, keeps the set of the bodies whose interval it is in: each body overlaps,
 * along the axis, just those that are in the set when it begins.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownInt32 } from "../../grow.ts";
import type { BroadPhaseCounters } from "../broad-phase.ts";
import type { PairList } from "../pair-list.ts";

/** What a sweep needs, kept from one to the next. */
interface MarkerSweep {
  /** The slots by where their intervals begin, and by where they end: the begin and end markers. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  /** The set, still bodies apart from movers; and by slot where in it the body stands. */
  readonly activeMovers: Int32Array;
  readonly activeStills: Int32Array;
  readonly places: Int32Array;
}

/** @param capacity slots are below this */
export function createMarkerSweep(capacity: number): MarkerSweep {
  return {
    begins: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    activeMovers: new Int32Array(capacity),
    activeStills: new Int32Array(capacity),
    places: new Int32Array(capacity),
  };
}

/**
 * Replaces what `into` holds by the pairs whose intervals overlap and whose boxes do, one at least a mover; counts box tests,
 * as many as intervals that overlap. Two still bodies are not compared.
 *
 * @param sweep its markers sorted: `begins` by `min`, `ends` by `max`
 * @param count how many bodies
 * @param min by slot: where the interval begins
 * @param max by slot: where it ends
 */
export function sweepMarkers(
  { begins, ends, activeMovers, activeStills, places }: MarkerSweep,
  count: number,
  min: Float32Array,
  max: Float32Array,
  bodies: BodyStore,
  into: PairList,
  counters: BroadPhaseCounters,
): void {
  const { still } = bodies;
  let movers = 0;
  let stills = 0;
  let tests = 0;
  let nextEnd = 0;
  into.count = 0;
  for (let nextBegin = 0; nextBegin < count; nextBegin++) {
    const slot = begins[nextBegin];
    const from = min[slot];
    while (max[ends[nextEnd]] < from) {
      const ended = ends[nextEnd++];
      const place = places[ended];
      // The last one of the set takes its place.
      if (still[ended] === 1) {
        const last = activeStills[--stills];
        activeStills[place] = last;
        places[last] = place;
      } else {
        const last = activeMovers[--movers];
        activeMovers[place] = last;
        places[last] = place;
      }
    }
    testAgainst(slot, activeMovers, movers, bodies, into);
    tests += movers;
    if (still[slot] === 1) {
      places[slot] = stills;
      activeStills[stills++] = slot;
    } else {
      testAgainst(slot, activeStills, stills, bodies, into);
      tests += stills;
      places[slot] = movers;
      activeMovers[movers++] = slot;
    }
  }
  counters.boxTests = tests;
  counters.axisOverlaps = tests;
}

/** Appends the pairs of a body with those of the first `count` in `others` whose boxes overlap its box. */
function testAgainst(slot: number, others: Int32Array, count: number, { boxes }: BodyStore, into: PairList): void {
  if (count === 0) return;
  const { minX, minY, maxX, maxY } = boxes;
  const left = minX[slot];
  const top = minY[slot];
  const right = maxX[slot];
  const bottom = maxY[slot];
  let pairs = into.count;
  const a = grownInt32(into.a, pairs + count);
  const b = grownInt32(into.b, pairs + count);
  for (let i = 0; i < count; i++) {
    const other = others[i];
    if (minX[other] > right || maxX[other] < left || minY[other] > bottom || maxY[other] < top) continue;
    a[pairs] = slot;
    b[pairs++] = other;
  }
  into.a = a;
  into.b = b;
  into.count = pairs;
}
