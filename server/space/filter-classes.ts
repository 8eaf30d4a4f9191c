/**
 * Bodies by what they meet: each pair of category and mask that occurs is a class, so that a broad phase can ask of two
 * classes, by one bit, what it would have to ask of two categories and two masks. The classes are few in any game; bodies of
 * those that come after the first MOST_CLASSES are in none, and must be asked by category and mask.
 */
export interface FilterClasses {
  /** How many classes there are. */
  count: number;
  /** By class, from 1: its category and mask. */
  readonly categories: Int32Array;
  readonly masks: Int32Array;
  /** By class: the classes that it does not meet, class n as bit n − 1. None for 0, which stands for no class. */
  readonly refused: Int32Array;
  /** Whether any body ever was in no class. */
  areTooFew: boolean;
}

/** The classes have numbers from 1 to this. */
export const MOST_CLASSES = 9;

export function createFilterClasses(): FilterClasses {
  return {
    count: 0,
    categories: new Int32Array(MOST_CLASSES + 1),
    masks: new Int32Array(MOST_CLASSES + 1),
    refused: new Int32Array(MOST_CLASSES + 1),
    areTooFew: false,
  };
}

/** The class of bodies with this category and mask, a new one if need be; 0 if there is no more room for one. */
export function classOf(classes: FilterClasses, category: number, mask: number): number {
  const { count, categories, masks, refused } = classes;
  for (let known = 1; known <= count; known++) {
    if (categories[known] === (category | 0) && masks[known] === (mask | 0)) return known;
  }
  if (count === MOST_CLASSES) {
    classes.areTooFew = true;
    return 0;
  }
  const made = count + 1;
  classes.count = made;
  categories[made] = category;
  masks[made] = mask;
  for (let other = 1; other <= made; other++) {
    if ((category & masks[other]) !== 0 && (categories[other] & mask) !== 0) continue;
    refused[made] |= 1 << (other - 1);
    refused[other] |= 1 << (made - 1);
  }
  return made;
}
