/** Draws what a broad phase looked at over a world: its lists, the sweep of each, pairs, and where a viewer looks. */
import type { InspectedArea } from "../../../shared/inspection.ts";
import type { Colors } from "./colors.ts";
import type { Focus, Picture } from "./picture.ts";
import type { Axis, ListedRegion } from "./sweep.ts";

export const LAYERS = ["regions", "sweeps", "pairs", "areas"] as const;
export type Layer = (typeof LAYERS)[number];
export type LayerChoice = Record<Layer, boolean>;

/** What part of the world is seen, as a camera has it: the middle in u, and CSS pixels to one u. */
export interface WorldView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Width and rows (CSS pixels) of the shadows that boxes throw on the swept axis. */
const SHADOW_PIXELS = 2;
const MOST_ROWS = 12;
/** Opacity of a list by its bodies: full lists are darker. */
const FULL_LIST = 40;
const FULL_OPACITY = 0.13;
/** More rings than this are the fainter, so as not to hide the balls. */
const FAINT_RINGS = 150;
const FULL_TURN = 2 * Math.PI;

/** Draws into a context whose units are CSS pixels of an area of this size. */
export function drawLayers(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  view: WorldView,
  picture: Picture,
  choice: LayerChoice,
  colors: Colors,
  focus: Focus,
): void {
  context.save();
  context.translate(size.width / 2 - view.x * view.zoom, size.height / 2 - view.y * view.zoom);
  context.scale(view.zoom, view.zoom);
  const pixel = 1 / view.zoom;
  if (choice.regions) drawRegions(context, picture, colors, pixel);
  if (focus.region && choice.regions) outline(context, focus.region, colors.region, 2 * pixel);
  if (choice.sweeps) {
    if (focus.place !== undefined) drawBand(context, picture, focus.place, colors);
    drawSweeps(context, picture, colors, pixel);
  }
  if (choice.areas) drawAreas(context, picture, colors, pixel);
  if (choice.pairs) drawPairs(context, picture, colors, pixel);
  if (focus.place !== undefined) drawFocus(context, picture, focus, colors, pixel);
  context.restore();
}

function drawRegions(context: CanvasRenderingContext2D, picture: Picture, colors: Colors, pixel: number): void {
  context.fillStyle = colors.region;
  for (const { minX, minY, maxX, maxY, places } of picture.regions) {
    context.globalAlpha = FULL_OPACITY * Math.min(1, places.length / FULL_LIST);
    context.fillRect(minX, minY, maxX - minX, maxY - minY);
  }
  context.globalAlpha = 0.55;
  context.beginPath();
  for (const { minX, minY, maxX, maxY } of picture.regions) context.rect(minX, minY, maxX - minX, maxY - minY);
  context.lineWidth = pixel;
  context.strokeStyle = colors.region;
  context.stroke();
  context.globalAlpha = 1;
}

function outline(context: CanvasRenderingContext2D, region: ListedRegion, color: string, width: number): void {
  const { minX, minY, maxX, maxY } = region;
  context.lineWidth = width;
  context.strokeStyle = color;
  context.strokeRect(minX + width / 2, minY + width / 2, maxX - minX - width, maxY - minY - width);
}

/**
 * The shadow of each box on the swept axis, along the region's lower or right edge. Shadows that overlap are stacked: each
 * two of a stack are a test.
 */
function drawSweeps(context: CanvasRenderingContext2D, picture: Picture, colors: Colors, pixel: number): void {
  context.beginPath();
  for (const region of picture.regions) {
    const axis = picture.axes[region.index];
    if (axis !== undefined && region.places.length > 1) addShadows(context, picture, region, axis, pixel);
  }
  context.lineWidth = (SHADOW_PIXELS - 0.5) * pixel;
  context.strokeStyle = colors.test;
  context.stroke();
}

function addShadows(
  context: CanvasRenderingContext2D,
  { inspection, x, y }: Picture,
  region: ListedRegion,
  axis: Axis,
  pixel: number,
): void {
  const alongX = axis === "x";
  const middle = alongX ? x : y;
  const half = alongX ? inspection.halfWidth : inspection.halfHeight;
  const low = alongX ? region.minX : region.minY;
  const high = alongX ? region.maxX : region.maxY;
  const edge = alongX ? region.maxY : region.maxX;
  const depth = alongX ? region.maxY - region.minY : region.maxX - region.minX;
  const rows = Math.max(1, Math.min(MOST_ROWS, Math.floor(depth / pixel / SHADOW_PIXELS / 3)));
  const ends: number[] = Array(rows).fill(-Infinity);
  for (const place of region.places) {
    const from = Math.max(middle[place] - half[place], low);
    const to = Math.min(middle[place] + half[place], high);
    if (from >= to) continue;
    let row = ends.findIndex((end) => end <= from);
    if (row < 0) row = rows - 1;
    ends[row] = to;
    const at = edge - (row + 0.5) * SHADOW_PIXELS * pixel;
    context.moveTo(alongX ? from : at, alongX ? at : from);
    context.lineTo(alongX ? to : at, alongX ? at : to);
  }
}

/** Across each list of the body, what overlaps it along the swept axis: whoever reaches into it is compared with it. */
function drawBand(context: CanvasRenderingContext2D, picture: Picture, place: number, colors: Colors): void {
  const { inspection, x, y } = picture;
  context.fillStyle = colors.test;
  context.globalAlpha = 0.16;
  for (const region of picture.regions) {
    const axis = picture.axes[region.index];
    if (axis === undefined || !region.places.includes(place)) continue;
    const { minX, minY, maxX, maxY } = region;
    if (axis === "x") {
      const from = Math.max(minX, x[place] - inspection.halfWidth[place]);
      const to = Math.min(maxX, x[place] + inspection.halfWidth[place]);
      context.fillRect(from, minY, Math.max(0, to - from), maxY - minY);
    } else {
      const from = Math.max(minY, y[place] - inspection.halfHeight[place]);
      const to = Math.min(maxY, y[place] + inspection.halfHeight[place]);
      context.fillRect(minX, from, maxX - minX, Math.max(0, to - from));
    }
  }
  context.globalAlpha = 1;
}

function drawPairs(context: CanvasRenderingContext2D, picture: Picture, colors: Colors, pixel: number): void {
  const { candidates, contacts } = picture.inspection;
  drawLinks(context, picture, candidates, colors.candidate, 1.5 * pixel);
  drawLinks(context, picture, contacts, colors.contact, 2.5 * pixel);
}

function drawLinks(
  context: CanvasRenderingContext2D,
  { placeOfKey, x, y }: Picture,
  keys: readonly number[],
  color: string,
  width: number,
): void {
  context.beginPath();
  for (let i = 0; i < keys.length; i += 2) {
    const one = placeOfKey.get(keys[i]);
    const other = placeOfKey.get(keys[i + 1]);
    if (one === undefined || other === undefined) continue;
    context.moveTo(x[one], y[one]);
    context.lineTo(x[other], y[other]);
  }
  context.lineWidth = width;
  context.lineCap = "round";
  context.strokeStyle = color;
  context.stroke();
}

function drawAreas(context: CanvasRenderingContext2D, { inspection }: Picture, colors: Colors, pixel: number): void {
  const { areas, leaveMargin } = inspection;
  context.strokeStyle = colors.view;
  context.lineWidth = 2 * pixel;
  context.beginPath();
  for (const area of areas) addArea(context, area, 0);
  context.stroke();
  if (leaveMargin === 0) return;
  context.beginPath();
  for (const area of areas) addArea(context, area, leaveMargin);
  context.lineWidth = 1.5 * pixel;
  context.setLineDash([6 * pixel, 5 * pixel]);
  context.stroke();
  context.setLineDash([]);
}

/** An area grown by `margin` u, as a path; see `InspectedArea`. */
function addArea(context: CanvasRenderingContext2D, area: InspectedArea, margin: number): void {
  const [x, y, first, second, angle] = area;
  if (area.length === 4) {
    const width = first + 2 * margin;
    const height = second + 2 * margin;
    context.roundRect(x - width / 2, y - height / 2, width, height, margin);
  } else if (area.length === 5) {
    context.moveTo(x, y);
    context.arc(x, y, first + margin, second - angle / 2, second + angle / 2);
    context.closePath();
  } else {
    context.moveTo(x + first + margin, y);
    context.arc(x, y, first + margin, 0, FULL_TURN);
  }
}

function drawFocus(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { place, listed, compared }: Focus,
  colors: Colors,
  pixel: number,
): void {
  if (place === undefined) return;
  const onlyListed = new Set([...listed].filter((each) => !compared.has(each)));
  context.globalAlpha = Math.min(1, FAINT_RINGS / listed.size);
  drawRings(context, picture, onlyListed, colors.region, 1.5 * pixel, pixel);
  context.globalAlpha = 1;
  drawRings(context, picture, compared, colors.test, 2 * pixel, pixel);
  drawRings(context, picture, [place], colors.text, 2.5 * pixel, pixel);
}

function drawRings(
  context: CanvasRenderingContext2D,
  { inspection, x, y }: Picture,
  places: Iterable<number>,
  color: string,
  width: number,
  pixel: number,
): void {
  context.beginPath();
  for (const place of places) {
    const radius = Math.max(inspection.halfWidth[place], inspection.halfHeight[place]) + 2 * pixel;
    context.moveTo(x[place] + radius, y[place]);
    context.arc(x[place], y[place], radius, 0, FULL_TURN);
  }
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
}
