import { describe, expect, test } from "vitest";
import { circle, createSpace } from "../space/space.ts";
import { createInterest, type InterestOptions, type ViewerOptions } from "./interest.ts";

const AREA = { centerX: 100, centerY: 100, width: 200, height: 200 };

function setUp(options: InterestOptions = {}, viewerOptions: ViewerOptions = {}) {
  const space = createSpace({ bounds: { minX: 0, minY: 0, maxX: 1000, maxY: 1000 }, capacity: 20 });
  const interest = createInterest(space, options);
  const viewer = interest.addViewer(viewerOptions);
  viewer.areas = [{ ...AREA, centerX: 900 }, AREA];
  viewer.focus = { x: 100, y: 100 };
  return { space, interest, viewer };
}

describe("of a body that is seen", () => {
  test("in an area: in which, and how far from the focus its edge is", () => {
    const { space, interest, viewer } = setUp();
    const id = space.add(circle(10), 150, 100);
    interest.update();
    expect(interest.explain(viewer, id)).toEqual({ seen: true, reason: "in an area", area: 1, distance: 40 });
  });

  test("always seen, inside an area as well", () => {
    const { space, interest, viewer } = setUp();
    const id = space.add(circle(10), 150, 100);
    viewer.alwaysSeen = [{ ids: Int32Array.of(id), count: 1 }];
    interest.update();
    expect(interest.explain(viewer, id)).toEqual({ seen: true, reason: "always seen", distance: 40 });
  });

  test("within the margin, and for its least stay: how much longer", () => {
    const { space, interest, viewer } = setUp({ kinds: [{ leaveMargin: 20, leastStay: 4 }] });
    const id = space.add(circle(10), 150, 100);
    interest.update();
    space.move(id, 225, 100);
    interest.update();
    expect(interest.explain(viewer, id)).toMatchObject({ seen: true, reason: "within the margin to leave", area: 1 });
    space.move(id, 400, 100);
    interest.update();
    expect(interest.explain(viewer, id)).toMatchObject({ seen: true, reason: "least stay", staysFor: 2 });
    interest.update();
    expect(interest.explain(viewer, id)).toMatchObject({ seen: true, reason: "least stay", staysFor: 1 });
    interest.update();
    expect(interest.explain(viewer, id)).toEqual({ seen: false, reason: "outside the areas", distance: 290 });
  });

  test.each([0, 1, 5])("that moved since the update, as of which it is in an area (least stay %i)", (leastStay) => {
    const { space, interest, viewer } = setUp({ kinds: [{ leastStay }] });
    const id = space.add(circle(10), 150, 100);
    interest.update();
    space.move(id, 500, 100);
    expect(interest.explain(viewer, id)).toEqual({ seen: true, reason: "moved since the last update", distance: 390 });
  });

  test("that was removed since", () => {
    const { space, interest, viewer } = setUp();
    const id = space.add(circle(10), 150, 100);
    interest.update();
    space.remove(id);
    expect(interest.explain(viewer, id)).toEqual({ seen: true, reason: "gone" });
    interest.update();
    expect(interest.explain(viewer, id)).toEqual({ seen: false, reason: "gone" });
  });
});

describe("of a body that is not", () => {
  test("new to all, or to a new viewer", () => {
    const { space, interest, viewer } = setUp();
    const old = space.add(circle(10), 150, 100);
    interest.update();
    const id = space.add(circle(10), 150, 100);
    expect(interest.explain(viewer, id)).toMatchObject({ seen: false, reason: "not looked for yet" });
    const joined = interest.addViewer();
    joined.areas = [AREA];
    expect(interest.explain(joined, old)).toMatchObject({ seen: false, reason: "not looked for yet" });
  });

  test("moved into an area since the update", () => {
    const { space, interest, viewer } = setUp();
    const id = space.add(circle(10), 500, 100);
    interest.update();
    expect(interest.explain(viewer, id)).toEqual({ seen: false, reason: "outside the areas", distance: 390 });
    space.move(id, 150, 100);
    expect(interest.explain(viewer, id)).toMatchObject({ seen: false, reason: "moved since the last update" });
  });

  test("behind a wall: which", () => {
    const walls = [500, 500, 600, 600, 120, 0, 120, 200];
    const { space, interest, viewer } = setUp({ walls }, { lineOfSight: true });
    const id = space.add(circle(10), 150, 100);
    interest.update();
    expect(interest.explain(viewer, id)).toEqual({ seen: false, reason: "behind a wall", wall: 1, distance: 40 });
  });

  test("beyond the cap: of how many", () => {
    const { space, interest, viewer } = setUp({ kinds: [{ most: 1 }] });
    const [near, far] = [120, 150].map((x) => space.add(circle(10), x, 100));
    interest.update();
    expect(interest.explain(viewer, near).seen).toBe(true);
    expect(interest.explain(viewer, far)).toEqual({
      seen: false,
      reason: "others of its kind are nearer",
      most: 1,
      distance: 40,
    });
  });

  test("waiting for the budget: since when, not counting what it waited behind a wall", () => {
    const bytes = { changed: new Uint16Array(20).fill(20), whole: 20, entry: 40, exit: 4 };
    const kindOf = Uint8Array.of(0, 1, 1);
    const kinds = [{ weight: 1 }, { weight: 100 }];
    const walls = [120, 0, 120, 200];
    const { space, interest, viewer } = setUp({ bytes, kinds, kindOf, walls }, { lineOfSight: true, budget: 40 });
    const id = space.add(circle(1), 150, 100);
    for (const x of [90, 100]) space.add(circle(1), x, 100);
    interest.update();
    interest.update();
    expect(interest.explain(viewer, id)).toMatchObject({ seen: false, reason: "behind a wall" });
    space.move(id, 110, 100);
    for (const waited of [1, 2, 3]) {
      interest.update();
      expect(interest.explain(viewer, id)).toEqual({
        seen: false,
        reason: "waits for the budget",
        waited,
        distance: 9,
      });
    }
  });
});
