import { describe, expect, test } from "vitest";
import { box, circle, createSpace, slotOf } from "../space/space.ts";
import { type Area, createInterest, InterestError, type InterestOptions } from "./interest.ts";
import { idsOf, listOf, slotsOf, sorted } from "./testing/lists.ts";

const SIZE = 1000;
const BOUNDS = { minX: 0, minY: 0, maxX: SIZE, maxY: SIZE };

function rectangle(centerX: number, centerY: number, width: number, height: number) {
  return { centerX, centerY, width, height };
}

function setUp(options: InterestOptions = {}, areas: readonly Area[] = [rectangle(100, 100, 200, 200)]) {
  const space = createSpace({ bounds: BOUNDS, capacity: 200 });
  const interest = createInterest(space, options);
  const viewer = interest.addViewer();
  viewer.areas = areas;
  return { space, interest, viewer };
}

describe("what is seen", () => {
  test("a body is seen by its extent, from the edge of the area on", () => {
    const { space, interest, viewer } = setUp();
    const touching = space.add(circle(50), 250, 100, { still: true });
    space.add(circle(50), 251, 100, { still: true });
    const huge = space.add(circle(1000), 900, 900, { still: true });
    const wide = space.add(box(160, 10), 280, 100);
    interest.update();
    expect(idsOf(viewer.seen)).toEqual(sorted([touching, huge, wide]));
    expect(slotsOf(viewer.entered)).toEqual(sorted([touching, huge, wide].map(slotOf)));
  });

  test("always-seen bodies are seen outside the area, once inside it, and no longer when they are gone", () => {
    const { space, interest, viewer } = setUp();
    const inside = space.add(circle(10), 100, 100);
    const outside = space.add(circle(10), 900, 900);
    viewer.alwaysSeen = [listOf(inside, outside), listOf(outside)];
    interest.update();
    expect(idsOf(viewer.seen)).toEqual(sorted([inside, outside]));
    space.remove(outside);
    interest.update();
    expect(idsOf(viewer.seen)).toEqual([inside]);
    expect(slotsOf(viewer.left)).toEqual([slotOf(outside)]);
  });

  test("a slot that is given to another body within a tick is in left and in entered", () => {
    for (const options of [{}, { kinds: [{ leastStay: 100, leaveMargin: 50 }] }]) {
      const space = createSpace({ bounds: BOUNDS, capacity: 40 });
      const interest = createInterest(space, options);
      const viewer = interest.addViewer();
      viewer.areas = [rectangle(100, 100, 200, 200)];
      const first = space.add(circle(10), 100, 100);
      interest.update();
      let next = first;
      space.remove(first);
      // A freed slot is not given out again at once.
      while (slotOf(next) !== slotOf(first) || next === first) {
        if (next !== first) space.remove(next);
        next = space.add(circle(10), 120, 100);
        space.step();
      }
      interest.update();
      expect(slotsOf(viewer.left)).toEqual([slotOf(first)]);
      expect(slotsOf(viewer.entered)).toEqual([slotOf(next)]);
      expect(idsOf(viewer.seen)).toEqual([next]);
    }
  });

  test("a circle and a cone are areas, several are their union, and nothing is seen twice", () => {
    const cone = { centerX: 500, centerY: 500, radius: 300, direction: 0, angle: Math.PI / 2 };
    const areas = [rectangle(100, 100, 100, 100), { centerX: 120, centerY: 100, radius: 60 }, cone];
    const { space, interest, viewer } = setUp({}, areas);
    const both = space.add(circle(5), 120, 100);
    const ahead = space.add(circle(5), 700, 500);
    const touchingEdge = space.add(circle(11), 600, 385);
    space.add(circle(5), 300, 500);
    space.add(circle(5), 500, 700);
    interest.update();
    expect(idsOf(viewer.seen)).toEqual(sorted([both, ahead, touchingEdge]));
    expect(viewer.entered.count).toBe(3);
  });

  test("a viewer without an area sees what it always sees", () => {
    const { space, interest, viewer } = setUp({}, []);
    const own = space.add(circle(5), 1, 1);
    space.add(circle(5), 2, 2);
    viewer.alwaysSeen = [listOf(own)];
    interest.update();
    expect(idsOf(viewer.seen)).toEqual([own]);
  });
});

describe("rules by kind", () => {
  const kindOf = new Uint8Array(200);

  test("a body that was seen stays while within the margin, and one that was not does not enter there", () => {
    const { space, interest, viewer } = setUp({ kindOf, kinds: [{ leaveMargin: 50 }] });
    const id = space.add(circle(10), 250, 100);
    interest.update();
    expect(viewer.seen.count).toBe(0);
    for (const [x, isSeen] of [
      [205, true],
      [250, true],
      [260, true],
      [261, false],
      [250, false],
    ] as const) {
      space.move(id, x, 100);
      interest.update();
      expect(viewer.seen.count, `at ${x}`).toBe(isSeen ? 1 : 0);
    }
  });

  test("a body stays for its least stay, but not beyond its end", () => {
    const { space, interest, viewer } = setUp({ kindOf, kinds: [{ leastStay: 3 }] });
    const id = space.add(circle(10), 100, 100);
    const seen: number[] = [];
    for (let update = 0; update < 5; update++) {
      interest.update();
      space.move(id, 900, 900);
      seen.push(viewer.seen.count);
    }
    expect(seen).toEqual([1, 1, 1, 0, 0]);
    space.move(id, 100, 100);
    interest.update();
    space.remove(id);
    interest.update();
    expect(viewer.seen.count).toBe(0);
  });

  test("of a capped kind, the nearest to the focus are seen", () => {
    const { space, interest, viewer } = setUp({ kindOf, kinds: [{ most: 2 }] });
    const ids = [180, 120, 150, 101].map((x) => space.add(circle(1), x, 100));
    interest.update();
    expect(idsOf(viewer.seen)).toEqual(sorted([ids[1], ids[3]]));
    viewer.focus = { x: 200, y: 100 };
    interest.update();
    expect(idsOf(viewer.seen)).toEqual(sorted([ids[0], ids[2]]));
  });

  test("far bodies are due once in so many updates, not all at the same, and with their ages", () => {
    const { space, interest, viewer } = setUp({ kindOf, kinds: [{ rates: [{ beyond: 50, every: 4 }] }] });
    const near = space.add(circle(1), 100, 100);
    const far = [10, 20, 30, 40, 50, 60, 70, 80].map((y) => space.add(circle(1), 190, y));
    interest.update();
    const dueAt = new Map(far.map((id) => [slotOf(id), 0]));
    for (let update = 0; update < 12; update++) {
      interest.update();
      const { slots, ages, count } = viewer.due;
      const due = [...slots.subarray(0, count)];
      expect(due).toContain(slotOf(near));
      expect(due.length).toBe(3);
      for (const [i, slot] of due.entries()) {
        if (slot === slotOf(near)) expect(ages[i]).toBe(1);
        else if (update >= 4) expect(ages[i]).toBe(4);
        if (dueAt.has(slot)) dueAt.set(slot, (dueAt.get(slot) ?? 0) + 1);
      }
    }
    expect([...dueAt.values()]).toEqual(far.map(() => 3));
  });

  test("how far is far follows the viewer's rate unit, also that of one who is followed", () => {
    const { space, interest, viewer } = setUp({ kindOf, kinds: [{ rates: [{ beyond: 1, every: 2 }] }] });
    const follower = interest.addViewer();
    follower.follow(viewer);
    space.add(circle(1), 190, 100);
    const dueIn = (rateUnit: number) => {
      viewer.rateUnit = rateUnit;
      return [0, 1].map(() => {
        interest.update();
        expect(follower.due.count).toBe(viewer.due.count);
        return viewer.due.count;
      });
    };
    interest.update();
    expect(dueIn(88).toSorted()).toEqual([0, 1]);
    expect(dueIn(90)).toEqual([1, 1]);
    viewer.rateUnit = Number.NaN;
    expect(() => interest.update()).toThrow(expect.objectContaining({ code: "not-finite", field: "rateUnit" }));
  });
});

test("walls hide what is wholly behind them, from viewers with a line of sight", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 20 });
  const interest = createInterest(space, { walls: [120, 50, 120, 150] });
  const looking = interest.addViewer({ lineOfSight: true });
  const all = interest.addViewer();
  looking.areas = all.areas = [rectangle(100, 100, 200, 200)];
  const behind = space.add(circle(5), 160, 100);
  const before = space.add(circle(5), 60, 100);
  const peeping = space.add(circle(80), 190, 100);
  interest.update();
  expect(idsOf(all.seen)).toEqual(sorted([behind, before, peeping]));
  expect(idsOf(looking.seen)).toEqual(sorted([before, peeping]));
  expect(interest.explain(looking, behind)).toMatchObject({ seen: false, reason: "behind a wall", wall: 0 });
});

test("a follower sees by the areas, the focus and the always-seen bodies of whom it follows, until that is gone", () => {
  const { space, interest, viewer } = setUp();
  const spectator = interest.addViewer();
  spectator.areas = [rectangle(900, 900, 100, 100)];
  const own = space.add(circle(5), 500, 500);
  const near = space.add(circle(5), 100, 100);
  const far = space.add(circle(5), 900, 900);
  viewer.alwaysSeen = [listOf(own)];
  spectator.follow(viewer);
  expect(spectator.following).toBe(viewer);
  interest.update();
  expect(idsOf(spectator.seen)).toEqual(sorted([own, near]));
  expect(() => viewer.follow(spectator)).toThrow(expect.objectContaining({ code: "follow-cycle" }));
  expect(() => spectator.follow(spectator)).toThrow(InterestError);
  interest.removeViewer(viewer);
  interest.update();
  expect(idsOf(spectator.seen)).toEqual([far]);
});

test("callbacks are told of each body that enters or leaves, by its id", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 20 });
  const interest = createInterest(space);
  const told: string[] = [];
  const viewer = interest.addViewer({ onEnter: (id) => told.push(`+${id}`), onLeave: (id) => told.push(`-${id}`) });
  viewer.areas = [rectangle(100, 100, 200, 200)];
  const first = space.add(circle(5), 100, 100);
  const second = space.add(circle(5), 110, 100);
  interest.update();
  space.move(first, 900, 900);
  interest.update();
  space.remove(second);
  interest.update();
  expect(told).toEqual([`+${first}`, `+${second}`, `-${first}`, `-${second}`]);
});

test("after a restart all that is seen has entered, and the next update goes on from there", () => {
  for (const options of [{}, { kinds: [{ leaveMargin: 10 }] }]) {
    const { space, interest, viewer } = setUp(options);
    const id = space.add(circle(5), 100, 100);
    interest.update();
    interest.update();
    const unknown = space.add(circle(5), 120, 100);
    interest.restart(viewer);
    expect(slotsOf(viewer.entered)).toEqual([slotOf(id)]);
    expect([viewer.left.count, viewer.stayed.count]).toEqual([0, 0]);
    interest.update();
    expect(slotsOf(viewer.entered)).toEqual([slotOf(unknown)]);
    expect(slotsOf(viewer.stayed)).toEqual([slotOf(id)]);
  }
});

describe("what is refused", () => {
  const bytes = { changed: new Uint16Array(200), whole: 20, entry: 40, exit: 4 };
  const space = createSpace({ bounds: BOUNDS, capacity: 200 });
  const cases: [string, () => void, string][] = [
    [
      "a negative margin",
      () => createInterest(space, { kinds: [{}, { leaveMargin: -1 }] }),
      "kinds[1].leaveMargin is -1",
    ],
    ["half a body", () => createInterest(space, { kinds: [{ most: 1.5 }] }), "kinds[0].most is 1.5"],
    [
      "a rate of nothing",
      () => createInterest(space, { kinds: [{ rates: [{ beyond: 1, every: 0 }] }] }),
      "rates[0].every is 0",
    ],
    ["a weight of 0", () => createInterest(space, { kinds: [{ weight: 0 }] }), "kinds[0].weight is 0"],
    ["half a wall", () => createInterest(space, { walls: [1, 2] }), "walls.length is 2"],
    ["a wall that is NaN", () => createInterest(space, { walls: [1, 2, Number.NaN, 4] }), "walls[2] is NaN"],
    ["a budget without costs", () => createInterest(space).addViewer({ budget: 1000 }), "budget is 1000"],
    [
      "a budget too small for one body",
      () => createInterest(space, { bytes }).addViewer({ budget: 39 }),
      "budget is 39",
    ],
    ["sight without walls", () => createInterest(space).addViewer({ lineOfSight: true }), "lineOfSight is true"],
  ];
  test.each(cases)("%s", (_name, act, message) => {
    expect(act).toThrow(InterestError);
    expect(act).toThrow(message);
  });

  test.each([
    [{ ...rectangle(0, 0, 10, 10), width: Number.NaN }, "area.width is NaN"],
    [{ ...rectangle(0, 0, 10, 10), height: -1 }, "area.height is -1"],
    [{ ...rectangle(0, 0, 10, 10), width: "5" }, "area.width is 5"],
    [{ ...rectangle(0, 0, 10, 10), centerY: null }, "area.centerY is null"],
    [null, "area is null"],
    [{ centerX: Infinity, centerY: 0, radius: 1 }, "area.centerX is Infinity"],
    [{ centerX: 0, centerY: 0, radius: 1, direction: 0, angle: 7 }, "area.angle is 7"],
  ])("an area like %o, and nothing has changed", (area, message) => {
    const { space: world, interest, viewer } = setUp();
    world.add(circle(5), 100, 100);
    interest.update();
    viewer.areas = [area as Area];
    expect(() => interest.update()).toThrow(message);
    expect(viewer.seen.count).toBe(1);
  });

  test("a viewer that was removed", () => {
    const { interest, viewer } = setUp();
    interest.removeViewer(viewer);
    expect(() => interest.restart(viewer)).toThrow(expect.objectContaining({ code: "unknown-viewer" }));
  });
});
