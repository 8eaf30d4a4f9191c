/** Finds what overlaps a rectangle; quadtree-query.ts and still-search.ts of the tree tell the whole. */
import { cellsOf } from "./cells";
import { BOX_SHIFT, FLAGS, SLOT, TAG_SHIFT } from "./entry";

/**
 * A rectangle as the reach of a box (entry.ts), rounded to float32: boxes are float32s, so what overlaps the rectangle overlaps
 * this as well.
 */
function reachOfRectangle(minX: f64, minY: f64, maxX: f64, maxY: f64): v128 {
  const first = f32x4.replace_lane(f32x4.splat(f32(maxX)), 1, f32(maxY));
  return f32x4.replace_lane(f32x4.replace_lane(first, 2, f32(-minX)), 3, f32(-minY));
}

/**
 * Writes the slots of the entries from `start` up to `end`, ordered by minX, that overlap a rectangle and whose tag has none of
 * the bits `refused`.
 * @param intoAt gets the slots; one more place may be written than there are
 * @returns how many they are
 */
export function queryList(
  boxesAt: usize,
  tagsAt: usize,
  start: i32,
  end: i32,
  refused: i32,
  minX: f64,
  minY: f64,
  maxX: f64,
  maxY: f64,
  intoAt: usize,
): i32 {
  const reach = reachOfRectangle(minX, minY, maxX, maxY);
  const lastX = f32x4.extract_lane(reach, 0);
  const last = boxesAt + ((<usize>end) << BOX_SHIFT);
  let tagAt = tagsAt + ((<usize>start) << TAG_SHIFT);
  let into = intoAt;
  for (let at = boxesAt + ((<usize>start) << BOX_SHIFT); at < last && load<f32>(at) <= lastX; at += 16) {
    const tag = load<i32>(tagAt);
    tagAt += 4;
    into = putSlot(into, tag, v128.load(at), reach, refused);
  }
  return i32((into - intoAt) >> 2);
}

/** Writes the slots of the bodies of a layer (its parameters as in still-search.ts) that overlap a rectangle, as `queryList` does. */
export function queryLayer(
  startsAt: usize,
  stillBoxesAt: usize,
  stillTagsAt: usize,
  originX: f64,
  columnsPerUnit: f64,
  columns: i32,
  farX: f64,
  originY: f64,
  rowsPerUnit: f64,
  rows: i32,
  farY: f64,
  minX: f64,
  minY: f64,
  maxX: f64,
  maxY: f64,
  intoAt: usize,
): i32 {
  const reach = reachOfRectangle(minX, minY, maxX, maxY);
  const origin = f64x2.replace_lane(f64x2.splat(originX), 1, originY);
  const perUnit = f64x2.replace_lane(f64x2.splat(columnsPerUnit), 1, rowsPerUnit);
  const lastCells = i32x4.replace_lane(i32x4.splat(columns - 1), 1, rows - 1);
  const first = cellsOf(f64x2.replace_lane(f64x2.splat(minX - farX), 1, minY - farY), origin, perUnit, lastCells);
  const last = cellsOf(f64x2.replace_lane(f64x2.splat(maxX + farX), 1, maxY + farY), origin, perUnit, lastCells);
  const left = i32x4.extract_lane(first, 0);
  const width = i32x4.extract_lane(last, 0) - left + 1;
  const lastRow = i32x4.extract_lane(last, 1);
  let into = intoAt;
  for (let row = i32x4.extract_lane(first, 1); row <= lastRow; row++) {
    const startAt = startsAt + ((<usize>(row * columns + left)) << 2);
    const place = <usize>load<i32>(startAt);
    const end = stillBoxesAt + ((<usize>load<i32>(startAt + ((<usize>width) << 2))) << BOX_SHIFT);
    let tagAt = stillTagsAt + (place << TAG_SHIFT);
    // FLAGS: a hole has them all, and no body of a layer has any. An infinite rectangle overlaps a hole's box.
    for (let still = stillBoxesAt + (place << BOX_SHIFT); still < end; still += 16) {
      const tag = load<i32>(tagAt);
      tagAt += 4;
      into = putSlot(into, tag, v128.load(still), reach, FLAGS);
    }
  }
  return i32((into - intoAt) >> 2);
}

/** As `putPair` of entry.ts, of the second slot alone. */
function putSlot(into: usize, tag: i32, box: v128, reach: v128, refused: i32): usize {
  store<i32>(into, tag & SLOT);
  const apart = i32x4.bitmask(f32x4.gt(box, reach));
  return into + ((<usize>((apart | (tag & refused)) === 0)) << 2);
}
