import { describe, expect, test } from "vitest";
import { slotOf } from "./bodies.ts";
import { BROAD_PHASE_NAMES, type BroadPhaseName } from "./broadphase/catalog.ts";
import { createContact } from "./narrowphase/contact-list.ts";
import { sweepCollide } from "./narrowphase/sweep.ts";
import { box, capsule, circle, polygon, type Shape, segment } from "./shapes.ts";
import { createSpace } from "./space.ts";
import { contactsOf } from "./testing/answers.ts";
import { TWIN_BOUNDS as BOUNDS } from "./testing/twin.ts";

/** A bullet that goes from −50 to 50 in one tick, past whatever is at 0. */
function createShot(name: BroadPhaseName, sweep: boolean, target: Shape) {
  const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name, sweep });
  const bullet = space.add(circle(1), -50, 0);
  const hit = space.add(target, 0, 0, { still: true });
  space.step();
  return { space, bullet, hit };
}

const targets = {
  circle: circle(2),
  point: circle(0),
  wall: segment(0, 20),
  capsule: capsule(3, 3, 1),
  box: box(1, 10),
  polygon: polygon([-2, -2, 2, -2, 0, 3]),
};

describe.each(BROAD_PHASE_NAMES)("a swept space with %s", (name) => {
  test.each(Object.entries(targets))(
    "lets no circle through a %s, which boxes without the motion would miss",
    (_what, target) => {
      const swept = createShot(name, true, target);
      swept.space.move(swept.bullet, 50, 0);
      swept.space.step();
      const { contacts } = swept.space;
      expect(contactsOf(swept.space)).toEqual([`${swept.bullet},${swept.hit}`]);
      expect(contacts.fraction[0]).toBeGreaterThan(0.4);
      expect(contacts.fraction[0]).toBeLessThan(0.5);
      expect(contacts.normalX[0]).toBeGreaterThan(0);

      const unswept = createShot(name, false, target);
      unswept.space.move(unswept.bullet, 50, 0);
      // The narrow phase would see it, but never gets to: the boxes do not overlap.
      const { bodies } = unswept.space;
      expect(sweepCollide(bodies, slotOf(unswept.bullet), slotOf(unswept.hit), createContact())).toBe(true);
      unswept.space.step();
      expect([unswept.space.counters.pairs, unswept.space.contacts.count]).toEqual([0, 0]);
    },
  );

  test("lets no two circles through each other, whatever their speeds", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 10, broadPhase: name, sweep: true });
    const a = space.add(circle(0.1), -90, -90);
    const b = space.add(circle(0.1), 90, 90);
    space.step();
    space.move(a, 90, 90);
    space.move(b, -90, -90);
    space.step();
    expect(contactsOf(space)).toEqual([`${a},${b}`]);
    expect(space.contacts.fraction[0]).toBeCloseTo(0.5, 2);
    // Now they rest, far apart: their boxes shrink, and the contact is over.
    space.step();
    expect([space.contacts.count, space.counters.pairs]).toEqual([0, 0]);
    expect(space.events.end.count).toBe(1);
  });

  describe("a teleport", () => {
    test("meets nothing on its way, nor on that of a move before it in the same tick", () => {
      const { space, bullet } = createShot(name, true, targets.wall);
      space.teleport(bullet, 50, 0);
      space.step();
      expect([space.contacts.count, space.counters.pairs]).toEqual([0, 0]);
      space.teleport(bullet, -50, 0);
      space.step();
      // Past the wall and on; past the wall and back; up to the wall.
      for (const [moved, teleported] of [
        [50, 60],
        [50, -50],
        [0, 50],
      ]) {
        space.move(bullet, moved, 0);
        space.teleport(bullet, teleported, 0);
        space.step();
        expect([moved, space.contacts.count, space.counters.pairs]).toEqual([moved, 0, 0]);
        space.teleport(bullet, -50, 0);
        space.step();
      }
    });

    test("begins the way of the moves after it, and nothing before it counts", () => {
      const { space, bullet, hit } = createShot(name, true, targets.wall);
      const beyond = space.add(targets.wall, 65, 0, { still: true });
      space.step();
      // From 50 to 80: past the second wall, and not past the first, which is on the way from −50.
      space.teleport(bullet, 50, 0);
      space.move(bullet, 80, 0);
      space.step();
      expect(contactsOf(space)).toEqual([`${bullet},${beyond}`]);
      expect(space.contacts.fraction[0]).toBeCloseTo(14 / 30, 6);
      // From 80 first to 90, which does not count, then from 50 to −50: the first wall alone.
      space.move(bullet, 90, 0);
      space.teleport(bullet, 50, 0);
      space.move(bullet, -50, 0);
      space.step();
      expect(contactsOf(space)).toEqual([`${bullet},${hit}`]);
      expect(space.contacts.fraction[0]).toBeCloseTo(0.49, 6);
      // It has come to rest: the next step sweeps no more.
      space.step();
      expect(space.contacts.count).toBe(0);
    });
  });

  test("sweeps both parts of a way of two moves as one", () => {
    const { space, bullet, hit } = createShot(name, true, targets.wall);
    space.move(bullet, -10, 0);
    space.move(bullet, 10, 0);
    space.step();
    expect(contactsOf(space)).toEqual([`${bullet},${hit}`]);
  });
});
