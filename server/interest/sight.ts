/** What all looks of one interest share: the bodies, and scratch that each look leaves as it found it. */
import type { BodyStore } from "../space/bodies.ts";
import type { KindTable } from "./kind-rules.ts";
import { createSightGrid, type SightGrid } from "./sight-grid.ts";

/** What it costs to send bodies, in bytes. */
export interface BodyBytes {
  /** By slot: what changed in the last tick; 0 for a body that did not change. */
  readonly changed: ArrayLike<number>;
  /** Most that the changes of a body can take: all of its fields. */
  readonly whole: number;
  /** A body that enters, all of its fields included. */
  readonly entry: number;
  /** A body that leaves. */
  readonly exit: number;
}

export interface Sight {
  readonly bodies: BodyStore;
  readonly grid: SightGrid;
  readonly kinds: KindTable;
  /** By slot; undefined when all bodies are of kind 0. */
  readonly kindOf: ArrayLike<number> | undefined;
  readonly bytes: BodyBytes | undefined;
  /** x1, y1, x2, y2 of each wall, in u. */
  readonly walls: ArrayLike<number>;
  /** Updates so far. */
  tick: number;
  /** By slot: the ids as of the last update. */
  readonly known: Int32Array;
  /** By slot: whether the viewer at hand saw it before or sees it now, by two marks that are new for each viewer. */
  readonly marks: Uint8Array;
  lastMark: number;
  /** By slot, scratch: the place of a body that the viewer at hand saw before in its list of those. */
  readonly placeOf: Int32Array;
}

export function createSight(
  bodies: BodyStore,
  kinds: KindTable,
  kindOf: ArrayLike<number> | undefined,
  bytes: BodyBytes | undefined,
  walls: ArrayLike<number>,
): Sight {
  const { capacity } = bodies;
  return {
    bodies,
    grid: createSightGrid(capacity),
    kinds,
    kindOf,
    bytes,
    walls,
    tick: 0,
    known: new Int32Array(capacity),
    placeOf: new Int32Array(capacity),
    marks: new Uint8Array(capacity),
    lastMark: 0,
  };
}

/** The row of the kind table for the body in `slot`. */
export function rowOf({ kindOf, kinds }: Sight, slot: number): number {
  const kind = kindOf === undefined ? 0 : kindOf[slot];
  return kind >= 0 && kind < kinds.plainRow ? kind : kinds.plainRow;
}

/** Notes which bodies there are now. */
export function noteBodies({ bodies, known }: Sight): void {
  const { ids, slotLimit } = bodies;
  for (let slot = 0; slot < slotLimit; slot++) known[slot] = ids[slot];
}

/** A mark that no slot has yet, for what was seen before; the one after it is for what is seen now. */
export function nextMark(sight: Sight): number {
  if (sight.lastMark >= 254) {
    sight.marks.fill(0);
    sight.lastMark = 0;
  }
  sight.lastMark += 2;
  return sight.lastMark - 1;
}
