/**
 * Layers of square regions, each layer's ten times wider than the last one's, of which only those exist that are needed: a
 * hash table finds a region by its layer and cell, and each region knows the region of the next layer that it lies in, and
 * those of the layer before that lie in it.
 *
 * Cells are counted in whole units of the finest layer's width, so that a region and those in it agree about what meets
 * them, to the last digit.
 */
import { grownFloat64, grownInt32 } from "../../grow.ts";
import type { Rectangle } from "../../rectangle.ts";

export interface RegionLayers {
  /** Width of the finest regions in u. */
  readonly finestWidth: number;
  /** By layer: how many units wide and high its regions are; Infinity for the last, which has one region. */
  readonly units: readonly number[];
  /** How many regions exist; their numbers are from 1 to before the limit, but for those that were given back. */
  count: number;
  limit: number;
  free: number;
  /** By region: its layer; NO_LAYER for one that does not exist. */
  layer: Int32Array;
  /** By region: its first column and row, in units; −Infinity in the last layer. */
  column: Float64Array;
  row: Float64Array;
  /** By region: the one of the next layer that it lies in, 0 for none; those that lie in it, from the first, 0 for none. */
  parent: Int32Array;
  firstChild: Int32Array;
  nextSibling: Int32Array;
  previousSibling: Int32Array;
  /** By region: bodies that live in it, for which it exists. Bodies of coarser layers do not count. */
  residents: Int32Array;
  /** By hash: the first region; by region, the next of the same hash. */
  heads: Int32Array;
  nextInChain: Int32Array;
}

/** How many times wider each layer's regions are than those of the layer before. */
export const LAYER_RATIO = 10;
export const NO_LAYER = -1;
/** Bodies in a region of the finest layer, in the mean, when the space is full. */
const FINEST_SHARE = 10;
/** Least width of a region in u. With it the units of the farthest box are exact integers. */
const LEAST_WIDTH = 1e-3;
const FIRST_REGIONS = 256;

/** @param capacity most bodies: together with `bounds` it decides the finest layer */
export function createRegionLayers({ minX, minY, maxX, maxY }: Rectangle, capacity: number): RegionLayers {
  const width = maxX - minX;
  const height = maxY - minY;
  const share = Math.sqrt(width) * Math.sqrt(height) * Math.sqrt(FINEST_SHARE / capacity);
  const size = Math.max(width, height);
  const finestWidth = Math.min(Math.max(share, LEAST_WIDTH), Math.max(size, LEAST_WIDTH));
  const units = [1];
  while (finestWidth * units[units.length - 1] < size) units.push(LAYER_RATIO ** units.length);
  units.push(LAYER_RATIO ** units.length, Number.POSITIVE_INFINITY);
  return {
    finestWidth,
    units,
    count: 0,
    limit: 1,
    free: 0,
    layer: new Int32Array(FIRST_REGIONS),
    column: new Float64Array(FIRST_REGIONS),
    row: new Float64Array(FIRST_REGIONS),
    parent: new Int32Array(FIRST_REGIONS),
    firstChild: new Int32Array(FIRST_REGIONS),
    nextSibling: new Int32Array(FIRST_REGIONS),
    previousSibling: new Int32Array(FIRST_REGIONS),
    residents: new Int32Array(FIRST_REGIONS),
    heads: new Int32Array(FIRST_REGIONS),
    nextInChain: new Int32Array(FIRST_REGIONS),
  };
}

/** Removes all regions. */
export function clearRegions(layers: RegionLayers): void {
  layers.count = 0;
  layers.limit = 1;
  layers.free = 0;
  layers.heads.fill(0);
}

/** The unit, on one axis, that holds a coordinate in u. */
export function unitAt({ finestWidth }: RegionLayers, coordinate: number): number {
  return Math.floor(coordinate / finestWidth);
}

/** The first unit of the region of a layer, `units` wide, that holds a unit. */
export function firstUnit(unit: number, units: number): number {
  // The quotient of whole numbers below 2^53 is never rounded up to a whole number that it has not reached.
  return units === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : Math.floor(unit / units) * units;
}

/** Units from (minColumn, minRow) to (maxColumn, maxRow), in this order; not floats of their own, which would be allocated. */
type UnitRange = Float64Array;

export function createUnitRange(): UnitRange {
  return new Float64Array(4);
}

/** Whether a region holds any of the units. */
export function holdsUnits({ layer, units, column, row }: RegionLayers, region: number, range: UnitRange): boolean {
  const size = units[layer[region]];
  if (size === Number.POSITIVE_INFINITY) return true;
  const left = column[region];
  const top = row[region];
  return range[2] >= left && range[0] < left + size && range[3] >= top && range[1] < top + size;
}

/** The region of a layer that begins at (column, row) in units; 0 if there is none. */
export function findRegion(layers: RegionLayers, layer: number, column: number, row: number): number {
  const { heads, nextInChain } = layers;
  let region = heads[hashOf(layers, layer, column, row)];
  while (
    region !== 0 &&
    (layers.layer[region] !== layer || layers.column[region] !== column || layers.row[region] !== row)
  )
    region = nextInChain[region];
  return region;
}

/** Makes a region that there is not yet, without residents. @param parent see `RegionLayers` @returns its number */
export function addRegion(layers: RegionLayers, layer: number, column: number, row: number, parent: number): number {
  const region = takeNumber(layers);
  layers.layer[region] = layer;
  layers.column[region] = column;
  layers.row[region] = row;
  layers.residents[region] = 0;
  layers.firstChild[region] = 0;
  layers.parent[region] = parent;
  const sibling = layers.firstChild[parent];
  layers.nextSibling[region] = sibling;
  layers.previousSibling[region] = 0;
  layers.previousSibling[sibling] = region;
  if (parent !== 0) layers.firstChild[parent] = region;
  layers.count++;
  if (layers.count > layers.heads.length) growHeads(layers);
  else chain(layers, region);
  return region;
}

function takeNumber(layers: RegionLayers): number {
  const given = layers.free;
  if (given !== 0) {
    layers.free = layers.nextInChain[given];
    return given;
  }
  const length = layers.limit + 1;
  layers.layer = grownInt32(layers.layer, length);
  layers.column = grownFloat64(layers.column, length);
  layers.row = grownFloat64(layers.row, length);
  layers.parent = grownInt32(layers.parent, length);
  layers.firstChild = grownInt32(layers.firstChild, length);
  layers.nextSibling = grownInt32(layers.nextSibling, length);
  layers.previousSibling = grownInt32(layers.previousSibling, length);
  layers.residents = grownInt32(layers.residents, length);
  layers.nextInChain = grownInt32(layers.nextInChain, length);
  return layers.limit++;
}

/** Removes a region in which no other lies. */
export function removeRegion(layers: RegionLayers, region: number): void {
  const { layer, column, row, heads, nextInChain, parent, firstChild, nextSibling, previousSibling } = layers;
  const hash = hashOf(layers, layer[region], column[region], row[region]);
  if (heads[hash] === region) heads[hash] = nextInChain[region];
  else {
    let before = heads[hash];
    while (nextInChain[before] !== region) before = nextInChain[before];
    nextInChain[before] = nextInChain[region];
  }
  const next = nextSibling[region];
  const previous = previousSibling[region];
  if (previous !== 0) nextSibling[previous] = next;
  else if (parent[region] !== 0) firstChild[parent[region]] = next;
  previousSibling[next] = previous;
  layer[region] = NO_LAYER;
  nextInChain[region] = layers.free;
  layers.free = region;
  layers.count--;
}

function hashOf({ units, heads }: RegionLayers, layer: number, column: number, row: number): number {
  const size = units[layer];
  let hash = Math.imul((column / size) | 0, 0x9e3779b1) ^ Math.imul(((row / size) | 0) + layer, 0x5bd1e995);
  hash = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1);
  return (hash ^ (hash >>> 16)) & (heads.length - 1);
}

function chain(layers: RegionLayers, region: number): void {
  const { layer, column, row, heads, nextInChain } = layers;
  const hash = hashOf(layers, layer[region], column[region], row[region]);
  nextInChain[region] = heads[hash];
  heads[hash] = region;
}

function growHeads(layers: RegionLayers): void {
  layers.heads = new Int32Array(layers.heads.length * 2);
  for (let region = 1; region < layers.limit; region++) if (layers.layer[region] !== NO_LAYER) chain(layers, region);
}
