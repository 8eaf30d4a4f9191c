/** From pairs of boxes to contacts of shapes: what a step does with the broad phase's pairs. */
import type { BodyStore } from "./bodies.ts";
import type { PairList } from "./broadphase/pair-list.ts";
import { collide } from "./narrowphase/collide.ts";
import { type Contact, type ContactList, growContacts, pushContact } from "./narrowphase/contact-list.ts";
import { sweepCollide } from "./narrowphase/sweep.ts";

/**
 * Replaces what `into` holds by the contacts among `pairs`, in their order.
 *
 * @param sweep whether what two bodies met on their way counts, and not only where they are
 * @param contact is written over
 */
export function findContacts(
  bodies: BodyStore,
  { a, b, count }: PairList,
  sweep: boolean,
  contact: Contact,
  into: ContactList,
): void {
  const { ids, sensor } = bodies;
  into.count = 0;
  growContacts(into, count);
  for (let i = 0; i < count; i++) {
    const slotA = a[i];
    const slotB = b[i];
    const meet = sweep ? sweepCollide(bodies, slotA, slotB, contact) : collide(bodies, slotA, slotB, contact);
    if (meet) pushContact(into, ids[slotA], ids[slotB], contact, sensor[slotA] | sensor[slotB]);
  }
}
