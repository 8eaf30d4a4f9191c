/**
 * Where the bodies are, for many rectangles asked at once.
 *
 * Requirement: every body whose shape overlaps or touches a rectangle, each once, at a few nanoseconds a body for hundreds of
 * rectangles a tick; as the bodies are now, whatever has changed since the space's last step.
 *
 * Idea: each body has an anchor, a point of its own shape, and stands in the one cell that its anchor is in. All ids lie in one
 * array, row of cells by row of cells. If an anchor's column and row are strictly between those of the rectangle's edges, then
 * the anchor is inside, and so the body is seen without being looked at: most of a row is copied as one run. Only the bodies in
 * the cells of the edges, and as far beyond as a body reaches from its anchor, are tested by their shapes. Bodies are in layers
 * by how far they reach, so that a giant does not widen everyone's edges; the cells of each suit the number of bodies in it.
 * The cells cover where nearly all bodies are; those beyond count as in the border cells, which are never taken unseen.
 *
 * Cost: three passes over the slots to build, once a tick; a rectangle costs its rows of cells, a test of each body about its
 * edges, and a copy of each id inside. A crowd much denser than the rest shares a few cells, and is tested one by one.
 */
import { type BodyStore, slotOf } from "../space/bodies.ts";
import { ROUNDING } from "../space/candidates.ts";
import { grownFloat64, grownInt32 } from "../space/grow.ts";
import { overlapsRectangle } from "../space/narrowphase/overlap.ts";
import { MAX_VERTICES, ShapeKind } from "../space/shapes.ts";
import type { IdList } from "../space/space.ts";

/** Bodies of which no one reaches farther than `reach` (u) from its anchor, on either axis. */
interface Layer {
  count: number;
  reach: number;
  columns: number;
  rows: number;
  columnsPerUnit: number;
  rowsPerUnit: number;
  /** Where its cells begin among those of all layers. */
  firstCell: number;
}

export interface SightGrid {
  /** In order of cells: ids, anchors, and the radii of circles; NOT_A_CIRCLE for the others. */
  ids: Int32Array;
  x: Float64Array;
  y: Float64Array;
  radius: Float64Array;
  /** Where each cell begins in those columns, and the last one ends. */
  starts: Int32Array;
  /** By slot. */
  readonly layerOf: Uint8Array;
  readonly cellOf: Int32Array;
  readonly layers: readonly Layer[];
  /** The corner of the cells, in u. */
  minX: number;
  minY: number;
  readonly sampleX: Float64Array;
  readonly sampleY: Float64Array;
}

/** minX, minY, maxX, maxY: in an array, since numbers given to a function that is not inlined would be allocated. */
type AskedRectangle = Float64Array;

const NOT_A_CIRCLE = -1;
const NO_LAYER = 255;
const LAYERS = 5;
/** By which factor a layer's bodies may reach farther than those of the layer below. */
const LAYER_FACTOR = 4;
const BODIES_PER_CELL = 1.5;
/** A cell is at least this part of its layer's reach wide: finer ones would only make more rows to walk. */
const LEAST_CELL = 0.5;
const SAMPLES = 256;
/** The part of the sample that may lie beyond the cells, on each side. */
const OUTLIERS = 0.02;
/** By which part of their size the cells reach beyond the sample that they cover. */
const BORDER = 0.04;
/** The longer side over the shorter, at most. */
const MAX_ASPECT = 64;
const LEAST_SIDE = 1e-9;

export function createSightGrid(capacity: number): SightGrid {
  const unset = Number.NaN;
  return {
    ids: new Int32Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    radius: new Float64Array(0),
    starts: new Int32Array(0),
    layerOf: new Uint8Array(capacity),
    cellOf: new Int32Array(capacity),
    layers: Array.from({ length: LAYERS }, () => ({
      count: 0,
      reach: unset,
      columns: 1,
      rows: 1,
      columnsPerUnit: unset,
      rowsPerUnit: unset,
      firstCell: 0,
    })),
    minX: unset,
    minY: unset,
    sampleX: new Float64Array(SAMPLES),
    sampleY: new Float64Array(SAMPLES),
  };
}

/** Takes in the bodies as they are now, of which `known` has the id: others are left out. */
export function buildSightGrid(grid: SightGrid, bodies: BodyStore, known: Int32Array): void {
  const { layerOf, cellOf, layers, sampleX, sampleY } = grid;
  const { ids, shape, radius, x, y, slotLimit, vertices } = bodies;

  // How large a world, as an outlier would not have it.
  const stride = Math.max(1, Math.ceil(bodies.count / SAMPLES));
  let samples = 0;
  let skip = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === 0) continue;
    if (skip-- > 0) continue;
    skip = stride - 1;
    sampleX[samples] = x[slot];
    sampleY[samples++] = y[slot];
  }
  sampleX.fill(Infinity, samples);
  sampleY.fill(Infinity, samples);
  sampleX.sort();
  sampleY.sort();
  const first = Math.floor(samples * OUTLIERS);
  const last = Math.max(first, samples - 1 - first);
  let width = samples === 0 ? 0 : sampleX[last] - sampleX[first];
  let height = samples === 0 ? 0 : sampleY[last] - sampleY[first];
  grid.minX = samples === 0 ? 0 : sampleX[first] - width * BORDER;
  grid.minY = samples === 0 ? 0 : sampleY[first] - height * BORDER;
  width = Math.max(width * (1 + 2 * BORDER), LEAST_SIDE, height / MAX_ASPECT);
  height = Math.max(height * (1 + 2 * BORDER), LEAST_SIDE, width / MAX_ASPECT);
  const spacing = Math.sqrt((width * height) / Math.max(1, bodies.count));

  for (let i = 0; i < LAYERS; i++) {
    layers[i].count = 0;
    layers[i].reach = 0;
  }
  for (let slot = 0; slot < slotLimit; slot++) {
    const id = ids[slot];
    if (id === 0 || id !== known[slot]) {
      layerOf[slot] = NO_LAYER;
      continue;
    }
    const reach = shape[slot] === ShapeKind.circle ? radius[slot] : reachOf(bodies, slot);
    let index = 0;
    for (let limit = spacing; index < LAYERS - 1 && reach > limit; limit *= LAYER_FACTOR) index++;
    layerOf[slot] = index;
    const layer = layers[index];
    layer.count++;
    if (reach > layer.reach) layer.reach = reach;
  }

  let cells = 0;
  let total = 0;
  for (let i = 0; i < LAYERS; i++) {
    const layer = layers[i];
    const fair = Math.sqrt((width * height * BODIES_PER_CELL) / Math.max(1, layer.count));
    const side = Math.max(fair, layer.reach * LEAST_CELL);
    layer.columns = Math.ceil(width / side);
    layer.rows = Math.ceil(height / side);
    layer.columnsPerUnit = layer.columns / width;
    layer.rowsPerUnit = layer.rows / height;
    layer.firstCell = cells;
    cells += layer.columns * layer.rows;
    total += layer.count;
  }

  // Counted two places on, so that each cell's start is one place on while the cells are filled, and in its place after.
  const starts = grownInt32(grid.starts, cells + 2);
  starts.fill(0, 0, cells + 2);
  for (let slot = 0; slot < slotLimit; slot++) {
    if (layerOf[slot] === NO_LAYER) continue;
    const { columns, rows, columnsPerUnit, rowsPerUnit, firstCell } = layers[layerOf[slot]];
    let anchorX = x[slot];
    let anchorY = y[slot];
    if (shape[slot] === ShapeKind.polygon) {
      anchorX += vertices[slot * MAX_VERTICES * 2];
      anchorY += vertices[slot * MAX_VERTICES * 2 + 1];
    }
    const column = clampedFloor((anchorX - grid.minX) * columnsPerUnit, columns);
    const row = clampedFloor((anchorY - grid.minY) * rowsPerUnit, rows);
    const cell = firstCell + row * columns + column;
    cellOf[slot] = cell;
    starts[cell + 2]++;
  }
  for (let cell = 2; cell <= cells; cell++) starts[cell + 1] += starts[cell];
  grid.starts = starts;

  grid.ids = grownInt32(grid.ids, total);
  grid.x = grownFloat64(grid.x, total);
  grid.y = grownFloat64(grid.y, total);
  grid.radius = grownFloat64(grid.radius, total);
  const { ids: orderedIds, x: orderedX, y: orderedY, radius: orderedRadius } = grid;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (layerOf[slot] === NO_LAYER) continue;
    const place = starts[cellOf[slot] + 1]++;
    orderedIds[place] = ids[slot];
    orderedX[place] = x[slot];
    orderedY[place] = y[slot];
    orderedRadius[place] = shape[slot] === ShapeKind.circle ? radius[slot] : NOT_A_CIRCLE;
  }
}

/** Replaces what `into` holds by the ids of the bodies, as of the build, that overlap or touch the rectangle. */
export function findInRectangle(grid: SightGrid, bodies: BodyStore, asked: AskedRectangle, into: IdList): void {
  const { ids, x, y, radius, starts, layers, minX: gridX, minY: gridY } = grid;
  const minX = asked[0];
  const minY = asked[1];
  const maxX = asked[2];
  const maxY = asked[3];
  const farthest = Math.max(Math.abs(minX), Math.abs(maxX), Math.abs(minY), Math.abs(maxY));
  let found = into.ids;
  let count = 0;
  for (let i = 0; i < LAYERS; i++) {
    const layer = layers[i];
    if (layer.count === 0) continue;
    const { columns, rows, columnsPerUnit, rowsPerUnit, firstCell } = layer;
    const reach = layer.reach + ROUNDING * (layer.reach + farthest);
    const left = clampedFloor((minX - gridX) * columnsPerUnit, columns);
    const right = clampedFloor((maxX - gridX) * columnsPerUnit, columns);
    const top = clampedFloor((minY - gridY) * rowsPerUnit, rows);
    const bottom = clampedFloor((maxY - gridY) * rowsPerUnit, rows);
    const fromColumn = clampedFloor((minX - reach - gridX) * columnsPerUnit, columns);
    const toColumn = clampedFloor((maxX + reach - gridX) * columnsPerUnit, columns);
    const fromRow = clampedFloor((minY - reach - gridY) * rowsPerUnit, rows);
    const toRow = clampedFloor((maxY + reach - gridY) * rowsPerUnit, rows);
    for (let row = fromRow; row <= toRow; row++) {
      const firstOfRow = firstCell + row * columns;
      const begin = starts[firstOfRow + fromColumn];
      const end = starts[firstOfRow + toColumn + 1];
      if (begin === end) continue;
      if (found.length < count + end - begin) {
        into.ids = found;
        into.count = count;
        found = into.ids = grownInt32(found, count + end - begin);
      }
      const isInside = row > top && row < bottom && right - left > 1;
      const insideBegin = isInside ? starts[firstOfRow + left + 1] : end;
      const insideEnd = isInside ? starts[firstOfRow + right] : end;
      for (let k = begin; k < end; k++) {
        if (k === insideBegin) {
          for (; k < insideEnd; k++) found[count++] = ids[k];
          if (k === end) break;
        }
        const r = radius[k];
        found[count] = ids[k];
        if (r < 0) {
          if (overlapsAsked(bodies, slotOf(ids[k]), asked)) count++;
          continue;
        }
        const bodyX = x[k];
        const bodyY = y[k];
        const dx = bodyX < minX ? minX - bodyX : bodyX > maxX ? bodyX - maxX : 0;
        const dy = bodyY < minY ? minY - bodyY : bodyY > maxY ? bodyY - maxY : 0;
        if (dx * dx + dy * dy <= r * r) count++;
      }
    }
  }
  into.count = count;
}

function overlapsAsked(bodies: BodyStore, slot: number, asked: AskedRectangle): boolean {
  return overlapsRectangle(bodies, slot, asked[0], asked[1], asked[2], asked[3]);
}

/** The whole part of `value`, from 0 to `count` − 1; never falling as the value grows. */
function clampedFloor(value: number, count: number): number {
  return value >= count ? count - 1 : value > 0 ? Math.floor(value) : 0;
}

/** How far the body's shape reaches from its anchor on either axis: at most, in u. */
function reachOf(bodies: BodyStore, slot: number): number {
  if (bodies.shape[slot] !== ShapeKind.polygon) {
    const extent = Math.max(Math.abs(bodies.extentX[slot]), Math.abs(bodies.extentY[slot]));
    return extent + bodies.radius[slot];
  }
  const { vertices } = bodies;
  const start = slot * MAX_VERTICES * 2;
  let reach = 0;
  for (let i = 2; i < 2 * bodies.vertexCount[slot]; i += 2) {
    const dx = Math.abs(vertices[start + i] - vertices[start]);
    const dy = Math.abs(vertices[start + i + 1] - vertices[start + 1]);
    reach = Math.max(reach, dx, dy);
  }
  return reach;
}
