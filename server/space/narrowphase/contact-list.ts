import type { BodyId } from "../bodies.ts";
import { grownFloat64, grownInt32, grownUint8 } from "../grow.ts";

/** Where two shapes meet, in a swept space as of `fraction`; one object is filled again and again. */
export interface Contact {
  /** A point of the overlap, near its middle; where they touch, a point of touch. */
  pointX: number;
  pointY: number;
  /** Unit vector from a to b: the direction in which moving b by `depth` parts them. */
  normalX: number;
  normalY: number;
  /** How deep they overlap along the normal, in u; 0 where they touch. */
  depth: number;
  /** In a swept space, the part of their motion after which they first touched, from 0 to 1; 0 if they already did. Else 0. */
  fraction: number;
}

export function createContact(): Contact {
  return { pointX: 0, pointY: 0, normalX: 1, normalY: 0, depth: 0, fraction: 0 };
}

/**
 * Contacts of the last step: the first `count` of each column. Growing replaces the columns, so read them anew after a step.
 */
export interface ContactList {
  count: number;
  /** Ids of the two bodies. */
  a: Int32Array;
  b: Int32Array;
  /** As in `Contact`. */
  pointX: Float64Array;
  pointY: Float64Array;
  normalX: Float64Array;
  normalY: Float64Array;
  depth: Float64Array;
  fraction: Float64Array;
  /** 1 where one of the two is a sensor at least: reported, and not to be pushed apart. */
  sensor: Uint8Array;
}

/** How many contacts a list holds before it first grows. */
const FIRST_CAPACITY = 1024;

export function createContactList(): ContactList {
  const column = () => new Float64Array(FIRST_CAPACITY);
  return {
    count: 0,
    a: new Int32Array(FIRST_CAPACITY),
    b: new Int32Array(FIRST_CAPACITY),
    pointX: column(),
    pointY: column(),
    normalX: column(),
    normalY: column(),
    depth: column(),
    fraction: column(),
    sensor: new Uint8Array(FIRST_CAPACITY),
  };
}

/** Makes room for `length` contacts. */
export function growContacts(contacts: ContactList, length: number): void {
  contacts.a = grownInt32(contacts.a, length);
  contacts.b = grownInt32(contacts.b, length);
  contacts.pointX = grownFloat64(contacts.pointX, length);
  contacts.pointY = grownFloat64(contacts.pointY, length);
  contacts.normalX = grownFloat64(contacts.normalX, length);
  contacts.normalY = grownFloat64(contacts.normalY, length);
  contacts.depth = grownFloat64(contacts.depth, length);
  contacts.fraction = grownFloat64(contacts.fraction, length);
  contacts.sensor = grownUint8(contacts.sensor, length);
}

/** Appends `contact` of the bodies `a` and `b`; `sensor` is 1 if one of them is a sensor. There must be room. */
export function pushContact(contacts: ContactList, a: BodyId, b: BodyId, contact: Contact, sensor: number): void {
  const at = contacts.count++;
  contacts.a[at] = a;
  contacts.b[at] = b;
  contacts.pointX[at] = contact.pointX;
  contacts.pointY[at] = contact.pointY;
  contacts.normalX[at] = contact.normalX;
  contacts.normalY[at] = contact.normalY;
  contacts.depth[at] = contact.depth;
  contacts.fraction[at] = contact.fraction;
  contacts.sensor[at] = sensor;
}
