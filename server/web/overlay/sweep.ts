/** What the lists of an inspection tell: along which axis each is sorted, and whom a body is therefore compared with. */
import type { Inspection } from "../../../shared/inspection.ts";

export type Axis = "x" | "y";

/** Where each body of an inspection stands in its lists, by key. */
export type PlaceOfKey = ReadonlyMap<number, number>;

type Boxes = Pick<Inspection, "x" | "y" | "halfWidth" | "halfHeight" | "still">;

/** Lists of so many bodies are sorted by chance too often to tell anything. */
export const TOO_SHORT = 3;
/** A list counts as sorted with up to this share of neighbours out of order: boxes are told in whole u. */
const DISORDER = 0.05;

export function placesOf({ keys }: Pick<Inspection, "keys">): PlaceOfKey {
  return new Map(keys.map((key, place) => [key, place]));
}

/** The axis along which a list is sorted by where its boxes begin; undefined for one that is not, or that is too short to tell. */
export function sweptAxis(places: readonly number[], boxes: Boxes): Axis | undefined {
  if (places.length < TOO_SHORT) return undefined;
  const { x, y, halfWidth, halfHeight } = boxes;
  let offX = 0;
  let offY = 0;
  for (let i = 1; i < places.length; i++) {
    const [before, place] = [places[i - 1], places[i]];
    // One u of rounding for the middle and one for the half size are no disorder.
    if (x[before] - halfWidth[before] > x[place] - halfWidth[place] + 2) offX++;
    if (y[before] - halfHeight[before] > y[place] - halfHeight[place] + 2) offY++;
  }
  const allowed = (places.length - 1) * DISORDER;
  if (Math.min(offX, offY) > allowed) return undefined;
  return offX <= offY ? "x" : "y";
}

/** What a list costs and gives. */
export interface ListFigures {
  readonly axis: Axis | undefined;
  /** All pairs in it, those that are compared, and those of them whose boxes overlap. */
  readonly pairs: number;
  readonly tests: number;
  readonly overlaps: number;
}

/** @param axis along which it is swept; undefined where all are compared with all */
export function figuresOf(places: readonly number[], boxes: Boxes, axis: Axis | undefined): ListFigures {
  let tests = 0;
  let overlaps = 0;
  for (let i = 1; i < places.length; i++) {
    for (let j = 0; j < i; j++) {
      if (!isCompared(axis, places[i], places[j], boxes)) continue;
      tests++;
      if (overlapsOn("x", places[i], places[j], boxes) && overlapsOn("y", places[i], places[j], boxes)) overlaps++;
    }
  }
  return { axis, pairs: (places.length * (places.length - 1)) / 2, tests, overlaps };
}

/** Whether two bodies of a list are compared: those that overlap along the axis, unless both are at rest. */
export function isCompared(axis: Axis | undefined, one: number, other: number, boxes: Boxes): boolean {
  if (boxes.still[one] === 1 && boxes.still[other] === 1) return false;
  return axis === undefined || overlapsOn(axis, one, other, boxes);
}

function overlapsOn(axis: Axis, one: number, other: number, boxes: Boxes): boolean {
  if (axis === "x") return Math.abs(boxes.x[one] - boxes.x[other]) <= boxes.halfWidth[one] + boxes.halfWidth[other];
  return Math.abs(boxes.y[one] - boxes.y[other]) <= boxes.halfHeight[one] + boxes.halfHeight[other];
}

/** A list of an inspection. */
export interface ListedRegion {
  readonly index: number;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** The bodies of its list, in order, by place; those that are not shown left out. */
  readonly places: readonly number[];
}

export function regionsOf(inspection: Inspection, placeOfKey: PlaceOfKey): ListedRegion[] {
  const { regionBounds, regionSizes, regionKeys } = inspection;
  const regions: ListedRegion[] = [];
  let at = 0;
  for (let index = 0; index < regionSizes.length; index++) {
    const places: number[] = [];
    for (const end = at + regionSizes[index]; at < end; at++) {
      const place = placeOfKey.get(regionKeys[at]);
      if (place !== undefined) places.push(place);
    }
    const [minX, minY, maxX, maxY] = regionBounds.slice(4 * index);
    regions.push({ index, minX, minY, maxX, maxY, places });
  }
  return regions;
}

/** The smallest region that holds the point (u). */
export function regionAt(regions: readonly ListedRegion[], x: number, y: number): ListedRegion | undefined {
  let best: ListedRegion | undefined;
  let bestArea = Infinity;
  for (const region of regions) {
    if (x < region.minX || x > region.maxX || y < region.minY || y > region.maxY) continue;
    const area = (region.maxX - region.minX) * (region.maxY - region.minY);
    if (area >= bestArea) continue;
    best = region;
    bestArea = area;
  }
  return best;
}

/** The places of those that a body shares a list with, and of them those that it is compared with. */
export function partnersOf(
  place: number,
  regions: readonly ListedRegion[],
  boxes: Boxes,
  axisOf: (region: ListedRegion) => Axis | undefined,
): { listed: Set<number>; compared: Set<number> } {
  const listed = new Set<number>();
  const compared = new Set<number>();
  for (const region of regions) {
    if (!region.places.includes(place)) continue;
    const axis = axisOf(region);
    for (const other of region.places) {
      if (other === place) continue;
      listed.add(other);
      if (isCompared(axis, place, other, boxes)) compared.add(other);
    }
  }
  return { listed, compared };
}
