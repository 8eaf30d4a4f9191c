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
import { KEY_LIMIT } from "./box-key.ts";
import { TAG_SLOT } from "./entry-lists.ts";
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
  starts: Int32Array;
  /** By cell: the bodies in it, which take the first of its places. */
  sizes: Int32Array;
  /** By place: the box in keys, BOX_SIZE integers. */
  boxes: Int32Array;
  /** By place: the tag of the body, which holds its slot (entry-lists.ts), or HOLE. */
  tags: Int32Array;
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

/** A box: minX, maxX, minY, maxY. */
export const BOX_SIZE = 4;
export const HOLE = -1;
const WAITING = -1;

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

export function createStillLayer(number: number): StillLayer {
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
    starts: new Int32Array(2),
    sizes: new Int32Array(1),
    boxes: new Int32Array(0),
    tags: new Int32Array(0),
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
export function takePlace(layer: StillLayer, at: StillPlaces, slot: number, cell: number): void {
  layer.count++;
  at.cells[slot] = cell;
  if (layer.isToBeRebuilt || !makeHole(layer, at, cell)) {
    layer.waiting = grownInt32(layer.waiting, layer.waitingCount + 1);
    at.places[slot] = WAITING - layer.waitingCount;
    layer.waiting[layer.waitingCount++] = slot;
    if (layer.waitingCount > MIN_WAITING + layer.count / WAITING_SHARE) layer.isToBeRebuilt = true;
    return;
  }
  const { starts, sizes, tags } = layer;
  if (sizes[cell] === 0) layer.occupiedCells++;
  const place = starts[cell] + sizes[cell]++;
  tags[place] = slot;
  at.places[slot] = place;
}

/** Frees the place of a body, or lets it no longer wait. */
export function freePlace(layer: StillLayer, at: StillPlaces, slot: number): void {
  const { starts, sizes, tags, boxes, waiting } = layer;
  layer.count--;
  const place = at.places[slot];
  if (place < 0) {
    const lastWaiting = waiting[--layer.waitingCount];
    waiting[WAITING - place] = lastWaiting;
    at.places[lastWaiting] = place;
    return;
  }
  const cell = at.cells[slot];
  const last = starts[cell] + --sizes[cell];
  if (sizes[cell] === 0) layer.occupiedCells--;
  movePlace(layer, at, last, place);
  tags[last] = HOLE;
  boxes[last * BOX_SIZE] = KEY_LIMIT;
  if (layer.count * MAX_EMPTINESS + MIN_HOLES < layer.places) layer.isToBeRebuilt = true;
}

/** Copies the body at the place `from` to the place `to`. */
function movePlace({ tags, boxes }: StillLayer, at: StillPlaces, from: number, to: number): void {
  const tag = tags[from];
  tags[to] = tag;
  at.places[tag & TAG_SLOT] = to;
  for (let edge = 0; edge < BOX_SIZE; edge++) boxes[to * BOX_SIZE + edge] = boxes[from * BOX_SIZE + edge];
}

/** Sees to it that a cell has a hole, if there is one near by. @returns whether it has */
function makeHole(layer: StillLayer, at: StillPlaces, cell: number): boolean {
  const cells = layer.columns * layer.rows;
  for (let distance = 0; distance <= MAX_DISTANCE; distance++) {
    if (cell + distance < cells && hasHole(layer, cell + distance)) {
      handOnFromAfter(layer, at, cell, cell + distance);
      layer.shifts += distance;
      return true;
    }
    if (cell - distance >= 0 && hasHole(layer, cell - distance)) {
      handOnFromBefore(layer, at, cell, cell - distance);
      layer.shifts += distance;
      return true;
    }
  }
  return false;
}

function hasHole({ starts, sizes }: StillLayer, cell: number): boolean {
  return starts[cell] + sizes[cell] < starts[cell + 1];
}

/** Each cell after `cell`, up to the one with the hole, begins a place later: its first body goes behind its last. */
function handOnFromAfter(layer: StillLayer, at: StillPlaces, cell: number, holed: number): void {
  const { starts, sizes } = layer;
  for (let next = holed; next > cell; next--) {
    if (sizes[next] > 0) movePlace(layer, at, starts[next], starts[next] + sizes[next]);
    starts[next]++;
  }
}

/** Each cell after the one with the hole, up to `cell`, begins a place earlier, where its last body goes. */
function handOnFromBefore(layer: StillLayer, at: StillPlaces, cell: number, holed: number): void {
  const { starts, sizes } = layer;
  for (let next = holed + 1; next <= cell; next++) {
    starts[next]--;
    if (sizes[next] > 0) movePlace(layer, at, starts[next] + sizes[next], starts[next]);
  }
}

/** Fits the grid to the bodies that the layer holds, and gives each a place; their boxes and classes are still to be written. */
export function rebuildLayer(layer: StillLayer, bodies: BodyStore, at: StillPlaces, bounds: Rectangle): void {
  const waiting = grownInt32(layer.waiting, layer.count);
  let count = layer.waitingCount;
  for (let place = 0; place < layer.places; place++) {
    if (layer.tags[place] !== HOLE) waiting[count++] = layer.tags[place] & TAG_SLOT;
  }
  layer.waiting = waiting;
  layer.waitingCount = 0;
  fitLayer(layer, bodies, waiting, count, bounds);

  const cells = layer.columns * layer.rows;
  const holes = (count >> HOLES_SHIFT) + MIN_HOLES;
  layer.starts = grownInt32(layer.starts, cells + 1);
  layer.sizes = grownInt32(layer.sizes, cells);
  layer.tags = grownInt32(layer.tags, count + holes);
  layer.boxes = grownInt32(layer.boxes, (count + holes) * BOX_SIZE);
  const { starts, sizes, tags, boxes } = layer;
  layer.places = count + holes;
  tags.fill(HOLE, 0, layer.places);
  boxes.fill(KEY_LIMIT, 0, layer.places * BOX_SIZE);
  sizes.fill(0, 0, cells);
  for (let i = 0; i < count; i++) {
    const cell = cellOfStill(layer, bodies, waiting[i]);
    at.cells[waiting[i]] = cell;
    sizes[cell]++;
  }
  // Holes are spread evenly over the cells.
  let bodiesBefore = 0;
  for (let cell = 0; cell <= cells; cell++) {
    starts[cell] = bodiesBefore + Math.floor((cell / cells) * holes);
    if (cell < cells) bodiesBefore += sizes[cell];
  }
  layer.occupiedCells = 0;
  sizes.fill(0, 0, cells);
  for (let i = 0; i < count; i++) {
    const slot = waiting[i];
    const cell = at.cells[slot];
    if (sizes[cell] === 0) layer.occupiedCells++;
    const place = starts[cell] + sizes[cell]++;
    tags[place] = slot;
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
