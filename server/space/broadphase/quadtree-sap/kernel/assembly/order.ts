/** Puts lists into the order of minX; list-order.ts tells when which. */
import { BOX_SHIFT, copyEntry, TAG_SHIFT } from "./entry";

/**
 * Orders entries by insertion, as is fast where they are nearly in order.
 * @param most places by which entries may be shifted in all
 * @returns 1; or 0 if it has given up, with the entries in some order
 */
export function insertInOrder(boxesAt: usize, tagsAt: usize, start: i32, end: i32, most: i32): i32 {
  const first = boxesAt + ((<usize>start) << BOX_SHIFT);
  const last = boxesAt + ((<usize>end) << BOX_SHIFT);
  let shiftsLeft = most;
  let previous: f32 = -Infinity;
  for (let at = first; at < last; at += 16) {
    const minX = load<f32>(at);
    if (minX >= previous) {
      previous = minX;
      continue;
    }
    const box = v128.load(at);
    const tagAt = tagsAt + ((at - boxesAt) >> (BOX_SHIFT - TAG_SHIFT));
    const tag = load<i32>(tagAt);
    let to = at;
    let tagTo = tagAt;
    do {
      v128.store(to, v128.load(to - 16));
      store<i32>(tagTo, load<i32>(tagTo - 4));
      to -= 16;
      tagTo -= 4;
    } while (to > first && load<f32>(to - 16) > minX);
    v128.store(to, box);
    store<i32>(tagTo, tag);
    shiftsLeft -= i32((at - to) >> BOX_SHIFT);
    if (shiftsLeft < 0) return 0;
  }
  return 1;
}

/** Copies the entries from `copy` up to `copyEnd` to the places from `start` on, by slices of their own width. */
export function sortBySlice(
  boxesAt: usize,
  tagsAt: usize,
  copy: i32,
  copyEnd: i32,
  start: i32,
  startsAt: usize,
  slices: i32,
): void {
  const first = boxesAt + ((<usize>copy) << BOX_SHIFT);
  const last = boxesAt + ((<usize>copyEnd) << BOX_SHIFT);
  let least = f32(Infinity);
  let greatest = f32(-Infinity);
  for (let at = first; at < last; at += 16) {
    least = min(least, load<f32>(at));
    greatest = max(greatest, load<f32>(at));
  }
  const origin = f64(least);
  const slicesPerUnit = greatest > least ? f64(slices - 1) / (f64(greatest) - origin) : 0;
  memory.fill(startsAt, 0, (<usize>slices) << 2);
  for (let at = first; at < last; at += 16) {
    const slice = startsAt + ((<usize>i32((load<f32>(at) - origin) * slicesPerUnit)) << 2);
    store<i32>(slice, load<i32>(slice) + 1);
  }
  let next = start;
  for (let slice = 0; slice < slices; slice++) {
    const at = startsAt + ((<usize>slice) << 2);
    const size = load<i32>(at);
    store<i32>(at, next);
    next += size;
  }
  for (let from = copy; from < copyEnd; from++) {
    const minX = load<f32>(boxesAt + ((<usize>from) << BOX_SHIFT));
    const slice = startsAt + ((<usize>i32((minX - origin) * slicesPerUnit)) << 2);
    const to = load<i32>(slice);
    store<i32>(slice, to + 1);
    copyEntry(boxesAt, tagsAt, from, to);
  }
}
