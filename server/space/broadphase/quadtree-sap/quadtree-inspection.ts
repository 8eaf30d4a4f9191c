import type { Rectangle } from "../../rectangle.ts";
import type { InspectedRegion } from "../broad-phase.ts";
import { type EntryLists, TAG_SLOT } from "./entry-lists.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { QuadtreeNodes } from "./quadtree-nodes.ts";
import { HOLE } from "./still-layer.ts";
import type { StillLayers } from "./still-layers.ts";
import type { Strips } from "./strips.ts";

/** The leaves that hold anything: their regions, how many splits are above them, and the movers that meet them. */
export function inspectLeaves(
  kernel: Kernel,
  nodes: QuadtreeNodes,
  lists: EntryLists,
  strips: Strips,
): InspectedRegion[] {
  const { count, minY, stripsPerUnit, isTransposed } = strips;
  const leaves: InspectedRegion[] = [];
  for (let strip = 0; strip < nodes.roots; strip++) {
    const region = {
      minX: -Infinity,
      minY: lineOf(strip, count, minY, stripsPerUnit),
      maxX: Infinity,
      maxY: lineOf(strip + 1, count, minY, stripsPerUnit),
    };
    inspectNode(kernel, nodes, strip, lists, region, isTransposed, leaves);
  }
  return leaves;
}

/** Where the strip (column, row) `index` begins; the first and the last have no end outward. */
function lineOf(index: number, cells: number, origin: number, cellsPerUnit: number): number {
  if (index === 0) return -Infinity;
  return index === cells ? Infinity : origin + index / cellsPerUnit;
}

function inspectNode(
  kernel: Kernel,
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
    const tags = lists.tags.at >> 2;
    const slots = [...kernel.ints.subarray(tags + start, tags + end)].map((tag) => tag & TAG_SLOT);
    const { minX, minY, maxX, maxY } = region;
    const inWorld = isTransposed ? { minX: minY, minY: minX, maxX: maxY, maxY: maxX } : region;
    leaves.push({ ...inWorld, depth: nodes.depth[node], slots });
    return;
  }
  const x = nodes.splitX[node];
  const y = nodes.splitY[node];
  for (let quarter = 0; quarter < 4; quarter++) {
    const part = { ...region };
    if (quarter & 1) part.minX = x;
    else if (x < part.maxX) part.maxX = x;
    if (quarter & 2) part.minY = y;
    else part.maxY = y;
    inspectNode(kernel, nodes, child + quarter, lists, part, isTransposed, leaves);
  }
}

/** The cells of still bodies that hold anything, but for those in the tree; a body is in that of its centre. */
export function inspectLayers({ ints }: Kernel, { layers }: StillLayers): InspectedRegion[] {
  const regions: InspectedRegion[] = [];
  for (const layer of layers) {
    if (layer.isSwept) continue;
    const { minX, minY, columns, rows, columnsPerUnit, rowsPerUnit, sizes } = layer;
    const starts = layer.starts.at >> 2;
    const tags = layer.tags.at >> 2;
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
        slots: [...ints.subarray(tags + ints[starts + cell], tags + ints[starts + cell + 1])]
          .filter((tag) => tag !== HOLE)
          .map((tag) => tag & TAG_SLOT),
      });
    }
  }
  return regions;
}
