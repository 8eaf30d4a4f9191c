import { describe, expect, test } from "vitest";
import { createBodyStore, GENERATIONS, MAX_CAPACITY, MIN_FREE_SLOTS, NO_BODY, slotOf } from "./bodies.ts";
import { SpaceError } from "./errors.ts";
import { box, circle, polygon } from "./shapes.ts";

function errorOf(call: () => unknown): SpaceError {
  try {
    call();
  } catch (error) {
    if (error instanceof SpaceError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("ids", () => {
  test("are positive, differ, and lead to the slot of their values", () => {
    const store = createBodyStore(3);
    const ids = [store.add(circle(3), 1, 2), store.add(circle(6), 4, 5, { still: true }), store.add(circle(9), 7, 8)];
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toBeGreaterThan(NO_BODY);
    const slot = slotOf(ids[1]);
    expect([store.x[slot], store.y[slot], store.radius[slot], store.still[slot], store.ids[slot]]).toEqual([
      4,
      5,
      6,
      1,
      ids[1],
    ]);
    expect(store.count).toBe(3);
  });

  test("a stale id is caught by every method, also when its slot has a new body", () => {
    const store = createBodyStore(1);
    const stale = store.add(circle(1), 0, 0);
    store.remove(stale);
    const calls = [
      () => store.move(stale, 1, 1),
      () => store.teleport(stale, 1, 1),
      () => store.resize(stale, 1),
      () => store.reshape(stale, circle(1)),
      () => store.setFilter(stale, 1, 1),
      () => store.setStill(stale, true),
      () => store.remove(stale),
    ];
    for (const call of calls) expect(errorOf(call)).toMatchObject({ code: "stale-id", field: "id", value: stale });
    store.settle();
    const fresh = store.add(circle(2), 5, 5);
    expect(slotOf(fresh)).toBe(slotOf(stale));
    expect(fresh).not.toBe(stale);
    for (const call of calls) expect(errorOf(call).code).toBe("stale-id");
    expect(store.has(stale)).toBe(false);
    expect(store.has(fresh)).toBe(true);
    expect([store.x[0], store.radius[0], store.count]).toEqual([5, 2, 1]);
  });

  test.each([NO_BODY, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 7])("%d is no body's id", (id) => {
    const store = createBodyStore(4);
    store.add(circle(1), 0, 0);
    expect(store.has(id)).toBe(false);
    expect(errorOf(() => store.move(id, 0, 0)).code).toBe("stale-id");
  });

  test("stay positive and unlike the last one as a slot is used over and over", () => {
    const store = createBodyStore(1);
    let last = NO_BODY;
    for (let i = 0; i < GENERATIONS + 10; i++) {
      const id = store.add(circle(1), 0, 0);
      expect(id).toBeGreaterThan(NO_BODY);
      expect(store.has(last)).toBe(false);
      store.remove(id);
      store.settle();
      last = id;
    }
  });

  test("the highest slot of the greatest capacity has an id of its own", () => {
    const store = createBodyStore(MAX_CAPACITY);
    let id = NO_BODY;
    for (let i = 0; i < MAX_CAPACITY; i++) id = store.add(circle(0), 0, 0, { still: true });
    expect(slotOf(id)).toBe(MAX_CAPACITY - 1);
    expect(store.has(id)).toBe(true);
    expect(errorOf(() => store.add(circle(0), 0, 0, { still: true })).code).toBe("full");
  });
});

describe("slots", () => {
  test("a freed slot is not given out before settle", () => {
    const store = createBodyStore(2);
    const first = store.add(circle(1), 0, 0);
    store.add(circle(1), 0, 0);
    store.remove(first);
    const error = errorOf(() => store.add(circle(1), 0, 0));
    expect(error).toMatchObject({ code: "full", value: 2 });
    expect(error.message).toContain("step()");
    store.settle();
    expect(slotOf(store.add(circle(1), 0, 0))).toBe(slotOf(first));
  });

  test("those freed first are given out first, once enough are free", () => {
    const capacity = 2 * MIN_FREE_SLOTS + 2;
    const store = createBodyStore(capacity);
    const ids = Array.from({ length: MIN_FREE_SLOTS + 2 }, () => store.add(circle(1), 0, 0));
    for (const id of ids) store.remove(id);
    store.settle();
    expect(slotOf(store.add(circle(1), 0, 0))).toBe(0);
    expect(slotOf(store.add(circle(1), 0, 0))).toBe(1);
    // Now so few are free that slots never used come first, while there are any.
    expect(slotOf(store.add(circle(1), 0, 0))).toBe(MIN_FREE_SLOTS + 2);
  });

  test("changes are noted once each, until settle", () => {
    const store = createBodyStore(4);
    const a = store.add(circle(1), 0, 0);
    const b = store.add(circle(1), 0, 0);
    const changed = () => [...store.changedSlots.subarray(0, store.changedCount)];
    store.settle();
    expect(changed()).toEqual([]);
    store.move(b, 1, 1);
    store.resize(b, 2);
    store.setStill(a, true);
    store.remove(a);
    expect(changed()).toEqual([slotOf(b), slotOf(a)]);
    expect([...store.isChanged]).toEqual([1, 1, 0, 0]);
    store.settle();
    expect([...store.isChanged]).toEqual([0, 0, 0, 0]);
  });
});

describe("motion", () => {
  test("is the way since the last settle, over all moves; a teleport forgets it", () => {
    const store = createBodyStore(1);
    const id = store.add(circle(1), 10, 20);
    const motion = () => [store.motionX[0], store.motionY[0]];
    expect(motion()).toEqual([0, 0]);
    store.move(id, 12, 20);
    store.move(id, 13, 25);
    expect(motion()).toEqual([3, 5]);
    store.settle();
    expect(motion()).toEqual([0, 0]);
    store.move(id, 100, 100);
    expect(motion()).toEqual([87, 75]);
    store.teleport(id, 0, 0);
    expect(motion()).toEqual([0, 0]);
    store.move(id, 1, 2);
    expect(motion()).toEqual([1, 2]);
  });

  test("of the last step marks a body as changed when asked, once, unless it is gone", () => {
    const store = createBodyStore(3);
    const [moved, resting, gone] = [0, 1, 2].map((x) => store.add(circle(1), x, 0));
    store.settle();
    store.move(moved, 5, 0);
    store.move(gone, 6, 0);
    store.resize(resting, 2);
    store.settle();
    store.remove(gone);
    store.settle();
    store.markMoved();
    expect(store.changedCount).toBe(0);
    store.move(moved, 7, 0);
    store.settle();
    store.markMoved();
    store.markMoved();
    expect([...store.changedSlots.subarray(0, store.changedCount)]).toEqual([slotOf(moved)]);
  });
});

describe("what a body is", () => {
  test("is told by its options and its shape, and by nothing of the slot's body before", () => {
    const store = createBodyStore(1);
    const first = store.add(polygon([0, 0, 4, 0, 0, 4]), 0, 0, { still: true, sensor: true, category: 4, mask: 2 });
    const columns = () => [store.still, store.sensor, store.category, store.mask, store.vertexCount].map(([v]) => v);
    expect(columns()).toEqual([1, 1, 4, 2, 3]);
    store.remove(first);
    store.settle();
    store.add(circle(3), 1, 1);
    expect(columns()).toEqual([0, 0, 1, -1, 0]);
  });
});

describe("refusals name the field and the value, and change nothing", () => {
  const store = createBodyStore(2);
  const id = store.add(circle(3), 1, 2);
  store.settle();
  test.each([
    ["add x", () => store.add(circle(1), Number.NaN, 0), "not-finite", "x", Number.NaN],
    ["add y", () => store.add(circle(1), 0, Number.NEGATIVE_INFINITY), "not-finite", "y", Number.NEGATIVE_INFINITY],
    [
      "add radius",
      () => store.add(circle(Number.POSITIVE_INFINITY), 0, 0),
      "not-finite",
      "radius",
      Number.POSITIVE_INFINITY,
    ],
    ["add negative", () => store.add(circle(-1), 0, 0), "negative", "radius", -1],
    ["move x", () => store.move(id, Number.POSITIVE_INFINITY, 0), "not-finite", "x", Number.POSITIVE_INFINITY],
    ["move y", () => store.move(id, 0, Number.NaN), "not-finite", "y", Number.NaN],
    ["resize NaN", () => store.resize(id, Number.NaN), "not-finite", "radius", Number.NaN],
    ["resize negative", () => store.resize(id, -0.5), "negative", "radius", -0.5],
    ["teleport y", () => store.teleport(id, 0, 1e13), "too-large", "y", 1e13],
    ["reshape", () => store.reshape(id, box(1, -1)), "negative", "height", -1],
    ["no category", () => store.setFilter(id, 0, 1), "bad-option", "category", 0],
    ["add no category", () => store.add(circle(1), 0, 0, { category: 0 }), "bad-option", "category", 0],
    ["half a mask", () => store.setFilter(id, 1, 0.5), "bad-option", "mask", 0.5],
  ] as const)("%s", (_name, call, code, field, value) => {
    const error = errorOf(call);
    expect(error).toMatchObject({ code, field, value });
    expect(error.message).toContain(`${field} is ${value}`);
    expect([store.count, store.changedCount, store.x[0], store.y[0], store.radius[0]]).toEqual([1, 0, 1, 2, 3]);
  });

  test.each([0, -1, 1.5, Number.NaN, MAX_CAPACITY + 1])("a capacity of %d", (capacity) => {
    expect(errorOf(() => createBodyStore(capacity))).toMatchObject({ code: "bad-capacity", value: capacity });
  });
});
