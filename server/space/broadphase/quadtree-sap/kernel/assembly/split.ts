/** Splits a crowded list in four; quadtree-nodes.ts tells when, and where. */
import { ABOVE, BOX_SHIFT, copyEntry, endList, LEFT, TAG_SHIFT } from "./entry";

/**
 * How many boxes some of a list's meet that follow, on x, in all: an estimate of what its sweep costs.
 * @param samples how many are looked at
 * @param most how many each may count at most
 */
export function sampleOverlaps(boxesAt: usize, start: i32, size: i32, samples: i32, most: i32): i32 {
  let overlaps = 0;
  for (let sample = 0; sample < samples; sample++) {
    const place = start + i32((i64(size) * sample) / samples);
    const first = boxesAt + ((<usize>place) << BOX_SHIFT);
    const maxX = -load<f32>(first, 8);
    const last = first + ((<usize>most) << BOX_SHIFT);
    let at = first;
    while (at < last && load<f32>(at, 16) <= maxX) at += 16;
    overlaps += i32((at - first) >> BOX_SHIFT);
  }
  return overlaps;
}

/** The mean of a list's minY, as a float32. */
export function meanTop(boxesAt: usize, start: i32, end: i32): f32 {
  let sum: f64 = 0;
  for (let place = start; place < end; place++) sum += load<f32>(boxesAt + ((<usize>place) << BOX_SHIFT), 4);
  return f32(sum / f64(end - start));
}

/** Counts the boxes that begin left of a line, end right of it, begin above one, end below it: four integers at `into`. */
export function countParts(boxesAt: usize, start: i32, end: i32, splitX: f32, splitY: f32, into: usize): void {
  let left = 0;
  let right = 0;
  let above = 0;
  let below = 0;
  for (let place = start; place < end; place++) {
    const box = boxesAt + ((<usize>place) << BOX_SHIFT);
    left += i32(load<f32>(box) < splitX);
    right += i32(-load<f32>(box, 8) >= splitX);
    above += i32(load<f32>(box, 4) < splitY);
    below += i32(-load<f32>(box, 12) >= splitY);
  }
  store<i32>(into, left);
  store<i32>(into, right, 4);
  store<i32>(into, above, 8);
  store<i32>(into, below, 12);
}

/**
 * Copies those of a list that one quarter meets to the places from `to` on, with the two bits of that quarter, and ends the list.
 * @param quarter bit 0: right of the line, bit 1: below the other
 * @returns how many they are
 */
export function fillQuarter(
  boxesAt: usize,
  tagsAt: usize,
  start: i32,
  end: i32,
  splitX: f32,
  splitY: f32,
  quarter: i32,
  to: i32,
): i32 {
  const isRight = (quarter & 1) !== 0;
  const isBelow = (quarter & 2) !== 0;
  let next = to;
  for (let place = start; place < end; place++) {
    const box = boxesAt + ((<usize>place) << BOX_SHIFT);
    const isLeft = load<f32>(box) < splitX;
    const isAbove = load<f32>(box, 4) < splitY;
    const meetsX = isRight ? -load<f32>(box, 8) >= splitX : isLeft;
    const meetsY = isBelow ? -load<f32>(box, 12) >= splitY : isAbove;
    // Written always, and kept by counting it.
    copyEntry(boxesAt, tagsAt, place, next);
    const tagAt = tagsAt + ((<usize>next) << TAG_SHIFT);
    const flags = (isRight && isLeft ? LEFT : 0) | (isBelow && isAbove ? ABOVE : 0);
    store<i32>(tagAt, load<i32>(tagAt) | flags);
    next += i32(meetsX) & i32(meetsY);
  }
  endList(boxesAt, tagsAt, next);
  return next - to;
}
