/** Lists as tests compare them: plain, in order. */
import type { IdList } from "../../space/space.ts";

export function sorted(values: Iterable<number>): number[] {
  return [...values].sort((a, b) => a - b);
}

export function idsOf({ ids, count }: Readonly<IdList>): number[] {
  return sorted(ids.subarray(0, count));
}

export function slotsOf({ slots, count }: { readonly slots: Int32Array; readonly count: number }): number[] {
  return sorted(slots.subarray(0, count));
}

export function listOf(...ids: number[]): IdList {
  return { ids: Int32Array.from(ids), count: ids.length };
}
