/** Why a viewer sees a body, or does not. */
import type { Explanation } from "../../shared/explanation.ts";
import { slotOf } from "../space/bodies.ts";
import { distanceTo } from "../space/narrowphase/overlap.ts";
import { type BodyId, NO_BODY } from "../space/space.ts";
import { alwaysSeenCount, alwaysSeenId } from "./always-seen.ts";
import { overlapsArea } from "./area-tests.ts";
import { rowOf, type Sight } from "./sight.ts";
import { Refusal, sourceOf, type ViewerState } from "./viewer.ts";
import { findFocus } from "./wanted.ts";

const eye = new Float64Array(2);

export function explain(viewer: ViewerState, sight: Sight, id: BodyId): Explanation {
  const { bodies, known, kinds, tick } = sight;
  const slot = slotOf(id);
  const place = placeIn(viewer.seen.ids, viewer.seen.count, id);
  const isThere = id !== NO_BODY && bodies.ids[slot] === id;
  if (!isThere) return { seen: place >= 0, reason: "gone" };
  findFocus(viewer, eye);
  const distance = distanceTo(bodies, slot, eye[0], eye[1]);
  if (place >= 0) return { seen: true, distance, ...whySeen(viewer, sight, id, slot, place) };
  const refusal = placeIn(viewer.refused.ids, viewer.refused.count, id);
  if (refusal >= 0) {
    const why = viewer.refusedWhy[refusal];
    if (why === Refusal.cap) {
      return { seen: false, reason: "others of its kind are nearer", distance, most: kinds.most[rowOf(sight, slot)] };
    }
    if (why === Refusal.budget) {
      return { seen: false, reason: "waits for the budget", distance, waited: tick - viewer.refusedSince[refusal] + 1 };
    }
    return { seen: false, reason: "behind a wall", distance, wall: why - Refusal.firstWall };
  }
  const isNew = known[slot] !== id || !viewer.hasLooked;
  const isInside = sourceOf(viewer).areas.some((area) => overlapsArea(bodies, slot, area, 0));
  const moved = isInside ? "moved since the last update" : "outside the areas";
  return { seen: false, reason: isNew ? "not looked for yet" : moved, distance };
}

function whySeen(
  viewer: ViewerState,
  sight: Sight,
  id: BodyId,
  slot: number,
  place: number,
): Pick<Explanation, "reason" | "area" | "staysFor"> {
  const { bodies, kinds, tick } = sight;
  for (let i = 0; i < alwaysSeenCount(viewer); i++)
    if (alwaysSeenId(viewer, i) === id) return { reason: "always seen" };
  const { areas } = sourceOf(viewer);
  const area = areas.findIndex((each) => overlapsArea(bodies, slot, each, 0));
  if (area >= 0) return { reason: "in an area", area };
  const row = rowOf(sight, slot);
  const grown = areas.findIndex((each) => overlapsArea(bodies, slot, each, kinds.leaveMargin[row]));
  if (grown >= 0) return { reason: "within the margin to leave", area: grown };
  const staysFor = kinds.leastStay[row] - (tick - viewer.enteredAt[place]);
  // One that entered just now was in an area then.
  if (staysFor > 0 && viewer.enteredAt[place] < tick) return { reason: "least stay", staysFor };
  return { reason: "moved since the last update" };
}

function placeIn(ids: Int32Array, count: number, id: BodyId): number {
  const place = ids.indexOf(id);
  return place < count ? place : -1;
}
