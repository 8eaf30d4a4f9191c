/** `array`, or a longer copy of it that has room for `length` values: doubled, so that growing is rare. */
export function grownInt32(array: Int32Array, length: number): Int32Array {
  if (array.length >= length) return array;
  const longer = new Int32Array(Math.max(length, array.length * 2));
  longer.set(array);
  return longer;
}

/** As `grownInt32`, for floats. */
export function grownFloat64(array: Float64Array, length: number): Float64Array {
  if (array.length >= length) return array;
  const longer = new Float64Array(Math.max(length, array.length * 2));
  longer.set(array);
  return longer;
}

/** As `grownInt32`, for bytes. */
export function grownUint8(array: Uint8Array, length: number): Uint8Array {
  if (array.length >= length) return array;
  const longer = new Uint8Array(Math.max(length, array.length * 2));
  longer.set(array);
  return longer;
}

/** As `grownInt32`, for short floats. */
export function grownFloat32(array: Float32Array, length: number): Float32Array {
  if (array.length >= length) return array;
  const longer = new Float32Array(Math.max(length, array.length * 2));
  longer.set(array);
  return longer;
}
