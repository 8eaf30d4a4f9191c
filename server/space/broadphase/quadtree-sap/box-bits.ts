import type { Boxes } from "../../boxes.ts";

/** The edges of the boxes by slot, as the bits of their float32: the same memory, read as integers. */
export interface BoxBits {
  readonly minX: Int32Array;
  readonly minY: Int32Array;
  readonly maxX: Int32Array;
  readonly maxY: Int32Array;
}

export function viewBits({ minX, minY, maxX, maxY }: Boxes): BoxBits {
  return { minX: asBits(minX), minY: asBits(minY), maxX: asBits(maxX), maxY: asBits(maxY) };
}

function asBits(floats: Float32Array): Int32Array {
  return new Int32Array(floats.buffer, floats.byteOffset, floats.length);
}
