import { describe, expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { circle, createSpace, NO_BODY, slotOf } from "../space/space.ts";
import { AWKWARD_BODIES, randomShape } from "../space/testing/random-bodies.ts";
import { createInterest, type InterestOptions, type Viewer, type ViewerOptions } from "./interest.ts";
import { listOf } from "./testing/lists.ts";

const BOUNDS = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 };
const NEAR = { centerX: 100, centerY: 100, width: 200, height: 200 };
const FAR = { centerX: 800, centerY: 800, width: 200, height: 200 };
const COSTS = { whole: 20, entry: 40, exit: 4 };

function setUp(options: InterestOptions = {}, viewerOptions: ViewerOptions = {}) {
  const space = createSpace({ bounds: BOUNDS, capacity: 400 });
  const interest = createInterest(space, options);
  const viewer = interest.addViewer(viewerOptions);
  viewer.areas = [NEAR];
  return { space, interest, viewer };
}

function seenBy({ seen }: Viewer): number[] {
  return [...seen.ids.subarray(0, seen.count)].sort((a, b) => a - b);
}

function slotsIn({ slots, count }: { readonly slots: Int32Array; readonly count: number }): number[] {
  return [...slots.subarray(0, count)].sort((a, b) => a - b);
}

function agesOf({ due }: Viewer): number[] {
  return [...due.slots.subarray(0, due.count)].map((_, i) => (due.isFresh ? 1 : due.ages[i]));
}

describe("following", () => {
  test("no circle of followers can be closed, however long", () => {
    const { interest, viewer: a } = setUp();
    const [b, c, d] = [interest.addViewer(), interest.addViewer(), interest.addViewer()];
    a.follow(b);
    b.follow(c);
    d.follow(a);
    const cycle = expect.objectContaining({ code: "follow-cycle", field: "other" });
    // `a` and `b` follow others themselves already.
    for (const [follower, other] of [
      [a, d],
      [b, a],
      [b, d],
      [c, a],
      [a, a],
      [c, c],
    ]) {
      expect(() => follower.follow(other)).toThrow(cycle);
    }
    expect([a.following, b.following, c.following, d.following]).toEqual([b, c, undefined, a]);
    a.follow(undefined);
    b.follow(a);
    expect(b.following).toBe(a);
    interest.update();
  });

  test("the areas and the focus are those at the end, the always-seen bodies those of all on the way", () => {
    const { space, interest, viewer: first } = setUp({ kinds: [{ most: 1 }] });
    const [second, third] = [interest.addViewer(), interest.addViewer()];
    const [near, nearer] = [space.add(circle(5), 50, 100), space.add(circle(5), 60, 100)];
    const owned = [700, 750, 790].map((x) => space.add(circle(5), x, 500));
    [first, second, third].forEach((viewer, i) => {
      viewer.alwaysSeen = [listOf(owned[i])];
    });
    first.focus = { x: 70, y: 100 };
    second.areas = [FAR];
    second.focus = { x: 0, y: 0 };
    second.follow(first);
    third.follow(second);
    interest.update();
    expect(seenBy(first)).toEqual([nearer, owned[0]]);
    expect(seenBy(second)).toEqual([nearer, owned[0], owned[1]]);
    expect(seenBy(third)).toEqual([nearer, ...owned]);
    first.focus = { x: 40, y: 100 };
    interest.update();
    expect(seenBy(third)).toEqual([near, ...owned]);
    interest.removeViewer(second);
    expect(third.following).toBeUndefined();
  });

  test("one that was removed neither follows nor is followed", () => {
    const { interest, viewer } = setUp();
    const other = interest.addViewer();
    interest.removeViewer(other);
    expect(() => viewer.follow(other)).toThrow(expect.objectContaining({ code: "unknown-viewer" }));
    expect(() => other.follow(viewer)).toThrow(expect.objectContaining({ code: "unknown-viewer" }));
    expect(() => interest.explain(other, 1)).toThrow(expect.objectContaining({ code: "unknown-viewer" }));
  });
});

describe("callbacks", () => {
  function told(options: InterestOptions = {}, viewerOptions: ViewerOptions = {}) {
    const heard: string[] = [];
    const onEnter = (id: number) => heard.push(`+${id}`);
    const onLeave = (id: number) => heard.push(`-${id}`);
    return { heard, ...setUp(options, { ...viewerOptions, onEnter, onLeave }) };
  }

  test("a restart tells only of the difference", () => {
    const { heard, space, interest, viewer } = told({ kinds: [{ leaveMargin: 50 }] });
    const [stays, lingers] = [space.add(circle(5), 100, 100), space.add(circle(5), 150, 100)];
    const comes = space.add(circle(5), 500, 500);
    interest.update();
    space.move(lingers, 230, 100);
    interest.update();
    expect(seenBy(viewer)).toEqual([stays, lingers]);
    heard.length = 0;
    space.move(comes, 100, 110);
    interest.restart(viewer);
    expect(slotsIn(viewer.entered)).toEqual([slotOf(stays), slotOf(comes)]);
    // The restart forgot that it had been seen, and so its margin.
    expect(heard).toEqual([`-${lingers}`, `+${comes}`]);
    interest.update();
    expect(heard.length).toBe(2);
  });

  test("what left is told of before what entered, and after all viewers are up to date", () => {
    const { heard, space, interest, viewer } = told();
    const first = space.add(circle(5), 100, 100);
    interest.update();
    const later = interest.addViewer();
    later.areas = [NEAR];
    const second = space.add(circle(5), 100, 100);
    space.remove(first);
    const counts: number[] = [];
    const watcher = interest.addViewer({ onEnter: () => counts.push(viewer.seen.count, later.seen.count) });
    watcher.areas = [NEAR];
    interest.update();
    expect(heard).toEqual([`+${first}`, `-${first}`, `+${second}`]);
    expect(counts).toEqual([1, 1]);
  });

  test("may alter the world and the viewers, but not look", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 20 });
    const interest = createInterest(space);
    const viewer: Viewer = interest.addViewer({
      onEnter(id) {
        expect(() => interest.update()).toThrow(expect.objectContaining({ code: "in-callback", field: "update" }));
        expect(() => interest.restart(viewer)).toThrow(expect.objectContaining({ code: "in-callback" }));
        space.remove(id);
        interest.addViewer().areas = [NEAR];
      },
    });
    viewer.areas = [NEAR];
    space.add(circle(5), 100, 100);
    interest.update();
    expect(viewer.seen.count).toBe(1);
    interest.update();
    expect(viewer.left.count).toBe(1);
  });

  test("one that throws is thrown on, and the next update goes on", () => {
    const space = createSpace({ bounds: BOUNDS, capacity: 20 });
    const interest = createInterest(space);
    const viewer = interest.addViewer({
      onEnter() {
        throw new Error("out of order");
      },
    });
    viewer.areas = [NEAR];
    space.add(circle(5), 100, 100);
    expect(() => interest.update()).toThrow("out of order");
    interest.update();
    expect(viewer.stayed.count).toBe(1);
  });
});

describe("a restart", () => {
  test("gives all at once, whatever the budget, and the lists after it are right", () => {
    const bytes = { changed: new Uint16Array(400).fill(10), ...COSTS };
    const { space, interest, viewer } = setUp({ bytes }, { budget: 45 });
    const slots = Array.from({ length: 10 }, (_, i) => slotOf(space.add(circle(5), 100 + i, 100)));
    interest.update();
    expect(viewer.seen.count).toBe(1);
    interest.restart(viewer);
    expect(slotsIn(viewer.entered)).toEqual(slots);
    interest.update();
    expect(slotsIn(viewer.stayed)).toEqual(slots);
    expect([viewer.entered.count, viewer.left.count]).toEqual([0, 0]);
    // 10 bytes each, and then 20.
    expect(agesOf(viewer)).toEqual([1, 1, 1, 1]);
    interest.update();
    expect(agesOf(viewer)).toEqual([2, 2]);
  });

  test("shows what there was at the last update and still is, where it is now", () => {
    for (const options of [{}, { kinds: [{ leastStay: 5 }] }]) {
      const { space, interest, viewer } = setUp(options);
      const [gone, goes, comes] = [100, 110, 500].map((x) => space.add(circle(5), x, 100));
      viewer.alwaysSeen = [listOf(gone)];
      interest.update();
      space.remove(gone);
      space.move(goes, 500, 100);
      space.move(comes, 100, 100);
      const unknown = space.add(circle(5), 120, 100);
      viewer.alwaysSeen = [listOf(gone, unknown)];
      interest.restart(viewer);
      expect(seenBy(viewer)).toEqual([comes]);
      interest.update();
      expect(seenBy(viewer)).toEqual([comes, unknown]);
      expect(viewer.left.count).toBe(0);
    }
  });

  test("before the first update shows nothing", () => {
    const { space, interest, viewer } = setUp();
    space.add(circle(5), 100, 100);
    interest.restart(viewer);
    expect(viewer.seen.count).toBe(0);
  });
});

describe("the two looks", () => {
  test("show the same to a viewer that asks nothing special", () => {
    // With a line of sight and no wall in its way, all is looked for in full.
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const { space, interest, viewer } = setUp({ walls: [] });
      const full = interest.addViewer({ lineOfSight: true });
      const coordinate = () => AWKWARD_BODIES.coordinate(random);
      const ids = Array.from({ length: 60 }, () =>
        space.add(randomShape(random, AWKWARD_BODIES.size), coordinate(), coordinate()),
      );
      for (let update = 0; update < 8; update++) {
        for (let i = 0; i < 20; i++) space.move(ids[random.integer(ids.length)], coordinate(), coordinate());
        const area = { centerX: coordinate(), centerY: coordinate(), width: random.integer(150), height: 100 };
        viewer.areas = full.areas = [area];
        viewer.alwaysSeen = full.alwaysSeen = [listOf(ids[random.integer(ids.length)], NO_BODY)];
        interest.update();
        expect(seenBy(full)).toEqual(seenBy(viewer));
        for (const list of ["entered", "left", "stayed", "due"] as const) {
          expect(slotsIn(full[list]), list).toEqual(slotsIn(viewer[list]));
        }
        expect(agesOf(full)).toEqual(agesOf(viewer));
      }
    }
  });

  test("follow upon one another: what stays is due in each update, and its age is 1", () => {
    const { space, interest, viewer } = setUp();
    const slots = [100, 110, 120].map((x) => slotOf(space.add(circle(5), x, 100)));
    const round = { centerX: 100, centerY: 100, radius: 100 };
    interest.update();
    for (const areas of [[round], [NEAR], [NEAR, round], [NEAR], [NEAR], [round]]) {
      viewer.areas = areas;
      interest.update();
      expect(slotsIn(viewer.stayed)).toEqual(slots);
      expect(slotsIn(viewer.due)).toEqual(slots);
      expect(agesOf(viewer)).toEqual([1, 1, 1]);
      expect([viewer.entered.count, viewer.left.count]).toEqual([0, 0]);
    }
  });

  test("tell hundreds of viewers apart", () => {
    for (const kinds of [[], [{ leaveMargin: 1 }]]) {
      const { space, interest } = setUp({ kinds });
      const ids = Array.from({ length: 300 }, (_, i) => space.add(circle(0), i, 0));
      const viewers = ids.map(() => interest.addViewer());
      for (let update = 0; update < 3; update++) {
        viewers.forEach((viewer, i) => {
          viewer.areas = [{ centerX: i, centerY: 0, width: 2 * update, height: 0 }];
        });
        interest.update();
        viewers.forEach((viewer, i) => {
          expect(seenBy(viewer)).toEqual(ids.slice(Math.max(0, i - update), i + update + 1));
        });
      }
    }
  });
});

test("ids that are no body's are skipped in always-seen lists, the one that means none too", () => {
  for (const kinds of [[], [{ leastStay: 2 }]]) {
    const { space, interest, viewer } = setUp({ kinds });
    // The slot whose id would be 0 is free.
    const first = space.add(circle(5), 500, 500);
    space.remove(first);
    viewer.alwaysSeen = [listOf(NO_BODY, first, 2 ** 31 - 1, -1)];
    interest.update();
    expect(viewer.seen.count).toBe(0);
    expect(interest.explain(viewer, NO_BODY)).toEqual({ seen: false, reason: "gone" });
  }
});

test("a body whose slot is beyond the column of kinds is of a kind that has no rule", () => {
  const { space, interest, viewer } = setUp({ kindOf: new Uint8Array(0), kinds: [{ most: 0, leaveMargin: 9 }] });
  space.add(circle(5), 100, 100);
  interest.update();
  expect(viewer.seen.count).toBe(1);
});

test("a focus that is no point is refused, and nothing has changed", () => {
  const { space, interest, viewer } = setUp();
  space.add(circle(5), 100, 100);
  interest.update();
  viewer.focus = { x: 0, y: Number.NaN };
  const refusal = expect.objectContaining({ code: "not-finite", message: expect.stringContaining("focus.y is NaN") });
  expect(() => interest.update()).toThrow(refusal);
  expect(() => interest.restart(viewer)).toThrow(refusal);
  expect(viewer.seen.count).toBe(1);
});

test("a budget has to hold the largest that one body takes", () => {
  const bytes = { changed: new Uint16Array(400), whole: 50, entry: 40, exit: 4 };
  const refusal = expect.objectContaining({ code: "bad-budget", field: "budget", value: 49 });
  expect(() => setUp({ bytes }, { budget: 49 })).toThrow(refusal);
  setUp({ bytes }, { budget: 50 });
});
