/**
 * Sorts bodies into classes of like size, so that each class can have a grid whose cells suit it. A class spans a
 * factor of four at most, unless sizes are so many that classes have to be joined: then those with the fewest bodies
 * join the next larger.
 *
 * A body's size is the longer side of its box, and a cell is CELLS_PER_SIZE times the largest body of its class. A box
 * that boxes.ts has rounded outward is at least 2^−23 as large as its coordinates, so no column lies further than 2^23
 * from 0.
 */
import { MAX_CLASSES } from "./subdivision-cells.ts";

/**
 * The side of a cell over the size of the largest body in it. Over 1, so that a body meets two columns and two rows at
 * most.
 */
export const CELLS_PER_SIZE = 1.5;

/** A bucket holds the sizes of one binary exponent: those between two powers of two. */
const BUCKETS = 256;
/** Buckets to a class. */
const BUCKETS_PER_CLASS = 2;

export interface SizeClasses {
  /** Classes in use, in ascending order of size. */
  count: number;
  /** By class: size of the largest body in u, and how many there are. */
  readonly largest: Float64Array;
  readonly members: Int32Array;
  /** By bucket, as long as bodies are counted; `classOf` holds the class of each once chosen. */
  readonly bucketLargest: Float64Array;
  readonly bucketMembers: Int32Array;
  readonly classOf: Uint8Array;
}

export function createSizeClasses(): SizeClasses {
  return {
    count: 0,
    largest: new Float64Array(BUCKETS),
    members: new Int32Array(BUCKETS),
    bucketLargest: new Float64Array(BUCKETS),
    bucketMembers: new Int32Array(BUCKETS),
    classOf: new Uint8Array(BUCKETS),
  };
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** Forgets all bodies. */
export function clearSizeClasses(classes: SizeClasses): void {
  classes.count = 0;
  classes.bucketMembers.fill(0);
  classes.bucketLargest.fill(0);
}

/** Counts a body of `size` u. @returns its bucket, whose class `classOf` tells once `chooseSizeClasses` has run */
export function countSize({ bucketLargest, bucketMembers }: SizeClasses, size: number): number {
  float[0] = size;
  const bucket = bits[0] >>> 23;
  bucketMembers[bucket]++;
  if (size > bucketLargest[bucket]) bucketLargest[bucket] = size;
  return bucket;
}

/** Chooses the classes of the bodies that were counted. */
export function chooseSizeClasses(classes: SizeClasses): void {
  const { largest, members, bucketLargest, bucketMembers, classOf } = classes;
  let count = 0;
  let firstBucket = -BUCKETS_PER_CLASS;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if (bucketMembers[bucket] === 0) continue;
    if (bucket >= firstBucket + BUCKETS_PER_CLASS) {
      firstBucket = bucket;
      members[count++] = 0;
    }
    classOf[bucket] = count - 1;
    largest[count - 1] = bucketLargest[bucket];
    members[count - 1] += bucketMembers[bucket];
  }
  classes.count = count;
  while (classes.count > MAX_CLASSES) joinSmallestClass(classes);
}

/** Joins the class of the fewest members with the next larger one. */
function joinSmallestClass(classes: SizeClasses): void {
  const { largest, members, classOf, count } = classes;
  let joined = 0;
  for (let i = 1; i < count - 1; i++) if (members[i] < members[joined]) joined = i;
  members[joined + 1] += members[joined];
  members.copyWithin(joined, joined + 1, count);
  largest.copyWithin(joined, joined + 1, count);
  for (let bucket = 0; bucket < BUCKETS; bucket++) if (classOf[bucket] > joined) classOf[bucket]--;
  classes.count = count - 1;
}
