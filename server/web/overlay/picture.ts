/** An inspection made ready to be drawn: its lists by place, and along which axis each is swept. */
import type { Inspection } from "../../../shared/inspection.ts";
import {
  type Axis,
  type ListedRegion,
  type PlaceOfKey,
  partnersOf,
  placesOf,
  regionAt,
  regionsOf,
  sweptAxis,
  TOO_SHORT,
} from "./sweep.ts";

export interface Picture {
  readonly inspection: Inspection;
  readonly placeOfKey: PlaceOfKey;
  readonly regions: readonly ListedRegion[];
  /** Of each region; those of lists too short to tell are as those of most others. */
  readonly axes: readonly (Axis | undefined)[];
  /** Where bodies are to be drawn, in u by place: where they were inspected, until told otherwise. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** What the pointer is on. */
export interface Focus {
  /** The place of a body, and whom it shares a list with, and of those whom it is compared with. */
  readonly place: number | undefined;
  readonly listed: ReadonlySet<number>;
  readonly compared: ReadonlySet<number>;
  readonly region: ListedRegion | undefined;
}

/** A pointer this near to a body's edge (CSS pixels) is on it. */
const NEAR_PIXELS = 6;

const NOBODY: ReadonlySet<number> = new Set();

/** @param isSwept whether the lists of this broad phase are swept along an axis at all */
export function createPicture(inspection: Inspection, isSwept: boolean): Picture {
  const placeOfKey = placesOf(inspection);
  const regions = regionsOf(inspection, placeOfKey);
  const told = regions.map(({ places }) => (isSwept ? sweptAxis(places, inspection) : undefined));
  const count = (axis: Axis) => told.filter((each) => each === axis).length;
  const usual: Axis = count("y") > count("x") ? "y" : "x";
  const isShort = (index: number) => regions[index].places.length < TOO_SHORT;
  const axes = told.map((axis, index) => (isSwept && isShort(index) ? usual : axis));
  return {
    inspection,
    placeOfKey,
    regions,
    axes,
    x: Float64Array.from(inspection.x),
    y: Float64Array.from(inspection.y),
  };
}

/** Follows the pointer from frame to frame. A body that it was put on keeps the focus, wherever it goes, until it is moved. */
export interface FocusFinder {
  /** @param point where it is, in u: another object each time that it is moved; undefined while it is elsewhere */
  find(picture: Picture, point: Readonly<{ x: number; y: number }> | undefined, zoom: number): Focus;
}

export function createFocusFinder(): FocusFinder {
  let pointed: Readonly<{ x: number; y: number }> | undefined;
  let kept: number | undefined;
  return {
    find(picture, point, zoom) {
      if (point !== pointed) kept = undefined;
      pointed = point;
      if (!point) return { place: undefined, listed: NOBODY, compared: NOBODY, region: busiest(picture.regions) };
      let place = kept === undefined ? undefined : picture.placeOfKey.get(kept);
      place ??= bodyAt(picture, point.x, point.y, NEAR_PIXELS / zoom);
      kept = place === undefined ? undefined : picture.inspection.keys[place];
      return focusOn(picture, place, point);
    },
  };
}

function focusOn(picture: Picture, place: number | undefined, point: Readonly<{ x: number; y: number }>): Focus {
  if (place === undefined) {
    return { place, listed: NOBODY, compared: NOBODY, region: regionAt(picture.regions, point.x, point.y) };
  }
  const lists = picture.regions.filter(({ places }) => places.includes(place));
  const region = regionAt(lists, picture.x[place], picture.y[place]) ?? lists[0];
  const { listed, compared } = partnersOf(
    place,
    picture.regions,
    picture.inspection,
    ({ index }) => picture.axes[index],
  );
  // A mover finds those at rest in lists that are not its own.
  for (const other of pairedWith(picture, picture.inspection.keys[place])) compared.add(other);
  return { place, listed, compared, region };
}

/** The places of those whose boxes overlap that of the body. */
function pairedWith({ inspection, placeOfKey }: Picture, key: number): number[] {
  const places: number[] = [];
  for (const keys of [inspection.candidates, inspection.contacts]) {
    for (let i = 0; i < keys.length; i += 2) {
      if (keys[i] !== key && keys[i + 1] !== key) continue;
      const place = placeOfKey.get(keys[i] === key ? keys[i + 1] : keys[i]);
      if (place !== undefined) places.push(place);
    }
  }
  return places;
}

/** The place of the body whose edge is nearest, `near` u away at most. */
function bodyAt({ inspection, x, y }: Picture, pointX: number, pointY: number, near: number): number | undefined {
  let best: number | undefined;
  let bestDistance = near;
  for (let place = 0; place < x.length; place++) {
    const distance = Math.hypot(x[place] - pointX, y[place] - pointY) - inspection.halfWidth[place];
    if (distance > bestDistance) continue;
    best = place;
    bestDistance = distance;
  }
  return best;
}

/** The list with the most bodies: what to show while the pointer is elsewhere. */
function busiest(regions: readonly ListedRegion[]): ListedRegion | undefined {
  let best: ListedRegion | undefined;
  for (const region of regions) if (region.places.length > (best?.places.length ?? 0)) best = region;
  return best;
}
