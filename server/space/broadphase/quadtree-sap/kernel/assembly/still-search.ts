/** Searches the grid of a layer of still bodies; still-search.ts of the tree tells the whole. */
import { cellOf } from "./cells";
import { BOX_SHIFT, FLAGS, putPair, reachOf, refusedBy, SLOT, TAG_SHIFT } from "./entry";

/**
 * Writes each pair of a mover, of the entries from `start` up to `end`, and a still body of the layer that overlap, and
 * neither of whose tags refuses the other, until the end, or until the pairs may have no room for all of the next mover.
 * @param isTransposed 1 where the entries' x is the world's y
 * @param startsAt by cell of the layer: where its places begin
 * @param stillBoxesAt, stillTagsAt by place: boxes in the world's x and y, laid out as those of entries, and tags
 * @param farX, farY how much further than a mover's box its cells are looked for
 * @param reportAt gets: how many pairs there are now, with which entry it goes on, how many boxes were compared
 */
export function searchLayer(
  boxesAt: usize, tagsAt: usize, start: i32, end: i32, isTransposed: i32, refusedAt: usize,
  startsAt: usize, stillBoxesAt: usize, stillTagsAt: usize, places: i32,
  originX: f64, columnsPerUnit: f64, columns: i32, farX: f64,
  originY: f64, rowsPerUnit: f64, rows: i32, farY: f64,
  firstAt: usize, secondAt: usize, count: i32, room: i32, reportAt: usize,
): void {
  const secondFromFirst = secondAt - firstAt;
  const lastStart = firstAt + ((<usize>(room - places)) << 2);
  let pair = firstAt + ((<usize>count) << 2);
  let tests: usize = 0;
  let entry = start;
  for (; entry < end && pair <= lastStart; entry++) {
    const tag = load<i32>(tagsAt + ((<usize>entry) << TAG_SHIFT));
    // Neither the end of a list, nor an entry in a further strip, nor one of a still body.
    if ((tag & FLAGS) !== 0) continue;
    let box = v128.load(boxesAt + ((<usize>entry) << BOX_SHIFT));
    if (isTransposed !== 0) box = v128.shuffle<f32>(box, box, 1, 0, 3, 2);
    const reach = reachOf(box);
    const refused = refusedBy(tag, refusedAt);
    const slot = tag & SLOT;
    const left = cellOf(f64(f32x4.extract_lane(box, 0)) - farX, originX, columnsPerUnit, columns);
    const right = cellOf(f64(f32x4.extract_lane(reach, 0)) + farX, originX, columnsPerUnit, columns);
    const top = cellOf(f64(f32x4.extract_lane(box, 1)) - farY, originY, rowsPerUnit, rows);
    const bottom = cellOf(f64(f32x4.extract_lane(reach, 1)) + farY, originY, rowsPerUnit, rows);
    const width = (<usize>(right - left + 1)) << 2;
    const rowBytes = (<usize>columns) << 2;
    let cell = startsAt + ((<usize>(top * columns + left)) << 2);
    const lastCell = startsAt + ((<usize>(bottom * columns + left)) << 2);
    for (; cell <= lastCell; cell += rowBytes) {
      const first = <usize>load<i32>(cell);
      const last = <usize>load<i32>(cell + width);
      let still = stillBoxesAt + (first << BOX_SHIFT);
      const stillEnd = stillBoxesAt + (last << BOX_SHIFT);
      let stillTagAt = stillTagsAt + (first << TAG_SHIFT);
      for (; still < stillEnd; still += 16) {
        pair = putPair(pair, secondFromFirst, slot, load<i32>(stillTagAt), v128.load(still), reach, refused);
        stillTagAt += 4;
      }
      tests += last - first;
    }
  }
  store<i32>(reportAt, i32((pair - firstAt) >> 2));
  store<i32>(reportAt, entry, 4);
  store<i32>(reportAt, i32(tests), 8);
}
