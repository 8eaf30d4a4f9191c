/** One list of the broad phase from close by: its boxes in the list's order, and who overlaps whom along the swept axis. */
import { wordsFor } from "./algorithms.ts";
import type { Colors } from "./colors.ts";
import { fitted, make, show } from "./dom.ts";
import type { Picture } from "./picture.ts";
import { type Axis, figuresOf, isCompared, type ListedRegion } from "./sweep.ts";
import { whole } from "./words.ts";

export interface ListView {
  readonly element: HTMLElement;
  draw(picture: Picture, region: ListedRegion | undefined, place: number | undefined): void;
}

/** Bars are as high as fits, within these (CSS pixels). */
const BAR_MOST = 10;
const BAR_LEAST = 1;
/** Longer lists are not counted pair by pair. */
const MOST_COUNTED = 600;

export function createListView(colors: Colors): ListView {
  const canvas = make("canvas", "graph list");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "The boxes of one list, each as a bar along the swept axis, in the list's order");
  const words = make("p", "words");
  return {
    element: make("div", "list-view", canvas, words),
    draw(picture, region, place) {
      if (canvas.clientWidth === 0) return;
      const { context, width, height } = fitted(canvas);
      if (!region || region.places.length === 0) {
        show(words, "No list here: this place is empty.");
        return;
      }
      const axis = picture.axes[region.index];
      show(words, sentenceFor(picture, region, axis));
      drawBars(context, width, height, picture, region, axis, place, colors);
    },
  };
}

function sentenceFor({ inspection, regions }: Picture, region: ListedRegion, axis: Axis | undefined): string {
  const { length } = region.places;
  const which = regions.length === 1 ? "The one list holds" : "This list holds";
  const bodies = `${which} ${whole(length)} ${length === 1 ? "body" : "bodies"}`;
  if (length === 1) return `${bodies}: nothing to compare.`;
  const pairs = (length * (length - 1)) / 2;
  if (length > MOST_COUNTED) return `${bodies}, which make ${whole(pairs)} pairs.`;
  const { tests, overlaps } = figuresOf(region.places, inspection, axis);
  const found = `${whole(overlaps)} ${overlaps === 1 ? "pair overlaps" : "pairs overlap"}`;
  if (tests === 0) return `${bodies}, of which none is compared with another.`;
  if (axis === undefined) return `${bodies}: ${whole(tests)} of ${whole(pairs)} pairs are compared, and ${found}.`;
  const along = `${bodies}, which make ${whole(pairs)} pairs. Along ${axis} only ${whole(tests)} of them overlap`;
  if (wordsFor(inspection.algorithm)?.lists !== "kept") return `${along} and are compared, and ${found}.`;
  return `${along}, and ${found}. Compared are those alone whose edges have passed each other since the tick before.`;
}

function drawBars(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  { inspection, x, y }: Picture,
  region: ListedRegion,
  axis: Axis | undefined,
  place: number | undefined,
  colors: Colors,
): void {
  const alongX = axis !== "y";
  const middle = alongX ? x : y;
  const half = alongX ? inspection.halfWidth : inspection.halfHeight;
  const { places } = region;
  let [low, high] = [Infinity, -Infinity];
  for (const each of places) {
    low = Math.min(low, middle[each] - half[each]);
    high = Math.max(high, middle[each] + half[each]);
  }
  const scale = width / Math.max(high - low, 1);
  const pitch = Math.min(BAR_MOST + 2, height / places.length);
  const bar = Math.max(BAR_LEAST, Math.min(BAR_MOST, pitch * 0.75));
  if (place !== undefined && places.includes(place) && axis !== undefined) {
    context.fillStyle = colors.test;
    context.globalAlpha = 0.16;
    context.fillRect((middle[place] - half[place] - low) * scale, 0, 2 * half[place] * scale, height);
    context.globalAlpha = 1;
  }
  for (const [row, each] of places.entries()) {
    const isTested = place !== undefined && each !== place && isCompared(axis, place, each, inspection);
    context.fillStyle = each === place ? colors.text : isTested ? colors.test : colors.region;
    context.globalAlpha = place === undefined || each === place || isTested ? 1 : 0.45;
    const at = (middle[each] - half[each] - low) * scale;
    context.fillRect(at, row * pitch, Math.max(1.5, 2 * half[each] * scale), bar);
  }
  context.globalAlpha = 1;
}
