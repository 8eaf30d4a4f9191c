/** Finds the strips and slices of boxes and writes the lists of the strips; strip-lists.ts tells the whole. */
import { cellOf } from "./cells";
import { ABOVE, BOX_SHIFT, endList, SLOT, TAG_SHIFT } from "./entry";

/**
 * Finds the first strip that each of the first `count` of `tags` meets, and its slice there, and counts them.
 * @param leftAt, topAt, bottomAt edges by slot, in the tree's own x and y
 * @param cellsAt gets, by body, strip × slices + slice
 * @param endsAt gets, by slice of a strip, how many begin there, bodies in further strips included
 * @param tallAt, furtherAt get the bodies that meet more strips than one, and how many more
 * @returns how many those are
 */
export function assignStrips(
  leftAt: usize, topAt: usize, bottomAt: usize, tagsAt: usize, count: i32,
  cellsAt: usize, endsAt: usize, tallAt: usize, furtherAt: usize,
  originX: f64, slicesPerUnit: f64, sliceBits: i32, originY: f64, stripsPerUnit: f64, strips: i32,
): i32 {
  const slices = 1 << sliceBits;
  memory.fill(endsAt, 0, (<usize>(strips << sliceBits)) << 2);
  let tall = 0;
  for (let i = 0; i < count; i++) {
    const slot = (<usize>(load<i32>(tagsAt + ((<usize>i) << 2)) & SLOT)) << 2;
    const strip = cellOf(load<f32>(topAt + slot), originY, stripsPerUnit, strips);
    const more = cellOf(load<f32>(bottomAt + slot), originY, stripsPerUnit, strips) - strip;
    const cell = (strip << sliceBits) | cellOf(load<f32>(leftAt + slot), originX, slicesPerUnit, slices);
    store<i32>(cellsAt + ((<usize>i) << 2), cell);
    const end = endsAt + ((<usize>cell) << 2);
    store<i32>(end, load<i32>(end) + 1);
    // Noted always, and kept by counting it: the processor would guess a branch here wrong too often.
    store<i32>(tallAt + ((<usize>tall) << 2), i);
    store<i32>(furtherAt + ((<usize>tall) << 2), more);
    tall += i32(more > 0);
  }
  for (let i = 0; i < tall; i++) {
    const body = <usize>load<i32>(tallAt + ((<usize>i) << 2));
    let end = endsAt + ((<usize>load<i32>(cellsAt + (body << 2))) << 2);
    for (let more = load<i32>(furtherAt + ((<usize>i) << 2)); more > 0; more--) {
      end += (<usize>slices) << 2;
      store<i32>(end, load<i32>(end) + 1);
    }
  }
  return tall;
}

/** Integers that `takeLists` tells of each strip. */
export const LIST_SHIFT: usize = 4;

/**
 * Takes a list for each strip, and of it a piece for each slice, as long as `ends` says, which is turned to where they start.
 * @param listsAt gets, by strip: where its list begins and ends, and the sum of the squares of what its slices hold
 * @returns where the next list may begin
 */
export function takeLists(
  endsAt: usize, strips: i32, sliceBits: i32, listsAt: usize, boxesAt: usize, entryTagsAt: usize,
): i32 {
  const slices = 1 << sliceBits;
  let place = 0;
  let end = endsAt;
  for (let strip = 0; strip < strips; strip++) {
    const list = listsAt + ((<usize>strip) << LIST_SHIFT);
    store<i32>(list, place);
    let squares = 0;
    for (let slice = 0; slice < slices; slice++) {
      const size = load<i32>(end);
      store<i32>(end, place);
      squares += size * size;
      place += size;
      end += 4;
    }
    store<i32>(list, place, 4);
    store<i32>(list, squares, 8);
    place = endList(boxesAt, entryTagsAt, place);
  }
  return place;
}

/** Writes each body, of those from `from` up to `to`, into the list of the first strip that it meets. */
export function writeEntries(
  leftAt: usize, topAt: usize, rightAt: usize, bottomAt: usize, tagsAt: usize, from: i32, to: i32, flags: i32,
  cellsAt: usize, endsAt: usize, boxesAt: usize, entryTagsAt: usize,
): void {
  for (let i = from; i < to; i++) {
    const tag = load<i32>(tagsAt + ((<usize>i) << 2));
    const place = takePlace(endsAt, load<i32>(cellsAt + ((<usize>i) << 2)));
    writeEntry(leftAt, topAt, rightAt, bottomAt, tag & SLOT, tag | flags, boxesAt, entryTagsAt, place);
  }
}

/** Writes those that meet more strips than one into the lists of the others. */
export function writeFurtherEntries(
  leftAt: usize, topAt: usize, rightAt: usize, bottomAt: usize, tagsAt: usize, movers: i32, stillFlag: i32,
  tallAt: usize, furtherAt: usize, tall: i32, sliceBits: i32,
  cellsAt: usize, endsAt: usize, boxesAt: usize, entryTagsAt: usize,
): void {
  for (let i = 0; i < tall; i++) {
    const body = load<i32>(tallAt + ((<usize>i) << 2));
    const tag = load<i32>(tagsAt + ((<usize>body) << 2));
    const flags = body < movers ? ABOVE : ABOVE | stillFlag;
    let cell = load<i32>(cellsAt + ((<usize>body) << 2));
    for (let more = load<i32>(furtherAt + ((<usize>i) << 2)); more > 0; more--) {
      cell += 1 << sliceBits;
      const place = takePlace(endsAt, cell);
      writeEntry(leftAt, topAt, rightAt, bottomAt, tag & SLOT, tag | flags, boxesAt, entryTagsAt, place);
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

function writeEntry(
  leftAt: usize, topAt: usize, rightAt: usize, bottomAt: usize, slot: i32, tag: i32,
  boxesAt: usize, entryTagsAt: usize, place: i32,
): void {
  const edge = (<usize>slot) << 2;
  const box = boxesAt + ((<usize>place) << BOX_SHIFT);
  store<f32>(box, load<f32>(leftAt + edge));
  store<f32>(box, load<f32>(topAt + edge), 4);
  store<f32>(box, -load<f32>(rightAt + edge), 8);
  store<f32>(box, -load<f32>(bottomAt + edge), 12);
  store<i32>(entryTagsAt + ((<usize>place) << TAG_SHIFT), tag);
}
