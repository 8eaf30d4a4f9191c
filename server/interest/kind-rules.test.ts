import { expect, test } from "vitest";
import { createKindTable } from "./kind-rules.ts";

test("a kind without a rule, and one beyond the last, is seen in the areas and nothing else", () => {
  const kinds = createKindTable([undefined, { leaveMargin: 5, leastStay: 3, most: 2, weight: 4 }]);
  expect(kinds.plainRow).toBe(2);
  expect(kinds.changesSight).toBe(true);
  for (const row of [0, 2]) {
    expect([kinds.leaveMargin[row], kinds.leastStay[row], kinds.weight[row]]).toEqual([0, 0, 1]);
    expect(kinds.rateStart[row]).toBe(kinds.rateStart[row + 1]);
  }
  expect([kinds.leaveMargin[1], kinds.leastStay[1], kinds.most[1], kinds.weight[1]]).toEqual([5, 3, 2, 4]);
});

test.each([
  [[], false, false],
  [[{}], false, false],
  // Each says what is so anyway.
  [[{ leaveMargin: 0, leastStay: 1, weight: 3, rates: [{ beyond: 5, every: 1 }] }], false, false],
  [[{ leaveMargin: 1 }], true, false],
  [[{ leastStay: 2 }], true, false],
  [[{ most: 0 }], true, false],
  [[undefined, { rates: [{ beyond: 5, every: 2 }] }], false, true],
])("rules %j: whether they have a say in what is seen, and in when it is sent", (rules, changesSight, hasRates) => {
  expect(createKindTable(rules)).toMatchObject({ changesSight, hasRates });
});

test("rates are taken in the order of their distances, however they are given", () => {
  const { rateStart, beyond, every } = createKindTable([
    {
      rates: [
        { beyond: 50, every: 4 },
        { beyond: 10, every: 2 },
      ],
    },
  ]);
  expect([...rateStart]).toEqual([0, 2, 2]);
  expect([...beyond]).toEqual([10, 50]);
  expect([...every]).toEqual([2, 4]);
});

test("counts too large for any room are as good as no end", () => {
  const { leastStay, most, every } = createKindTable([
    { leastStay: 2 ** 40, most: 2 ** 40, rates: [{ beyond: 0, every: 2 ** 40 }] },
  ]);
  for (const column of [leastStay, most, every]) expect(column[0]).toBe(2 ** 31 - 1);
});

test.each([
  [{ leaveMargin: -1 }, "negative", "kinds[1].leaveMargin", -1],
  [{ leaveMargin: Number.NaN }, "not-finite", "kinds[1].leaveMargin", Number.NaN],
  [{ leastStay: 0.5 }, "not-an-integer", "kinds[1].leastStay", 0.5],
  [{ most: -1 }, "not-an-integer", "kinds[1].most", -1],
  [{ weight: 0 }, "negative", "kinds[1].weight", 0],
  [{ weight: Infinity }, "not-finite", "kinds[1].weight", Infinity],
  [{ rates: [{ beyond: -1, every: 2 }] }, "negative", "kinds[1].rates[0].beyond", -1],
  [{ rates: [{ beyond: 1, every: 0 }] }, "not-an-integer", "kinds[1].rates[0].every", 0],
])("a rule like %j is refused, by its field and value", (rule, code, field, value) => {
  const thrown = expect.objectContaining({
    code,
    field,
    value,
    message: expect.stringContaining(`${field} is ${value}`),
  });
  expect(() => createKindTable([undefined, rule])).toThrow(thrown);
});
