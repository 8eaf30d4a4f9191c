/** Searches the grid of a layer of still bodies; still-search.ts of the tree tells the whole. */
import { cellsOf } from "./cells";
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
  boxesAt: usize,
  tagsAt: usize,
  start: i32,
  end: i32,
  isTransposed: i32,
  refusedAt: usize,
  startsAt: usize,
  stillBoxesAt: usize,
  stillTagsAt: usize,
  places: i32,
  originX: f64,
  columnsPerUnit: f64,
  columns: i32,
  farX: f64,
  originY: f64,
  rowsPerUnit: f64,
  rows: i32,
  farY: f64,
  firstAt: usize,
  secondAt: usize,
  count: i32,
  room: i32,
  reportAt: usize,
): void {
  const secondFromFirst = secondAt - firstAt;
  const lastStart = firstAt + ((<usize>(room - places)) << 2);
  let pair = firstAt + ((<usize>count) << 2);
  const rowBytes = (<usize>columns) << 2;
  const origin = f64x2.replace_lane(f64x2.splat(originX), 1, originY);
  const perUnit = f64x2.replace_lane(f64x2.splat(columnsPerUnit), 1, rowsPerUnit);
  const far = f64x2.replace_lane(f64x2.splat(farX), 1, farY);
  const lastCells = i32x4.replace_lane(i32x4.splat(columns - 1), 1, rows - 1);
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
    const least = f64x2.sub(f64x2.promote_low_f32x4(box), far);
    const greatest = f64x2.add(f64x2.promote_low_f32x4(reach), far);
    const first = cellsOf(least, origin, perUnit, lastCells);
    const last = cellsOf(greatest, origin, perUnit, lastCells);
    const left = i32x4.extract_lane(first, 0);
    let width = i32x4.extract_lane(last, 0) - left + 1;
    const cell = i32x4.extract_lane(first, 1) * columns + left;
    let lastCell = i32x4.extract_lane(last, 1) * columns + left;
    if (width === columns) {
      // Whole rows are one piece.
      width += lastCell - cell;
      lastCell = cell;
    }
    let startAt = startsAt + ((<usize>cell) << 2);
    const lastStartAt = startsAt + ((<usize>lastCell) << 2);
    const widthBytes = (<usize>width) << 2;
    for (; startAt <= lastStartAt; startAt += rowBytes) {
      const place = <usize>load<i32>(startAt);
      const end = <usize>load<i32>(startAt + widthBytes);
      let still = stillBoxesAt + (place << BOX_SHIFT);
      const stillEnd = stillBoxesAt + (end << BOX_SHIFT);
      let stillTagAt = stillTagsAt + (place << TAG_SHIFT);
      for (; still < stillEnd; still += 16) {
        pair = putPair(pair, secondFromFirst, slot, load<i32>(stillTagAt), v128.load(still), reach, refused);
        stillTagAt += 4;
      }
      tests += end - place;
    }
  }
  store<i32>(reportAt, i32((pair - firstAt) >> 2));
  store<i32>(reportAt, entry, 4);
  store<i32>(reportAt, i32(tests), 8);
}
