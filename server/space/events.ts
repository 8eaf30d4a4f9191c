/**
 * Contact events: which contacts of a step are new, which went on, and which of the step before are over.
 *
 * Both steps' contacts are in the order of (slot of a, slot of b), so one merge of the two lists tells them apart. Ids are
 * compared whole, with their generation: a body in a slot that was another's is another body. So each begin has exactly one
 * end, whatever parted the two: motion, teleport, removal, another filter, or several of them in one tick; and a contact that
 * parts and is made again between two steps goes on.
 *
 * Cost: O(contacts before + contacts now); nothing is allocated once the lists have grown.
 */
import { slotOf } from "./bodies.ts";
import { grownInt32, grownUint8 } from "./grow.ts";
import type { ContactList } from "./narrowphase/contact-list.ts";

/** Pairs of ids, in the order of their slots: the first `count` of each column. Growing replaces the columns. */
export interface ContactEventList {
  count: number;
  a: Int32Array;
  b: Int32Array;
  /** 1 where one of the two is, or was, a sensor. */
  sensor: Uint8Array;
}

/** What the last step changed. `begin` and `stay` together are its contacts. */
export interface ContactEvents {
  /** Contacts that the step before did not have. */
  readonly begin: Readonly<ContactEventList>;
  /** Contacts that it had too. */
  readonly stay: Readonly<ContactEventList>;
  /** Contacts that it had and that are over. Either body may be gone: ask `has`. */
  readonly end: Readonly<ContactEventList>;
}

export interface ContactEventTracker {
  readonly events: ContactEvents;
  /** Takes in the contacts of a step, ordered by slots. */
  update(contacts: Readonly<ContactList>): void;
}

/** How many events a list holds before it first grows. */
const FIRST_CAPACITY = 256;

function createEventList(): ContactEventList {
  return {
    count: 0,
    a: new Int32Array(FIRST_CAPACITY),
    b: new Int32Array(FIRST_CAPACITY),
    sensor: new Uint8Array(FIRST_CAPACITY),
  };
}

function growEvents(events: ContactEventList, length: number): void {
  events.a = grownInt32(events.a, length);
  events.b = grownInt32(events.b, length);
  events.sensor = grownUint8(events.sensor, length);
}

function push(events: ContactEventList, a: number, b: number, sensor: number): void {
  const at = events.count++;
  events.a[at] = a;
  events.b[at] = b;
  events.sensor[at] = sensor;
}

export function createContactEventTracker(): ContactEventTracker {
  const begin = createEventList();
  const stay = createEventList();
  const end = createEventList();
  const before = createEventList();

  return {
    events: { begin, stay, end },

    update({ a, b, sensor, count }) {
      growEvents(begin, count);
      growEvents(stay, Math.min(count, before.count));
      growEvents(end, before.count);
      begin.count = stay.count = end.count = 0;
      let old = 0;
      for (let i = 0; i < count; i++) {
        while (old < before.count && comesBefore(before.a[old], before.b[old], a[i], b[i])) {
          push(end, before.a[old], before.b[old], before.sensor[old]);
          old++;
        }
        if (old < before.count && before.a[old] === a[i] && before.b[old] === b[i]) {
          push(stay, a[i], b[i], sensor[i]);
          old++;
        } else {
          push(begin, a[i], b[i], sensor[i]);
        }
      }
      for (; old < before.count; old++) push(end, before.a[old], before.b[old], before.sensor[old]);
      growEvents(before, count);
      before.count = 0;
      for (let i = 0; i < count; i++) push(before, a[i], b[i], sensor[i]);
    },
  };
}

/** Whether the slots of the pair (a, b) come before those of the other. */
function comesBefore(a: number, b: number, otherA: number, otherB: number): boolean {
  const byA = slotOf(a) - slotOf(otherA);
  return byA !== 0 ? byA < 0 : slotOf(b) < slotOf(otherB);
}
