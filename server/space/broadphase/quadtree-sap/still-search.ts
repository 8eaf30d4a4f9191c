/** Looking for the still bodies of a layer that a mover or a rectangle overlaps. */
import type { BodyStore } from "../../bodies.ts";
import { grownInt32 } from "../../grow.ts";
import type { PairList } from "../pair-list.ts";
import type { SlotList } from "../slot-list.ts";
import { bitsOfKey, boxKey } from "./box-key.ts";
import { type ENTRY_SIZE, TAG_CLASS_SHIFT, TAG_FLAGS_SHIFT, TAG_SLOT } from "./entry-lists.ts";
import type { BOX_SIZE, StillLayer } from "./still-layer.ts";
import { cellOf } from "./strips.ts";

/** Constants of this module's own (entry-lists.ts says why). */
const SIZE: typeof ENTRY_SIZE = 5;
const SLOT = TAG_SLOT;
const FLAGS_SHIFT = TAG_FLAGS_SHIFT;
const CLASS_SHIFT = TAG_CLASS_SHIFT;
const BOX: typeof BOX_SIZE = 4;
/** Places to their boxes: BOX_SIZE is two to the power of this. */
const BOX_SHIFT = 2;

/** How far the search for the pairs of a layer has come. */
interface Search {
  /** The entry that it goes on with. */
  entry: number;
  /** Boxes compared so far. */
  tests: number;
}

/**
 * A mover's box as numbers, made from the keys of its entry: those of the body itself are anywhere in memory. How far they may be
 * off is added to what is searched.
 */
const boxEdges = new Float32Array(4);
const boxEdgeBits = new Int32Array(boxEdges.buffer);
const KEY_ERROR = 2 ** -85;

const search: Search = { entry: 0, tests: 0 };

/**
 * Appends to `into` each pair of a mover and a body of the layer whose boxes overlap and whose
 * classes meet. The movers come strip by strip in the
 * order of the sweep, so that those after each other look at the same cells.
 * @param values the entries of the strips' lists, up to the place `end`: each mover has one without a TAG_ bit
 * @param isTransposed whether the entries' x is the world's y
 * @returns how many boxes were compared
 */
export function findStillPairs(
  layer: StillLayer,
  values: Int32Array,
  end: number,
  isTransposed: boolean,
  bodies: BodyStore,
  into: PairList,
): number {
  search.entry = 0;
  search.tests = 0;
  while (search.entry < end) {
    const enough = into.count + layer.places + 1;
    into.a = grownInt32(into.a, enough);
    into.b = grownInt32(into.b, enough);
    searchLayer(layer, values, end, isTransposed, bodies, into, search);
  }
  return search.tests;
}

/** Searches for one mover after the other, until `into` may have no room for all that the next one overlaps. */
function searchLayer(
  layer: StillLayer,
  values: Int32Array,
  end: number,
  isTransposed: boolean,
  { filterClasses, filterClass }: BodyStore,
  into: PairList,
  search: Search,
): void {
  const { minX: originX, minY: originY, columns, rows, columnsPerUnit, rowsPerUnit, reachX, reachY } = layer;
  const { starts, boxes, tags, places } = layer;
  const refusedBy = filterClasses.refused;
  const x = isTransposed ? 2 : 0;
  const y = isTransposed ? 0 : 2;
  const { a, b } = into;
  const mostPairs = Math.min(a.length, b.length) - places - 1;
  let { count } = into;
  let tests = 0;
  // Read before the loop, since V8 would check an imported function anew at each call.
  const indexAt = cellOf;
  const bits = bitsOfKey;
  const edges = boxEdges;
  const edgeBits = boxEdgeBits;
  const farX = reachX + KEY_ERROR;
  const farY = reachY + KEY_ERROR;
  // Places are summed with | 0 as in a leaf's sweep.
  let entry = search.entry | 0;
  for (; entry < end && count <= mostPairs; entry = (entry + SIZE) | 0) {
    const tag = values[(entry + 4) | 0];
    // Neither the end of a list, nor an entry in a further strip, nor one of a still body.
    if (tag >>> FLAGS_SHIFT !== 0) continue;
    const slot = tag & SLOT;
    const refused = refusedBy[filterClass[slot]] << CLASS_SHIFT;
    const minX = values[(entry + x) | 0];
    const maxX = values[(entry + x + 1) | 0];
    const minY = values[(entry + y) | 0];
    const maxY = values[(entry + y + 1) | 0];
    edgeBits[0] = bits(minX);
    edgeBits[1] = bits(maxX);
    edgeBits[2] = bits(minY);
    edgeBits[3] = bits(maxY);
    const firstColumn = indexAt(edges[0] - farX, originX, columnsPerUnit, columns);
    const lastColumn = indexAt(edges[1] + farX, originX, columnsPerUnit, columns);
    const firstRow = indexAt(edges[2] - farY, originY, rowsPerUnit, rows);
    const lastRow = indexAt(edges[3] + farY, originY, rowsPerUnit, rows);
    let cell = Math.imul(firstRow, columns) + firstColumn;
    const width = lastColumn - firstColumn + 1;
    const lastCell = Math.imul(lastRow, columns) + firstColumn;
    for (; cell <= lastCell; cell = (cell + columns) | 0) {
      const first = starts[cell];
      const last = starts[(cell + width) | 0];
      for (let place = first; place < last; place = (place + 1) | 0) {
        const box = place << BOX_SHIFT;
        const stillTag = tags[place];
        // Without a branch, as in a leaf's sweep.
        const apart =
          (maxX - boxes[box]) |
          (boxes[(box + 1) | 0] - minX) |
          (maxY - boxes[(box + 2) | 0]) |
          (boxes[(box + 3) | 0] - minY) |
          (0 - (refused & stillTag));
        a[count] = slot;
        b[count] = stillTag & SLOT;
        count = (count + 1 + (apart >> 31)) | 0;
      }
      tests = (tests + last - first) | 0;
    }
  }
  into.count = count;
  search.entry = entry;
  search.tests += tests;
}

/** Appends to `into` the slot of each body of the layer whose box overlaps the rectangle. */
export function queryLayer(
  layer: StillLayer,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  into: SlotList,
): void {
  const { minX: originX, minY: originY, columns, rows, columnsPerUnit, rowsPerUnit, reachX, reachY } = layer;
  const { starts, boxes, tags } = layer;
  const minXKey = boxKey(minX);
  const minYKey = boxKey(minY);
  const maxXKey = boxKey(maxX);
  const maxYKey = boxKey(maxY);
  const firstColumn = cellOf(minX - reachX, originX, columnsPerUnit, columns);
  const lastColumn = cellOf(maxX + reachX, originX, columnsPerUnit, columns);
  const firstRow = cellOf(minY - reachY, originY, rowsPerUnit, rows);
  const lastRow = cellOf(maxY + reachY, originY, rowsPerUnit, rows);
  // A centre between the cells of the rectangle's edges is within the rectangle, and so overlaps it.
  const firstInnerColumn = cellOf(minX, originX, columnsPerUnit, columns) + 1;
  const lastInnerColumn = cellOf(maxX, originX, columnsPerUnit, columns) - 1;
  const firstInnerRow = cellOf(minY, originY, rowsPerUnit, rows) + 1;
  const lastInnerRow = cellOf(maxY, originY, rowsPerUnit, rows) - 1;
  let { slots, count } = into;
  for (let row = firstRow; row <= lastRow; row++) {
    const end = starts[row * columns + lastColumn + 1];
    let place = starts[row * columns + firstColumn];
    slots = grownInt32(slots, count + end - place + 1);
    let innerStart = end;
    let innerEnd = end;
    if (row >= firstInnerRow && row <= lastInnerRow && firstInnerColumn <= lastInnerColumn) {
      innerStart = starts[row * columns + firstInnerColumn];
      innerEnd = starts[row * columns + lastInnerColumn + 1];
    }
    while (place < end) {
      for (; place < innerStart; place++) {
        const box = place * BOX;
        const apart =
          (maxXKey - boxes[box]) | (boxes[box + 1] - minXKey) | (maxYKey - boxes[box + 2]) | (boxes[box + 3] - minYKey);
        slots[count] = tags[place] & SLOT;
        count += 1 + (apart >> 31);
      }
      for (; place < innerEnd; place++) {
        const tag = tags[place];
        slots[count] = tag & SLOT;
        // A hole is negative.
        count += 1 + (tag >> 31);
      }
      innerStart = end;
    }
  }
  into.slots = slots;
  into.count = count;
}
