/** Sweeps a list; leaf-sweep.ts tells the whole. */
import { BOX_SHIFT, putPair, reachOf, refusedBy, SLOT, TAG_SHIFT } from "./entry";

/**
 * Sweeps the list from `start` up to `end`: for each box, those after it until one begins beyond its end on x. Writes those
 * pairs that overlap on y as well, and none of whose tags refuses the other, until the end of the list, or until the pairs may
 * have no room for all of the next box.
 * @param firstAt, secondAt get the slots of the pairs, from the pair `count` on
 * @param room how many pairs there is room for
 * @param reportAt gets: how many pairs there are now, where in the list it goes on, how many pairs overlap on x
 */
export function sweepList(
  boxesAt: usize,
  tagsAt: usize,
  start: i32,
  end: i32,
  refusedAt: usize,
  firstAt: usize,
  secondAt: usize,
  count: i32,
  room: i32,
  reportAt: usize,
): void {
  const last = boxesAt + ((<usize>end) << BOX_SHIFT);
  const secondFromFirst = secondAt - firstAt;
  const lastRoom = firstAt + ((<usize>room) << 2);
  let pair = firstAt + ((<usize>count) << 2);
  let onX: usize = 0;
  let at = boxesAt + ((<usize>start) << BOX_SHIFT);
  for (; at < last; at += 16) {
    const maxX = -load<f32>(at, 8);
    let other = at + 16;
    if (load<f32>(other) > maxX) continue;
    if (pair + ((last - at) >> (BOX_SHIFT - TAG_SHIFT)) > lastRoom) break;
    const reach = reachOf(v128.load(at));
    const tag = load<i32>(tagsAt + ((at - boxesAt) >> (BOX_SHIFT - TAG_SHIFT)));
    const slot = tag & SLOT;
    const refused = refusedBy(tag, refusedAt);
    let otherTagAt = tagsAt + ((other - boxesAt) >> (BOX_SHIFT - TAG_SHIFT));
    // In fours, as the processor guesses wrong where such short loops end. What is read beyond that end begins further right,
    // and so is no pair.
    do {
      pair = putPair(pair, secondFromFirst, slot, load<i32>(otherTagAt), v128.load(other), reach, refused);
      pair = putPair(pair, secondFromFirst, slot, load<i32>(otherTagAt, 4), v128.load(other, 16), reach, refused);
      pair = putPair(pair, secondFromFirst, slot, load<i32>(otherTagAt, 8), v128.load(other, 32), reach, refused);
      pair = putPair(pair, secondFromFirst, slot, load<i32>(otherTagAt, 12), v128.load(other, 48), reach, refused);
      other += 64;
      otherTagAt += 16;
    } while (load<f32>(other) <= maxX);
    const beyond =
      i32(load<f32>(other - 16) > maxX) + i32(load<f32>(other - 32) > maxX) + i32(load<f32>(other - 48) > maxX);
    onX += other - at - 16 - ((<usize>beyond) << BOX_SHIFT);
  }
  store<i32>(reportAt, i32((pair - firstAt) >> 2));
  store<i32>(reportAt, i32((at - boxesAt) >> BOX_SHIFT), 4);
  store<i32>(reportAt, i32(onX >> BOX_SHIFT), 8);
}
