import type { Rectangle } from "../../rectangle.ts";
import type { InspectedRegion } from "../broad-phase.ts";
import { valueOfKey } from "./box-key.ts";
import { ENTRY_SIZE, type EntryLists, TAG_SLOT } from "./entry-lists.ts";
import type { QuadtreeNodes } from "./quadtree-nodes.ts";
import { HOLE } from "./still-layer.ts";
import type { StillLayers } from "./still-layers.ts";
import type { Strips } from "./strips.ts";

/** The leaves that hold anything: their regions, how many splits are above them, and the movers that meet them. */
export function inspectLeaves(nodes: QuadtreeNodes, lists: EntryLists, strips: Strips): InspectedRegion[] {
  const { count, minY, stripsPerUnit, isTransposed } = strips;
  const leaves: InspectedRegion[] = [];
  for (let strip = 0; strip < nodes.roots; strip++) {
    const region = {
      minX: -Infinity,
      minY: lineOf(strip, count, minY, stripsPerUnit),
      maxX: Infinity,
      maxY: lineOf(strip + 1, count, minY, stripsPerUnit),
    };
    inspectNode(nodes, strip, lists, region, isTransposed, leaves);
  }
  return leaves;
}

/** Where the strip (column, row) `index` begins; the first and the last have no end outward. */
function lineOf(index: number, cells: number, origin: number, cellsPerUnit: number): number {
  if (index === 0) return -Infinity;
  return index === cells ? Infinity : origin + index / cellsPerUnit;
}

function inspectNode(
  nodes: QuadtreeNodes,
  node: number,
  lists: EntryLists,
  region: Rectangle,
  isTransposed: boolean,
  leaves: InspectedRegion[],
): void {
  const start = nodes.start[node];
  const end = nodes.end[node];
  if (start === end) return;
  const child = nodes.firstChild[node];
  if (child === 0) {
    const slots: number[] = [];
    for (let i = start; i < end; i += ENTRY_SIZE) slots.push(lists.values[i + 4] & TAG_SLOT);
    const { minX, minY, maxX, maxY } = region;
    const inWorld = isTransposed ? { minX: minY, minY: minX, maxX: maxY, maxY: maxX } : region;
    leaves.push({ ...inWorld, depth: nodes.depth[node], slots });
    return;
  }
  const x = valueOfKey(nodes.splitX[node]);
  const y = valueOfKey(nodes.splitY[node]);
  for (let quarter = 0; quarter < 4; quarter++) {
    const part = { ...region };
    if (quarter & 1) part.minX = x;
    else if (x < part.maxX) part.maxX = x;
    if (quarter & 2) part.minY = y;
    else part.maxY = y;
    inspectNode(nodes, child + quarter, lists, part, isTransposed, leaves);
  }
}

/** The cells of still bodies that hold anything, but for those in the tree; a body is in that of its centre. */
export function inspectLayers({ layers }: StillLayers): InspectedRegion[] {
  const regions: InspectedRegion[] = [];
  for (const layer of layers) {
    if (layer.isSwept) continue;
    const { minX, minY, columns, rows, columnsPerUnit, rowsPerUnit, starts, sizes, tags } = layer;
    for (let cell = 0; cell < columns * rows; cell++) {
      if (sizes[cell] === 0) continue;
      const column = cell % columns;
      const row = (cell - column) / columns;
      regions.push({
        minX: lineOf(column, columns, minX, columnsPerUnit),
        minY: lineOf(row, rows, minY, rowsPerUnit),
        maxX: lineOf(column + 1, columns, minX, columnsPerUnit),
        maxY: lineOf(row + 1, rows, minY, rowsPerUnit),
        depth: 0,
        slots: [...tags.subarray(starts[cell], starts[cell + 1])]
          .filter((tag) => tag !== HOLE)
          .map((tag) => tag & TAG_SLOT),
      });
    }
  }
  return regions;
}
