import type { BodyId } from "../space/space.ts";
import { sourceOf, type ViewerState } from "./viewer.ts";

/** How many ids there are in the lists of what a viewer always sees, those of whom it follows included. */
export function alwaysSeenCount(viewer: ViewerState): number {
  const source = sourceOf(viewer);
  return listedCount(viewer) + (source === viewer ? 0 : listedCount(source));
}

/** The id at a place of those lists, one behind the other. It may be gone, and may be in several. */
export function alwaysSeenId(viewer: ViewerState, place: number): BodyId {
  const own = listedCount(viewer);
  return place < own ? listedId(viewer, place) : listedId(sourceOf(viewer), place - own);
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
