/**
 * The most bots that a machine holds: doubled until they are too many, then the gap halved until it is small.
 *
 * It takes the world for monotone: where n are too many, so are more. Near the limit that is not quite so, since one try is a
 * sample, and what it finds is good to the noise of a try.
 */

export interface Capacity {
  /** The most that were held; 0: not even the first. */
  readonly held: number;
  /** The fewest that were too many; undefined: `most` were held. */
  readonly tooMany: number | undefined;
}

export interface Search {
  readonly start: number;
  readonly most: number;
  /** The gap between held and too many at which it ends, as a share of what is held. */
  readonly resolution: number;
}

/** @param holds tries so many bots; undefined ends the search with what is known. */
export async function findCapacity(
  holds: (bots: number) => Promise<boolean | undefined>,
  { start, most, resolution }: Search,
): Promise<Capacity> {
  let held = 0;
  let tooMany: number | undefined;
  let next = Math.min(start, most);
  for (;;) {
    const verdict = await holds(next);
    if (verdict === undefined) return { held, tooMany };
    if (verdict) held = next;
    else tooMany = next;
    if (held >= most) return { held, tooMany: undefined };
    if (tooMany === undefined) next = Math.min(most, 2 * held);
    else if (tooMany - held <= Math.max(1, resolution * held)) return { held, tooMany };
    else next = Math.floor((held + tooMany) / 2);
  }
}
