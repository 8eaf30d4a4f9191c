/** Finds the strips and slices of boxes and writes the lists of the strips; strip-lists.ts tells the whole. */
import { ABOVE, BOX_SHIFT, endList, TAG_SHIFT } from "./entry";

/**
 * Finds the first strip that each of `count` boxes meets, and its slice there, and counts them. As `stripOf` of strips.ts, to
 * the last bit; left, top and bottom at once.
 * @param sourcesAt the boxes, laid out as those of entries
 * @param cellsAt gets, by box, strip × slices + slice
 * @param endsAt gets, by slice of a strip, how many begin there, boxes in further strips included
 * @param tallAt, furtherAt get the boxes that meet more strips than one, and how many more
 * @returns how many those are
 */
export function assignStrips(
  sourcesAt: usize,
  count: i32,
  cellsAt: usize,
  endsAt: usize,
  tallAt: usize,
  furtherAt: usize,
  originX: f32,
  slicesPerUnit: f32,
  sliceBits: i32,
  originY: f32,
  stripsPerUnit: f32,
  strips: i32,
): i32 {
  const slices = 1 << sliceBits;
  // Lanes: left, top, right, bottom. Those to the right are not looked at.
  const signs = f32x4(1, 1, -1, -1);
  const origin = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(originY), 0, originX), 2, originX);
  const perUnit = f32x4.replace_lane(
    f32x4.replace_lane(f32x4.splat(stripsPerUnit), 0, slicesPerUnit),
    2,
    slicesPerUnit,
  );
  const last = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(strips - 1), 0, slices - 1), 2, slices - 1);
  const zero = i32x4.splat(0);
  memory.fill(endsAt, 0, (<usize>(strips << sliceBits)) << 2);
  let tall = 0;
  let source = sourcesAt;
  for (let i = 0; i < count; i++) {
    const edges = f32x4.mul(v128.load(source), signs);
    source += 16;
    // A conversion that is out of range gives the nearest integer, and NaN gives 0.
    const positions = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(edges, origin), perUnit));
    const places = i32x4.max_s(zero, i32x4.min_s(last, positions));
    const strip = i32x4.extract_lane(places, 1);
    const cell = (strip << sliceBits) | i32x4.extract_lane(places, 0);
    store<i32>(cellsAt + ((<usize>i) << 2), cell);
    const end = endsAt + ((<usize>cell) << 2);
    store<i32>(end, load<i32>(end) + 1);
    // Noted always, and kept by counting it: the processor would guess a branch here wrong too often.
    const more = i32x4.extract_lane(places, 3) - strip;
    store<i32>(tallAt + ((<usize>tall) << 2), i);
    store<i32>(furtherAt + ((<usize>tall) << 2), more);
    tall += i32(more > 0);
  }
  for (let i = 0; i < tall; i++) {
    const box = <usize>load<i32>(tallAt + ((<usize>i) << 2));
    let end = endsAt + ((<usize>load<i32>(cellsAt + (box << 2))) << 2);
    for (let more = load<i32>(furtherAt + ((<usize>i) << 2)); more > 0; more--) {
      end += (<usize>slices) << 2;
      store<i32>(end, load<i32>(end) + 1);
    }
  }
  return tall;
}

/** Bytes of what `takeLists` tells of each strip are two to the power of this: LIST_INTS of strip-lists.ts. */
const LIST_SHIFT: usize = 4;

/**
 * Takes a list for each strip, and of it a piece for each slice, as long as `ends` says, which is turned to where they start.
 * @param listsAt gets, by strip: where its list begins and ends, and the sum of the squares of what its slices hold, or the greatest integer
 * @returns where the next list may begin
 */
export function takeLists(
  endsAt: usize,
  strips: i32,
  sliceBits: i32,
  listsAt: usize,
  boxesAt: usize,
  entryTagsAt: usize,
): i32 {
  const slices = 1 << sliceBits;
  let place = 0;
  let end = endsAt;
  for (let strip = 0; strip < strips; strip++) {
    const list = listsAt + ((<usize>strip) << LIST_SHIFT);
    store<i32>(list, place);
    let squares: f64 = 0;
    for (let slice = 0; slice < slices; slice++) {
      const size = load<i32>(end);
      store<i32>(end, place);
      squares += f64(size) * size;
      place += size;
      end += 4;
    }
    store<i32>(list, place, 4);
    store<i32>(list, i32(squares), 8);
    place = endList(boxesAt, entryTagsAt, place);
  }
  return place;
}

/** Writes each box into the list of the first strip that it meets. */
export function writeEntries(
  sourcesAt: usize,
  sourceTagsAt: usize,
  count: i32,
  cellsAt: usize,
  endsAt: usize,
  boxesAt: usize,
  entryTagsAt: usize,
): void {
  let source = sourcesAt;
  for (let i: usize = 0; i < <usize>count; i++) {
    const place = takePlace(endsAt, load<i32>(cellsAt + (i << 2)));
    v128.store(boxesAt + ((<usize>place) << BOX_SHIFT), v128.load(source));
    store<i32>(entryTagsAt + ((<usize>place) << TAG_SHIFT), load<i32>(sourceTagsAt + (i << 2)));
    source += 16;
  }
}

/** Writes those that meet more strips than one into the lists of the others. */
export function writeFurtherEntries(
  sourcesAt: usize,
  sourceTagsAt: usize,
  tallAt: usize,
  furtherAt: usize,
  tall: i32,
  sliceBits: i32,
  cellsAt: usize,
  endsAt: usize,
  boxesAt: usize,
  entryTagsAt: usize,
): void {
  for (let i = 0; i < tall; i++) {
    const source = <usize>load<i32>(tallAt + ((<usize>i) << 2));
    const box = v128.load(sourcesAt + (source << BOX_SHIFT));
    const tag = load<i32>(sourceTagsAt + (source << TAG_SHIFT)) | ABOVE;
    let cell = load<i32>(cellsAt + (source << 2));
    for (let more = load<i32>(furtherAt + ((<usize>i) << 2)); more > 0; more--) {
      cell += 1 << sliceBits;
      const place = takePlace(endsAt, cell);
      v128.store(boxesAt + ((<usize>place) << BOX_SHIFT), box);
      store<i32>(entryTagsAt + ((<usize>place) << TAG_SHIFT), tag);
    }
  }
}

/** The next place in a slice. */
function takePlace(endsAt: usize, cell: i32): i32 {
  const end = endsAt + ((<usize>cell) << 2);
  const place = load<i32>(end);
  store<i32>(end, place + 1);
  return place;
}
