/**
 * One layer of still bodies: a grid of cells that is kept from step to step. A body is in one cell alone, that of its box's
 * centre, so who looks for bodies in an area looks `reach` further: half of the largest box of the layer.
 *
 * Cells stand row by row in one array, each with some holes behind its bodies, so that the cells from one column to another
 * are one piece to read; a hole holds a box that nothing overlaps. A removed body leaves a hole behind the others of its cell.
 * An added one takes a hole of its cell or, if there is none, of one near by: each cell between hands on one body. Where all
 * near by are full, it waits, and is swept with the movers until the layer is rebuilt: when many wait, or most places are
 * holes. So adding, removing and altering cost O(1) amortised wherever bodies are, and as long as as many come as go, and
 * spread alike, nothing is rebuilt.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownInt32 } from "../../grow.ts";
import type { Rectangle } from "../../rectangle.ts";
import { BOX_FLOATS, TAG_SLOT } from "./entry-lists.ts";
import { type Block, createBlock, growBlock, type Kernel } from "./kernel/kernel.ts";
import { cellOf } from "./strips.ts";

export interface StillLayer {
  /** Its number among the layers, from 1. */
  readonly number: number;
  /** Bodies in it. */
  count: number;
  /** Where the grid begins, in u; what lies beyond it belongs to the cells at the border. */
  minX: number;
  minY: number;
  columns: number;
  rows: number;
  columnsPerUnit: number;
  rowsPerUnit: number;
  /** How far a box reaches from its centre at most, in u, and a little more for rounding. */
  reachX: number;
  reachY: number;
  /** By cell, row × columns + column: where its places begin; those of the last cell end at starts[cells]. */
  readonly starts: Block;
  /** By cell: the bodies in it, which take the first of its places. */
  sizes: Int32Array;
  /** By place: the box, laid out as an entry's (entry-lists.ts). */
  readonly boxes: Block;
  /** By place: the tag of the body, which holds its slot, or HOLE. */
  readonly tags: Block;
  /** Places in all. */
  places: number;
  /** Cells that hold anything. */
  occupiedCells: number;
  /** Bodies that made room for others in this step. */
  shifts: number;
  /** Bodies that wait for the rebuild to get a place. */
  waiting: Int32Array;
  waitingCount: number;
  isToBeRebuilt: boolean;
  /** Whether its bodies are swept with the movers in this step, since there are few of them. */
  isSwept: boolean;
}

/** By slot: where still bodies stand. */
export interface StillPlaces {
  /** The number of the layer, or 0. */
  readonly layers: Int32Array;
  readonly cells: Int32Array;
  /** Where in the layer, or WAITING less where among those that wait. */
  readonly places: Int32Array;
}

export const HOLE = -1;
const WAITING = -1;
const BYTES = 4;

/** Bodies to a cell when built. */
const BODIES_PER_CELL = 2;
/** Height of a cell in widths: an area in few rows is read in few pieces. */
const CELL_ASPECT = 4;
/** Holes to a body when built, as a shift: one to four. */
const HOLES_SHIFT = 2;
const MIN_HOLES = 4;
/** How many cells away, either way, a hole is looked for. */
const MAX_DISTANCE = 16;
/** The layer is rebuilt when more than so many bodies wait, and one in this many. */
const MIN_WAITING = 16;
const WAITING_SHARE = 8;
/** A layer with fewer bodies than one to this many places is rebuilt smaller. */
const MAX_EMPTINESS = 8;
/** Beyond any rounding of the sums that place a box and an area in the grid: boxes are wider than 2^−23 of their coordinates. */
const REACH_MARGIN = 1 + 2 ** -20;

export function createStillLayer(kernel: Kernel, number: number): StillLayer {
  return {
    number,
    count: 0,
    minX: 0,
    minY: 0,
    columns: 1,
    rows: 1,
    columnsPerUnit: 0,
    rowsPerUnit: 0,
    reachX: 0,
    reachY: 0,
    starts: createBlock(kernel, 2 * BYTES),
    sizes: new Int32Array(1),
    boxes: createBlock(kernel, 0),
    tags: createBlock(kernel, 0),
    places: 0,
    occupiedCells: 0,
    shifts: 0,
    waiting: new Int32Array(0),
    waitingCount: 0,
    isToBeRebuilt: false,
    isSwept: false,
  };
}

/** The cell of a box's centre. */
export function cellOfStill(layer: StillLayer, { boxes }: BodyStore, slot: number): number {
  const x = (boxes.minX[slot] + boxes.maxX[slot]) * 0.5;
  const y = (boxes.minY[slot] + boxes.maxY[slot]) * 0.5;
  const column = cellOf(x, layer.minX, layer.columnsPerUnit, layer.columns);
  return cellOf(y, layer.minY, layer.rowsPerUnit, layer.rows) * layer.columns + column;
}

/** Makes the layer's reach long enough for a box. */
export function extendReach(layer: StillLayer, { boxes }: BodyStore, slot: number): void {
  const reachX = (boxes.maxX[slot] - boxes.minX[slot]) * 0.5 * REACH_MARGIN;
  const reachY = (boxes.maxY[slot] - boxes.minY[slot]) * 0.5 * REACH_MARGIN;
  if (reachX > layer.reachX) layer.reachX = reachX;
  if (reachY > layer.reachY) layer.reachY = reachY;
}

/** Gives a body a place in `cell`, whose box and class are still to be written, or lets it wait for one. */
export function takePlace(kernel: Kernel, layer: StillLayer, at: StillPlaces, slot: number, cell: number): void {
  layer.count++;
  at.cells[slot] = cell;
  if (layer.isToBeRebuilt || !makeHole(kernel, layer, at, cell)) {
    layer.waiting = grownInt32(layer.waiting, layer.waitingCount + 1);
    at.places[slot] = WAITING - layer.waitingCount;
    layer.waiting[layer.waitingCount++] = slot;
    if (layer.waitingCount > MIN_WAITING + layer.count / WAITING_SHARE) layer.isToBeRebuilt = true;
    return;
  }
  const { ints } = kernel;
  const { sizes } = layer;
  if (sizes[cell] === 0) layer.occupiedCells++;
  const place = ints[(layer.starts.at >> 2) + cell] + sizes[cell]++;
  ints[(layer.tags.at >> 2) + place] = slot;
  at.places[slot] = place;
}

/** Frees the place of a body, or lets it no longer wait. */
export function freePlace(kernel: Kernel, layer: StillLayer, at: StillPlaces, slot: number): void {
  const { ints, floats } = kernel;
  const { sizes, waiting } = layer;
  layer.count--;
  const place = at.places[slot];
  if (place < 0) {
    const lastWaiting = waiting[--layer.waitingCount];
    waiting[WAITING - place] = lastWaiting;
    at.places[lastWaiting] = place;
    return;
  }
  const cell = at.cells[slot];
  const last = ints[(layer.starts.at >> 2) + cell] + --sizes[cell];
  if (sizes[cell] === 0) layer.occupiedCells--;
  movePlace(kernel, layer, at, last, place);
  ints[(layer.tags.at >> 2) + last] = HOLE;
  floats[(layer.boxes.at >> 2) + last * BOX_FLOATS] = Number.POSITIVE_INFINITY;
  if (layer.count * MAX_EMPTINESS + MIN_HOLES < layer.places) layer.isToBeRebuilt = true;
}

/** Copies the body at the place `from` to the place `to`. */
function movePlace({ ints }: Kernel, layer: StillLayer, at: StillPlaces, from: number, to: number): void {
  const tags = layer.tags.at >> 2;
  const boxes = layer.boxes.at >> 2;
  const tag = ints[tags + from];
  ints[tags + to] = tag;
  at.places[tag & TAG_SLOT] = to;
  for (let lane = 0; lane < BOX_FLOATS; lane++) {
    ints[boxes + to * BOX_FLOATS + lane] = ints[boxes + from * BOX_FLOATS + lane];
  }
}

/** Sees to it that a cell has a hole, if there is one near by. @returns whether it has */
function makeHole(kernel: Kernel, layer: StillLayer, at: StillPlaces, cell: number): boolean {
  const cells = layer.columns * layer.rows;
  for (let distance = 0; distance <= MAX_DISTANCE; distance++) {
    if (cell + distance < cells && hasHole(kernel, layer, cell + distance)) {
      handOnFromAfter(kernel, layer, at, cell, cell + distance);
      layer.shifts += distance;
      return true;
    }
    if (cell - distance >= 0 && hasHole(kernel, layer, cell - distance)) {
      handOnFromBefore(kernel, layer, at, cell, cell - distance);
      layer.shifts += distance;
      return true;
    }
  }
  return false;
}

function hasHole({ ints }: Kernel, { starts, sizes }: StillLayer, cell: number): boolean {
  const start = (starts.at >> 2) + cell;
  return ints[start] + sizes[cell] < ints[start + 1];
}

/** Each cell after `cell`, up to the one with the hole, begins a place later: its first body goes behind its last. */
function handOnFromAfter(kernel: Kernel, layer: StillLayer, at: StillPlaces, cell: number, holed: number): void {
  const { ints } = kernel;
  const { sizes } = layer;
  const starts = layer.starts.at >> 2;
  for (let next = holed; next > cell; next--) {
    const start = ints[starts + next]++;
    if (sizes[next] > 0) movePlace(kernel, layer, at, start, start + sizes[next]);
  }
}

/** Each cell after the one with the hole, up to `cell`, begins a place earlier, where its last body goes. */
function handOnFromBefore(kernel: Kernel, layer: StillLayer, at: StillPlaces, cell: number, holed: number): void {
  const { ints } = kernel;
  const { sizes } = layer;
  const starts = layer.starts.at >> 2;
  for (let next = holed + 1; next <= cell; next++) {
    const start = --ints[starts + next];
    if (sizes[next] > 0) movePlace(kernel, layer, at, start + sizes[next], start);
  }
}

/** Fits the grid to the bodies that the layer holds, and gives each a place; their boxes and classes are still to be written. */
export function rebuildLayer(
  kernel: Kernel,
  layer: StillLayer,
  bodies: BodyStore,
  at: StillPlaces,
  bounds: Rectangle,
): void {
  const waiting = grownInt32(layer.waiting, layer.count);
  let count = layer.waitingCount;
  const oldTags = layer.tags.at >> 2;
  for (let place = 0; place < layer.places; place++) {
    const tag = kernel.ints[oldTags + place];
    if (tag !== HOLE) waiting[count++] = tag & TAG_SLOT;
  }
  layer.waiting = waiting;
  layer.waitingCount = 0;
  fitLayer(layer, bodies, waiting, count, bounds);

  const cells = layer.columns * layer.rows;
  const holes = (count >> HOLES_SHIFT) + MIN_HOLES;
  layer.places = count + holes;
  growBlock(kernel, layer.starts, (cells + 1) * BYTES);
  growBlock(kernel, layer.tags, layer.places * BYTES);
  growBlock(kernel, layer.boxes, layer.places * BOX_FLOATS * BYTES);
  layer.sizes = grownInt32(layer.sizes, cells);
  const { ints, floats } = kernel;
  const { sizes } = layer;
  const starts = layer.starts.at >> 2;
  const tags = layer.tags.at >> 2;
  const boxes = layer.boxes.at >> 2;
  ints.fill(HOLE, tags, tags + layer.places);
  floats.fill(Number.POSITIVE_INFINITY, boxes, boxes + layer.places * BOX_FLOATS);
  sizes.fill(0, 0, cells);
  for (let i = 0; i < count; i++) {
    const cell = cellOfStill(layer, bodies, waiting[i]);
    at.cells[waiting[i]] = cell;
    sizes[cell]++;
  }
  // Holes are spread evenly over the cells.
  let bodiesBefore = 0;
  for (let cell = 0; cell <= cells; cell++) {
    ints[starts + cell] = bodiesBefore + Math.floor((cell / cells) * holes);
    if (cell < cells) bodiesBefore += sizes[cell];
  }
  layer.occupiedCells = 0;
  sizes.fill(0, 0, cells);
  for (let i = 0; i < count; i++) {
    const slot = waiting[i];
    const cell = at.cells[slot];
    if (sizes[cell] === 0) layer.occupiedCells++;
    const place = ints[starts + cell] + sizes[cell]++;
    ints[tags + place] = slot;
    at.places[slot] = place;
  }
  layer.isToBeRebuilt = false;
}

/** Lays the grid over where the bodies are, within the bounds, and makes its cells as many as suit them. */
function fitLayer(layer: StillLayer, bodies: BodyStore, slots: Int32Array, count: number, bounds: Rectangle): void {
  const { minX, minY, maxX, maxY } = bodies.boxes;
  let left = bounds.maxX;
  let right = bounds.minX;
  let top = bounds.maxY;
  let bottom = bounds.minY;
  layer.reachX = 0;
  layer.reachY = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const x = (minX[slot] + maxX[slot]) * 0.5;
    const y = (minY[slot] + maxY[slot]) * 0.5;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    extendReach(layer, bodies, slot);
  }
  left = Math.max(left, bounds.minX);
  right = Math.min(right, bounds.maxX);
  top = Math.max(top, bounds.minY);
  bottom = Math.min(bottom, bounds.maxY);
  const width = Math.max(0, right - left);
  const height = Math.max(0, bottom - top);
  const cells = Math.max(1, count / BODIES_PER_CELL);
  // No smaller than half a body, either way.
  const mostColumns = width > layer.reachX ? Math.min(cells, width / layer.reachX) : 1;
  const mostRows = height > layer.reachY ? Math.min(cells, height / layer.reachY) : 1;
  const wantedColumns = height > 0 ? Math.sqrt((cells * CELL_ASPECT * width) / height) : mostColumns;
  let columns = Math.floor(Math.max(1, Math.min(mostColumns, wantedColumns)));
  const rows = Math.floor(Math.max(1, Math.min(mostRows, cells / columns)));
  // Where few rows will do there is room for more columns.
  columns = Math.floor(Math.max(columns, Math.min(mostColumns, cells / rows)));
  layer.columns = columns;
  layer.rows = rows;
  layer.minX = left;
  layer.minY = top;
  layer.columnsPerUnit = width > 0 ? columns / width : 0;
  layer.rowsPerUnit = height > 0 ? rows / height : 0;
}
