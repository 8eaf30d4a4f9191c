/**
 * The still bodies: a layer (still-layer.ts) for each class of sizes, so that few large bodies do not lengthen the search
 * for many small ones. A class spans a factor of 4 in size.
 */
import type { BodyStore } from "../../bodies.ts";
import type { Rectangle } from "../../rectangle.ts";
import { BOX_FLOATS, TAG_SLOT, tagOf } from "./entry-lists.ts";
import type { Kernel } from "./kernel/kernel.ts";
import {
  cellOfStill,
  createStillLayer,
  extendReach,
  freePlace,
  HOLE,
  rebuildLayer,
  type StillLayer,
  type StillPlaces,
  takePlace,
} from "./still-layer.ts";

export interface StillLayers {
  readonly layers: StillLayer[];
  /** By size class: the number of its layer, or 0 while there is none. */
  readonly layerOfClass: Uint8Array;
  readonly at: StillPlaces;
}

/** The exponent of a float32 without its last bit: half of the binary logarithm. */
const CLASS_SHIFT = 24;
const CLASSES = 128;

/** @param capacity slots are below this */
export function createStillLayers(capacity: number): StillLayers {
  return {
    layers: [],
    layerOfClass: new Uint8Array(CLASSES),
    at: {
      layers: new Int32Array(capacity),
      cells: new Int32Array(capacity),
      places: new Int32Array(capacity),
    },
  };
}

const size = new Float32Array(1);
const sizeBits = new Int32Array(size.buffer);

/** The layer for a box; it is made if need be. */
function layerFor(kernel: Kernel, stills: StillLayers, { boxes }: BodyStore, slot: number): StillLayer {
  size[0] = Math.max(boxes.maxX[slot] - boxes.minX[slot], boxes.maxY[slot] - boxes.minY[slot]);
  const sizeClass = sizeBits[0] >> CLASS_SHIFT;
  let number = stills.layerOfClass[sizeClass];
  if (number === 0) {
    number = stills.layers.length + 1;
    stills.layers.push(createStillLayer(kernel, number));
    stills.layerOfClass[sizeClass] = number;
  }
  return stills.layers[number - 1];
}

/** Takes in a still body that is new or has changed. */
export function putStill(kernel: Kernel, stills: StillLayers, bodies: BodyStore, slot: number): void {
  const { at } = stills;
  const layer = layerFor(kernel, stills, bodies, slot);
  extendReach(layer, bodies, slot);
  const cell = cellOfStill(layer, bodies, slot);
  if (at.layers[slot] !== layer.number || at.cells[slot] !== cell) {
    removeStill(kernel, stills, slot);
    at.layers[slot] = layer.number;
    takePlace(kernel, layer, at, slot, cell);
  }
  const place = at.places[slot];
  if (place >= 0) writePlace(kernel, layer, bodies, place);
}

/** Removes a body from its layer, if it is in one. */
export function removeStill(kernel: Kernel, { layers, at }: StillLayers, slot: number): void {
  const number = at.layers[slot];
  if (number === 0) return;
  freePlace(kernel, layers[number - 1], at, slot);
  at.layers[slot] = 0;
}

/** Rebuilds the layers that have to be. @returns how many bodies had to change their place, for this and since the last time */
export function rebuildLayers(kernel: Kernel, stills: StillLayers, bodies: BodyStore, bounds: Rectangle): number {
  let shifts = 0;
  for (const layer of stills.layers) {
    shifts += layer.shifts;
    layer.shifts = 0;
    if (!layer.isToBeRebuilt) continue;
    shifts += layer.count;
    rebuildLayer(kernel, layer, bodies, stills.at, bounds);
    const { ints } = kernel;
    const tags = layer.tags.at >> 2;
    for (let place = 0; place < layer.places; place++) {
      if (ints[tags + place] !== HOLE) writePlace(kernel, layer, bodies, place);
    }
  }
  return shifts;
}

/** A layer with fewer bodies than one to this many movers is swept with them: that costs less than every mover's search. */
const SWEPT_SHARE = 3;

/** Finds the layers that are to be swept with this many movers. @returns how many still bodies are to be swept */
export function countSwept({ layers }: StillLayers, movers: number): number {
  let sparse = 0;
  let waiting = 0;
  for (const layer of layers) {
    layer.isSwept = (sparse + layer.count) * SWEPT_SHARE < movers;
    if (layer.isSwept) sparse += layer.count;
    else waiting += layer.waitingCount;
  }
  return sparse + waiting;
}

/** Copies the tags of the still bodies that are to be swept into `into`, from `count` on. */
export function copySwept(
  { ints }: Kernel,
  { layers }: StillLayers,
  { filterClass }: BodyStore,
  into: Int32Array,
  count: number,
): void {
  let next = count;
  for (const layer of layers) {
    for (let i = 0; i < layer.waitingCount; i++) into[next++] = tagOf(layer.waiting[i], filterClass[layer.waiting[i]]);
    if (!layer.isSwept) continue;
    const tags = layer.tags.at >> 2;
    for (let place = 0; place < layer.places; place++) {
      if (ints[tags + place] !== HOLE) into[next++] = ints[tags + place];
    }
  }
}

/** Writes the box and the class of the body at a place. */
function writePlace(
  { ints, floats }: Kernel,
  layer: StillLayer,
  { boxes, filterClass }: BodyStore,
  place: number,
): void {
  const tag = (layer.tags.at >> 2) + place;
  const slot = ints[tag] & TAG_SLOT;
  const box = (layer.boxes.at >> 2) + place * BOX_FLOATS;
  floats[box] = boxes.minX[slot];
  floats[box + 1] = boxes.minY[slot];
  floats[box + 2] = -boxes.maxX[slot];
  floats[box + 3] = -boxes.maxY[slot];
  ints[tag] = tagOf(slot, filterClass[slot]);
}
