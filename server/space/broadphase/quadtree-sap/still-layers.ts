/**
 * The still bodies: a layer (still-layer.ts) for each class of sizes, so that few large bodies do not lengthen the search
 * for many small ones. A class spans a factor of 4 in size.
 */
import type { BodyStore } from "../../bodies.ts";
import type { Rectangle } from "../../rectangle.ts";
import type { BoxBits } from "./box-bits.ts";
import { blurredMax, blurredMin, keyOfBits } from "./box-key.ts";
import { TAG_SLOT, tagOf } from "./entry-lists.ts";
import {
  BOX_SIZE,
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
  /** Negative once the keys of two edges may have been equal though the edges are not (box-key.ts). */
  blurred: number;
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
    blurred: 0,
  };
}

const size = new Float32Array(1);
const sizeBits = new Int32Array(size.buffer);

/** The layer for a box; it is made if need be. */
function layerFor(stills: StillLayers, { boxes }: BodyStore, slot: number): StillLayer {
  size[0] = Math.max(boxes.maxX[slot] - boxes.minX[slot], boxes.maxY[slot] - boxes.minY[slot]);
  const sizeClass = sizeBits[0] >> CLASS_SHIFT;
  let number = stills.layerOfClass[sizeClass];
  if (number === 0) {
    number = stills.layers.length + 1;
    stills.layers.push(createStillLayer(number));
    stills.layerOfClass[sizeClass] = number;
  }
  return stills.layers[number - 1];
}

/** Takes in a still body that is new or has changed. */
export function putStill(stills: StillLayers, bodies: BodyStore, bits: BoxBits, slot: number): void {
  const { at } = stills;
  const layer = layerFor(stills, bodies, slot);
  extendReach(layer, bodies, slot);
  const cell = cellOfStill(layer, bodies, slot);
  if (at.layers[slot] !== layer.number || at.cells[slot] !== cell) {
    removeStill(stills, slot);
    at.layers[slot] = layer.number;
    takePlace(layer, at, slot, cell);
  }
  const place = at.places[slot];
  if (place >= 0) writePlace(stills, layer, bodies, bits, place);
}

/** Removes a body from its layer, if it is in one. */
export function removeStill({ layers, at }: StillLayers, slot: number): void {
  const number = at.layers[slot];
  if (number === 0) return;
  freePlace(layers[number - 1], at, slot);
  at.layers[slot] = 0;
}

/** Rebuilds the layers that have to be. @returns how many bodies had to change their place, for this and since the last time */
export function rebuildLayers(stills: StillLayers, bodies: BodyStore, bits: BoxBits, bounds: Rectangle): number {
  let shifts = 0;
  for (const layer of stills.layers) {
    shifts += layer.shifts;
    layer.shifts = 0;
    if (!layer.isToBeRebuilt) continue;
    shifts += layer.count;
    rebuildLayer(layer, bodies, stills.at, bounds);
    for (let place = 0; place < layer.places; place++) {
      if (layer.tags[place] !== HOLE) writePlace(stills, layer, bodies, bits, place);
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
export function copySwept({ layers }: StillLayers, { filterClass }: BodyStore, into: Int32Array, count: number): void {
  let next = count;
  for (const layer of layers) {
    for (let i = 0; i < layer.waitingCount; i++) into[next++] = tagOf(layer.waiting[i], filterClass[layer.waiting[i]]);
    if (!layer.isSwept) continue;
    for (let place = 0; place < layer.places; place++) {
      if (layer.tags[place] !== HOLE) into[next++] = layer.tags[place];
    }
  }
}

/** Writes the box and the class of the body at a place. */
function writePlace(
  stills: StillLayers,
  { boxes, tags }: StillLayer,
  { filterClass }: BodyStore,
  bits: BoxBits,
  place: number,
): void {
  const slot = tags[place] & TAG_SLOT;
  const minX = bits.minX[slot];
  const maxX = bits.maxX[slot];
  const minY = bits.minY[slot];
  const maxY = bits.maxY[slot];
  stills.blurred |= blurredMin(minX) | blurredMax(maxX) | blurredMin(minY) | blurredMax(maxY);
  const box = place * BOX_SIZE;
  boxes[box] = keyOfBits(minX);
  boxes[box + 1] = keyOfBits(maxX);
  boxes[box + 2] = keyOfBits(minY);
  boxes[box + 3] = keyOfBits(maxY);
  tags[place] = tagOf(slot, filterClass[slot]);
}
