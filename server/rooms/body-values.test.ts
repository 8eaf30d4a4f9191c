import { schema, t } from "@colyseus/schema";
import { expect, test } from "vitest";
import { circle } from "../space/shapes.ts";
import { createSpace, slotOf } from "../space/space.ts";
import { createBodyEncoder } from "../sync/body-encoder.ts";
import { type BodyValues, createFill } from "./body-values.ts";

const CAPACITY = 10;
const Ball = schema({ x: t.float32(), hue: t.uint8(), isHot: t.boolean() }, "Ball");

function setUp() {
  const space = createSpace({ bounds: { minX: 0, minY: 0, maxX: 100, maxY: 100 }, capacity: CAPACITY });
  const encoder = createBodyEncoder(Ball, CAPACITY);
  const ids = [10, 20, 30].map((x) => space.add(circle(1), x, 50));
  const filled = (values: BodyValues) => {
    const fill = createFill(values, space.bodies, encoder.columns);
    return () => {
      fill();
      const { x, hue, isHot } = encoder.columns;
      return ids.map((id) => [x[slotOf(id)], hue[slotOf(id)], isHot[slotOf(id)]]);
    };
  };
  return { space, ids, filled };
}

test("arrays are copied at each fill, those of bodies added since the last one too", () => {
  const { space, ids, filled } = setUp();
  const hue = Uint8Array.from({ length: CAPACITY }, (_, slot) => 100 + slot);
  const isHot = new Uint8Array(CAPACITY);
  const fill = filled({ arrays: { ...space.bodies, hue, isHot } });
  const [first, second, third] = ids.map((id) => 100 + slotOf(id));
  expect(fill()).toEqual([
    [10, first, 0],
    [20, second, 0],
    [30, third, 0],
  ]);
  isHot[slotOf(ids[1])] = 1;
  space.move(ids[0], 11.5, 50);
  ids.push(space.add(circle(1), 40, 50));
  expect(fill()).toEqual([
    [11.5, first, 0],
    [20, second, 1],
    [30, third, 0],
    [40, 100 + slotOf(ids[3]), 0],
  ]);
});

test("objects may be instances of the class; a field without a value counts as 0", () => {
  const { ids, filled } = setUp();
  const objects = new Map<number, object>([
    [ids[0], new Ball().assign({ x: 1, hue: 2, isHot: true })],
    [ids[1], new Ball()],
    [ids[2], { x: 3, hue: 4, isHot: false }],
  ]);
  const fill = filled({ objects });
  expect(fill()).toEqual([
    [1, 2, 1],
    [0, 0, 0],
    [3, 4, 0],
  ]);
  objects.delete(ids[1]);
  expect(fill).toThrow(expect.objectContaining({ code: "NO_OBJECT", message: expect.stringContaining(`${ids[1]}`) }));
});

test("a function fills the columns itself", () => {
  const { ids, filled } = setUp();
  const fill = filled({ fill: ({ x }) => x.fill(7) });
  expect(fill()).toEqual(ids.map(() => [7, 0, 0]));
});

test.each([
  [
    "of which one is missing",
    { x: new Float64Array(CAPACITY), hue: new Uint8Array(CAPACITY) },
    "arrays.isHot is no typed array",
  ],
  [
    "of which one is too short",
    { x: new Float64Array(CAPACITY - 1) },
    "arrays.x has length 9; give one with a place for each of 10 slots",
  ],
  ["of which one is no typed array", { x: [1, 2, 3] }, "arrays.x is no typed array"],
  ["of which one is a view of bytes", { x: new DataView(new ArrayBuffer(800)) }, "arrays.x is no typed array"],
])("arrays %s are refused by name", (_, arrays, message) => {
  const { filled } = setUp();
  expect(() => filled({ arrays })).toThrow(
    expect.objectContaining({ code: "NO_ARRAY", message: expect.stringContaining(message) }),
  );
});
