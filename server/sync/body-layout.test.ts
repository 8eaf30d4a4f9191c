import { schema, t } from "@colyseus/schema";
import { expect, test } from "vitest";
import { Audience } from "./audience.ts";
import { createBodyEncoder } from "./body-encoder.ts";
import { bodyFields } from "./body-layout.ts";
import { quantize } from "./quantization.ts";

test("fields come in the order of the wire, with their types and audiences", () => {
  const Ball = schema(
    { x: t.float32(), spin: t.quantized({ min: -1, max: 1, bits: 8 }), plan: t.uint8().view(Audience.team) },
    "Ball",
  );
  expect(bodyFields(Ball)).toMatchObject([
    { name: "x", index: 0, type: "float32", audience: 0 },
    { name: "spin", index: 1, type: "uint8", audience: 0 },
    { name: "plan", index: 2, type: "uint8", audience: Audience.team },
  ]);
  expect(createBodyEncoder(schema({ x: t.float32(), y: t.float64() }, "Two"), 10).bytes).toMatchObject({
    whole: 2 + 5 + 9,
    exit: 2,
  });
});

test.each(["int64", "uint64", "bigint64", "biguint64", "number", "string"] as const)(
  "a %s cannot be a column, and the error names the class, the field and the type",
  (type) => {
    const Ball = schema({ x: t.uint8(), label: t[type]() }, "Ball");
    expect(() => bodyFields(Ball)).toThrow(
      expect.objectContaining({
        code: "UNSUPPORTED_FIELD",
        message: expect.stringMatching(`^Ball\\.label has the type "${type}", which cannot be a column: .+float32`),
      }),
    );
  },
);

test("a reference cannot be a column", () => {
  const Point = schema({ x: t.uint8() }, "Point");
  for (const field of [t.ref(Point), t.map(Point), t.array("uint8")]) {
    expect(() => bodyFields(schema({ field }, "Ball"))).toThrow(expect.objectContaining({ code: "UNSUPPORTED_FIELD" }));
  }
});

test("an audience that is none of ours, or that nothing tells, is refused", () => {
  expect(() => bodyFields(schema({ x: t.uint8().view(4) }, "Ball"))).toThrow(
    expect.objectContaining({ code: "UNKNOWN_AUDIENCE" }),
  );
  expect(() => bodyFields(schema({ x: t.uint8().view() }, "Ball"))).toThrow(
    expect.objectContaining({ code: "UNKNOWN_AUDIENCE" }),
  );
  const Ball = schema({ x: t.uint8().view(Audience.owner), owner: t.uint8() }, "Ball");
  expect(() => createBodyEncoder(Ball, 10)).toThrow(expect.objectContaining({ code: "NO_AUDIENCE_COLUMN" }));
  expect(() => createBodyEncoder(Ball, 10, { ownerField: "nobody" })).toThrow(
    expect.objectContaining({ code: "NO_AUDIENCE_COLUMN" }),
  );
  expect(createBodyEncoder(Ball, 10, { ownerField: "owner" }).capacity).toBe(10);
});

test.each([0, 1.5, Number.NaN, 2 ** 20 + 1])("a capacity of %d is refused", (capacity) => {
  expect(() => createBodyEncoder(schema({ x: t.uint8() }, "Ball"), capacity)).toThrow(
    expect.objectContaining({ code: "BAD_CAPACITY" }),
  );
});

test.each([
  { min: -1, max: 1, bits: 8 as const },
  { min: 0, max: 360, bits: 16 as const, mode: "wrap" as const },
  { min: -5, max: 1000, bits: 32 as const },
])("a float is quantized as the schema library does it: %j", (options) => {
  const Ball = schema({ value: t.quantized(options) }, "Ball");
  const [{ quantization }] = bodyFields(Ball);
  if (!quantization) throw new Error("no quantization");
  const { min, range, span } = quantization;
  for (const value of [0, 1, -1, 0.5, 359.99, 360, 1e9, -1e9, -0.001, Number.NaN, Number.POSITIVE_INFINITY]) {
    const ball = new Ball();
    ball.value = value;
    expect(min + (quantize(quantization, value) / span) * range).toBe(ball.value);
  }
});
