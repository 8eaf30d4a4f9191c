/** The lists of what a viewer always sees: its own, then those of whom it follows, of whom that one follows, and so on. */
import { type BodyId, NO_BODY, slotOf } from "../space/space.ts";
import type { Sight } from "./sight.ts";
import type { ViewerState } from "./viewer.ts";

/** How many ids there are in the lists. */
export function alwaysSeenCount(viewer: ViewerState): number {
  let count = 0;
  for (let each: ViewerState | undefined = viewer; each !== undefined; each = each.following)
    count += listedCount(each);
  return count;
}

/** The id at a place of the lists, one behind the other. It may be gone, and may be in several. */
export function alwaysSeenId(viewer: ViewerState, place: number): BodyId {
  let left = place;
  for (let each: ViewerState | undefined = viewer; each !== undefined; each = each.following) {
    const count = listedCount(each);
    if (left < count) return listedId(each, left);
    left -= count;
  }
  return NO_BODY;
}

/** Whether the body is there, and was at the last update. */
export function isPresent({ bodies, known }: Sight, id: BodyId): boolean {
  const slot = slotOf(id);
  return id !== NO_BODY && known[slot] === id && bodies.ids[slot] === id;
}

function listedCount({ alwaysSeen }: ViewerState): number {
  let count = 0;
  for (let i = 0; i < alwaysSeen.length; i++) count += alwaysSeen[i].count;
  return count;
}

function listedId({ alwaysSeen }: ViewerState, place: number): BodyId {
  let left = place;
  let list = 0;
  while (left >= alwaysSeen[list].count) left -= alwaysSeen[list++].count;
  return alwaysSeen[list].ids[left];
}
