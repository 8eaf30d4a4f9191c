import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { slotOf } from "./bodies.ts";
import { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
import type { ContactEventList } from "./events.ts";
import { collide } from "./narrowphase/collide.ts";
import { createContact } from "./narrowphase/contact-list.ts";
import { sweepCollide } from "./narrowphase/sweep.ts";
import { box, circle } from "./shapes.ts";
import { createSpace, type Space } from "./space.ts";
import { TWIN_BOUNDS, TWIN_CHANGES, Twin } from "./testing/twin.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

function pairsIn({ a, b, sensor, count }: Pick<ContactEventList, "a" | "b" | "sensor" | "count">): string[] {
  return Array.from({ length: count }, (_, i) => `${a[i]},${b[i]}${sensor[i] === 1 ? " sensor" : ""}`);
}

function eventsOf({ events }: Space) {
  return { begin: pairsIn(events.begin), stay: pairsIn(events.stay), end: pairsIn(events.end) };
}

/** The contacts that a look at every pair of bodies finds, in the order of their slots. */
function naiveContacts(twin: Twin, sweep: boolean): string[] {
  const { bodies } = twin.space;
  const contact = createContact();
  const slots = twin.slotsWhere(undefined, () => true);
  const pairs: string[] = [];
  for (const a of slots) {
    for (const b of slots) {
      if (a >= b || (bodies.still[a] & bodies.still[b]) === 1) continue;
      if ((bodies.category[a] & bodies.mask[b]) === 0 || (bodies.category[b] & bodies.mask[a]) === 0) continue;
      if (!(sweep ? sweepCollide : collide)(bodies, a, b, contact)) continue;
      pairs.push(`${bodies.ids[a]},${bodies.ids[b]}${bodies.sensor[a] || bodies.sensor[b] ? " sensor" : ""}`);
    }
  }
  return pairs;
}

/** Steps, and checks that every contact begins once and ends once. `open` is what has begun and not ended. */
function stepAndCheck(twin: Twin, sweep: boolean, open: Set<string>): ReturnType<typeof eventsOf> {
  const expected = naiveContacts(twin, sweep);
  twin.space.step();
  const { contacts } = twin.space;
  const events = eventsOf(twin.space);
  expect(pairsIn(contacts)).toEqual(expected);
  for (const pair of events.end) expect(open.delete(pair)).toBe(true);
  for (const pair of events.stay) expect(open.has(pair)).toBe(true);
  for (const pair of events.begin) {
    expect(open.has(pair)).toBe(false);
    open.add(pair);
  }
  expect([...open].sort()).toEqual([...expected].sort());
  expect([...events.begin, ...events.stay].sort()).toEqual([...expected].sort());
  return events;
}

describe("contacts and their events", () => {
  test("each begin has one end, whatever happens, and all is the same for every broad phase", () => {
    const command = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...TWIN_CHANGES) },
      { weight: 1, arbitrary: fc.constant("step" as const) },
    );
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        fc.array(command, { maxLength: 80 }),
        (seed, count, sweep, commands) => {
          const histories = BROAD_PHASE_NAMES.map((name) => {
            // So few slots that they are soon used again.
            const twin = new Twin(name, seed, { sweep, capacity: 40 });
            const open = new Set<string>();
            const history: ReturnType<typeof eventsOf>[] = [];
            for (let i = 0; i < count; i++) twin.apply("add");
            for (const each of commands) {
              if (each === "step") history.push(stepAndCheck(twin, sweep, open));
              else twin.apply(each);
            }
            while (twin.ids.length > 0) twin.apply("remove");
            history.push(stepAndCheck(twin, sweep, open));
            expect(open.size).toBe(0);
            return history;
          });
          for (const history of histories) expect(history).toEqual(histories[0]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ["moved", (space: Space, id: number) => space.move(id, 50, 50)],
    ["teleported", (space: Space, id: number) => space.teleport(id, 50, 50)],
    ["removed", (space: Space, id: number) => space.remove(id)],
    ["filtered anew", (space: Space, id: number) => space.setFilter(id, 1, 0)],
    ["made smaller", (space: Space, id: number) => space.resize(id, 0.1)],
    [
      "filtered anew, teleported and removed",
      (space: Space, id: number) => {
        space.setFilter(id, 1, 0);
        space.teleport(id, 50, 50);
        space.remove(id);
      },
    ],
  ])("a body that is %s ends its contact once", (_what, part) => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 2 });
    const a = space.add(circle(1), 0, 0);
    const b = space.add(circle(1), 1.5, 0);
    space.step();
    expect(eventsOf(space)).toEqual({ begin: [`${a},${b}`], stay: [], end: [] });
    space.step();
    expect(eventsOf(space)).toEqual({ begin: [], stay: [`${a},${b}`], end: [] });
    part(space, b);
    space.step();
    expect(eventsOf(space)).toEqual({ begin: [], stay: [], end: [`${a},${b}`] });
    space.step();
    expect(eventsOf(space)).toEqual({ begin: [], stay: [], end: [] });
  });

  test("another body in the slot of a removed one begins a contact of its own as the old one ends", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 2 });
    const a = space.add(circle(1), 0, 0);
    const b = space.add(circle(1), 1, 0);
    space.step();
    space.remove(b);
    space.step();
    expect(eventsOf(space).end).toEqual([`${a},${b}`]);
    const c = space.add(circle(1), 1, 0);
    expect(slotOf(c)).toBe(slotOf(b));
    space.step();
    expect(eventsOf(space)).toEqual({ begin: [`${a},${c}`], stay: [], end: [] });
  });

  test("a contact that parts and is made again between two steps goes on", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 2 });
    const a = space.add(circle(1), 0, 0);
    const b = space.add(circle(1), 1, 0);
    space.step();
    space.teleport(b, 50, 0);
    space.teleport(b, 1, 0);
    space.step();
    expect(eventsOf(space)).toEqual({ begin: [], stay: [`${a},${b}`], end: [] });
  });

  test("tell where a sensor is one of the two", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 3 });
    const zone = space.add(box(10, 10), 0, 0, { still: true, sensor: true });
    const a = space.add(circle(1), 0, 0);
    const b = space.add(circle(1), 1, 0);
    space.step();
    expect(pairsIn(space.contacts)).toEqual([`${zone},${a} sensor`, `${zone},${b} sensor`, `${a},${b}`]);
    expect(eventsOf(space).begin).toEqual(pairsIn(space.contacts));
    space.remove(zone);
    space.step();
    expect(eventsOf(space).end).toEqual([`${zone},${a} sensor`, `${zone},${b} sensor`]);
  });
});
