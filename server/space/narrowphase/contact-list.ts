import type { BodyId } from "../bodies.ts";
import { grownFloat64, grownInt32 } from "../grow.ts";

/**
 * Contacts of the last step: the first `count` of each column. Growing replaces the columns, so read them anew after a step.
 */
export interface ContactList {
  count: number;
  /** Ids of the two bodies. */
  a: Int32Array;
  b: Int32Array;
  /** Unit vector from the centre of a to that of b; (1, 0) where the centres coincide. */
  normalX: Float64Array;
  normalY: Float64Array;
  /** How deep the circles overlap along the normal, in u; 0 where they touch. */
  depth: Float64Array;
}

/** How many contacts a list holds before it first grows. */
const FIRST_CAPACITY = 1024;

export function createContactList(): ContactList {
  return {
    count: 0,
    a: new Int32Array(FIRST_CAPACITY),
    b: new Int32Array(FIRST_CAPACITY),
    normalX: new Float64Array(FIRST_CAPACITY),
    normalY: new Float64Array(FIRST_CAPACITY),
    depth: new Float64Array(FIRST_CAPACITY),
  };
}

/** Makes room for `length` contacts. */
export function growContacts(contacts: ContactList, length: number): void {
  contacts.a = grownInt32(contacts.a, length);
  contacts.b = grownInt32(contacts.b, length);
  contacts.normalX = grownFloat64(contacts.normalX, length);
  contacts.normalY = grownFloat64(contacts.normalY, length);
  contacts.depth = grownFloat64(contacts.depth, length);
}

/** Appends a contact; there must be room. */
export function pushContact(
  contacts: ContactList,
  a: BodyId,
  b: BodyId,
  normalX: number,
  normalY: number,
  depth: number,
): void {
  const at = contacts.count++;
  contacts.a[at] = a;
  contacts.b[at] = b;
  contacts.normalX[at] = normalX;
  contacts.normalY[at] = normalY;
  contacts.depth[at] = depth;
}
