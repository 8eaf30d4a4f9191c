import { type BodyId, type BodyStore, NO_BODY } from "./bodies.ts";
import type { BroadPhase, BroadPhaseInspection } from "./broadphase/broad-phase.ts";
import type { PairList } from "./broadphase/pair-list.ts";

/** What the last step looked at, as plain arrays and objects: for an overlay, and for tests. */
export interface SpaceInspection extends BroadPhaseInspection {
  /** [minX, minY, maxX, maxY] of each body, by id. One that was added or changed since the last step has none until the next. */
  readonly boxes: Readonly<Record<BodyId, readonly [number, number, number, number]>>;
  /** The ids of two bodies whose boxes overlapped in the last step, so that their shapes were tested; both are still there. */
  readonly pairs: readonly (readonly [BodyId, BodyId])[];
}

/** @param pairs those of the last step */
export function inspectSpace(bodies: BodyStore, broadPhase: BroadPhase, pairs: PairList): SpaceInspection {
  const { ids, isChanged, slotLimit, boxes } = bodies;
  const boxesById: Record<BodyId, readonly [number, number, number, number]> = {};
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY || isChanged[slot] === 1) continue;
    boxesById[ids[slot]] = [boxes.minX[slot], boxes.minY[slot], boxes.maxX[slot], boxes.maxY[slot]];
  }
  const pairsOfIds: [BodyId, BodyId][] = [];
  for (let i = 0; i < pairs.count; i++) {
    const a = ids[pairs.a[i]];
    const b = ids[pairs.b[i]];
    if (a !== NO_BODY && b !== NO_BODY) pairsOfIds.push([a, b]);
  }
  return { ...broadPhase.inspect(), boxes: boxesById, pairs: pairsOfIds };
}
