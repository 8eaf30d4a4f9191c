import { type BodyId, type BodyStore, NO_BODY } from "./bodies.ts";
import { SpaceError } from "./errors.ts";

/** Which bodies a query or cast looks at. An absent field lets all pass. */
export interface QueryFilter {
  /** What asks: bodies whose mask has none of these bits are passed over. Not 0. */
  readonly category?: number;
  /** What is asked for: bodies whose category has none of these bits are passed over. Not 0. */
  readonly mask?: number;
  /**
   * Asked last, of bodies that would be given (`nearest` and the closest hit of a cast: would be given as far as is known then).
   * It may ask the space other things, into other lists. It should not change the space; a body that it removes may still be
   * given.
   */
  readonly predicate?: (id: BodyId) => boolean;
}

const ALL = -1;

/** Whether the body in `slot` passes. A predicate may call the space again: nothing shared may be in use at this call. */
export function passes(filter: QueryFilter | undefined, { category, mask, ids }: BodyStore, slot: number): boolean {
  // A predicate asked before may have removed the body.
  if (ids[slot] === NO_BODY) return false;
  if (filter === undefined) return true;
  const { category: asking = ALL, mask: wanted = ALL, predicate } = filter;
  if ((category[slot] & wanted) === 0 || (mask[slot] & asking) === 0) return false;
  return predicate === undefined || predicate(ids[slot]);
}

/** Throws a SpaceError ("bad-option") for a filter that nothing can pass, or whose fields are not what they should be. */
export function requireQueryFilter(filter: QueryFilter | undefined): void {
  if (filter === undefined) return;
  const { category = ALL, mask = ALL, predicate } = filter;
  requireSomeBits("filter.category", category);
  requireSomeBits("filter.mask", mask);
  if (predicate !== undefined && typeof predicate !== "function") {
    throw new SpaceError("bad-option", "filter.predicate", predicate, "give a function of an id, or leave it out.");
  }
}

/** Throws a SpaceError unless `bits` are 32 bits, as a signed or unsigned integer. */
export function requireBits(field: string, bits: number): void {
  if ((bits | 0) === bits || bits >>> 0 === bits) return;
  throw new SpaceError("bad-option", field, bits, "give 32 bits, as an integer.");
}

/** As `requireBits`, and one of them at least set. */
export function requireSomeBits(field: string, bits: number): void {
  requireBits(field, bits);
  if (bits === 0) throw new SpaceError("bad-option", field, bits, "give one bit at least.");
}
