/**
 * The regions of region-layers.ts, each with endpoint lists of its own. A region is made when the first body comes to live in
 * it, and goes when it is empty; a new one takes the large bodies that it meets from the region that it is a member of.
 *
 * Cost: the list of the region above, read once, for a region that is made while the lists are linked.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownInt32 } from "../../grow.ts";
import type { Rectangle } from "../../rectangle.ts";
import type { BroadPhaseCounters, InspectedRegion } from "../broad-phase.ts";
import type { PairTable } from "../pair-table.ts";
import {
  addBorder,
  addEntry,
  BEGIN_X,
  BEGIN_Y,
  clearEntries,
  createEndpointLists,
  END_X,
  END_Y,
  type EndpointLists,
  NODES,
  placeEntry,
  removeBorder,
} from "./endpoint-entries.ts";
import {
  addRegion,
  clearRegions,
  createRegionLayers,
  createUnitRange,
  findRegion,
  firstUnit,
  holdsUnits,
  NO_LAYER,
  type RegionLayers,
  removeRegion,
  unitAt,
} from "./region-layers.ts";

export interface ListedRegions {
  readonly layers: RegionLayers;
  readonly lists: EndpointLists;
  /** By region: the border of its lists, 0 if there is no region. */
  borders: Int32Array;
  /** By region: the mark of the body that was last found to be in it. */
  seen: Int32Array;
  /** Regions that have lost their last resident since `removeEmptied`, and by region whether it is one of them. */
  emptied: Int32Array;
  emptiedCount: number;
  isEmptied: Int32Array;
}

const FIRST_EMPTIED = 64;

/** @param bounds see `createRegionLayers` */
export function createListedRegions(
  bodies: BodyStore,
  bounds: Rectangle,
  table: PairTable,
  counters: BroadPhaseCounters,
): ListedRegions {
  return {
    layers: createRegionLayers(bounds, bodies.capacity),
    lists: createEndpointLists(bodies, table, counters),
    borders: new Int32Array(1),
    seen: new Int32Array(1),
    emptied: new Int32Array(FIRST_EMPTIED),
    emptiedCount: 0,
    isEmptied: new Int32Array(1),
  };
}

/** Removes all regions, and all that is in them. */
export function clearListedRegions({ layers, lists, borders }: ListedRegions): void {
  clearRegions(layers);
  clearEntries(lists);
  borders.fill(0);
}

/**
 * The region of a layer at (column, row) in units; it is made if need be, with those that it is a member of.
 *
 * @param isLinking whether what lives in coarser regions is in the lists, so that a new region has to take it in
 */
export function obtainRegion(
  regions: ListedRegions,
  layer: number,
  column: number,
  row: number,
  isLinking: boolean,
): number {
  const { layers } = regions;
  const found = findRegion(layers, layer, column, row);
  if (found !== 0) return found;
  let parent = 0;
  if (layer < layers.units.length - 1) {
    const size = layers.units[layer + 1];
    parent = obtainRegion(regions, layer + 1, firstUnit(column, size), firstUnit(row, size), isLinking);
  }
  const region = addRegion(layers, layer, column, row, parent);
  regions.borders = grownInt32(regions.borders, region + 1);
  regions.seen = grownInt32(regions.seen, region + 1);
  regions.isEmptied = grownInt32(regions.isEmptied, region + 1);
  regions.borders[region] = addBorder(regions.lists, region);
  regions.seen[region] = 0;
  regions.isEmptied[region] = 0;
  if (isLinking && parent !== 0) inherit(regions, region, parent);
  return region;
}

const inherited = createUnitRange();

/** Puts the large bodies that a new region meets into it. Their pairs with each other are known. */
function inherit({ layers, lists, borders }: ListedRegions, region: number, parent: number): void {
  const first = borders[parent] * NODES + BEGIN_X;
  const last = first + END_X;
  // The arrays may be replaced at each entry; the links of the parent's list stay the same.
  for (let node = lists.next[first]; node !== last; node = lists.next[node]) {
    if ((node & 1) !== BEGIN_X) continue;
    const box = node - BEGIN_X;
    inherited[0] = unitAt(layers, lists.values[box + BEGIN_X]);
    inherited[1] = unitAt(layers, lists.values[box + BEGIN_Y]);
    inherited[2] = unitAt(layers, lists.values[box + END_X]);
    inherited[3] = unitAt(layers, lists.values[box + END_Y]);
    if (!holdsUnits(layers, region, inherited)) continue;
    const entry = addEntry(lists, lists.slots[node >> 2], region, 1);
    const { values } = lists;
    for (let i = 0; i < NODES; i++) values[entry * NODES + i] = values[box + i];
    placeEntry(lists, entry, borders[region]);
  }
}

/** A body that lived in a region does so no longer. The region stays until `removeEmptied`. */
export function loseResident(regions: ListedRegions, region: number): void {
  if (--regions.layers.residents[region] === 0) noteEmptied(regions, region);
}

function noteEmptied(regions: ListedRegions, region: number): void {
  if (regions.isEmptied[region] === 1) return;
  regions.isEmptied[region] = 1;
  regions.emptied = grownInt32(regions.emptied, regions.emptiedCount + 1);
  regions.emptied[regions.emptiedCount++] = region;
}

/** Removes the regions in which no body lives and no region lies, and then those that they were the last members of. */
export function removeEmptied(regions: ListedRegions): void {
  const { layers, lists, borders, isEmptied } = regions;
  while (regions.emptiedCount > 0) {
    const region = regions.emptied[--regions.emptiedCount];
    isEmptied[region] = 0;
    if (layers.residents[region] > 0 || layers.firstChild[region] !== 0) continue;
    const parent = layers.parent[region];
    removeBorder(lists, borders[region]);
    borders[region] = 0;
    removeRegion(layers, region);
    if (parent !== 0) noteEmptied(regions, parent);
  }
}

export function inspectListedRegions(regions: ListedRegions): InspectedRegion[] {
  const { layers } = regions;
  const inspected: InspectedRegion[] = [];
  for (let region = 1; region < layers.limit; region++) {
    if (layers.layer[region] !== NO_LAYER) inspected.push(inspectRegion(regions, region));
  }
  return inspected;
}

function inspectRegion({ layers, lists, borders }: ListedRegions, region: number): InspectedRegion {
  const { units, finestWidth } = layers;
  const slots: number[] = [];
  const last = borders[region] * NODES + END_X;
  for (let node = lists.next[borders[region] * NODES + BEGIN_X]; node !== last; node = lists.next[node]) {
    if ((node & 1) === BEGIN_X) slots.push(lists.slots[node >> 2]);
  }
  const size = units[layers.layer[region]];
  const isEverywhere = size === Number.POSITIVE_INFINITY;
  return {
    minX: layers.column[region] * finestWidth,
    minY: layers.row[region] * finestWidth,
    maxX: isEverywhere ? size : (layers.column[region] + size) * finestWidth,
    maxY: isEverywhere ? size : (layers.row[region] + size) * finestWidth,
    depth: units.length - 1 - layers.layer[region],
    slots,
  };
}
