import type { BodyId, BodyStore } from "./bodies.ts";

/** Which bodies a query or cast looks at. An absent field lets all pass. */
export interface QueryFilter {
  /** What asks: bodies whose mask has none of these bits are passed over. */
  readonly category?: number;
  /** What is asked for: bodies whose category has none of these bits are passed over. */
  readonly mask?: number;
  /** Asked last, for each body that would be given. It must not change the space; it may ask it other things. */
  readonly predicate?: (id: BodyId) => boolean;
}

const ALL = -1;

/** Whether the body in `slot` passes. */
export function passes(filter: QueryFilter | undefined, { category, mask, ids }: BodyStore, slot: number): boolean {
  if (filter === undefined) return true;
  const { category: asking = ALL, mask: wanted = ALL, predicate } = filter;
  if ((category[slot] & wanted) === 0 || (mask[slot] & asking) === 0) return false;
  return predicate === undefined || predicate(ids[slot]);
}
