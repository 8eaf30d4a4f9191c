import { expect, it } from "vitest";
import { createWordFilter } from "./blocked-words.ts";
import { NAME_MAX_LENGTH } from "./messages.ts";
import { judgeName } from "./names.ts";

const filter = createWordFilter(["smeg"]);

it("gives the name as all will see it", () => {
  expect(judgeName("  Big\u200b \t Krill ", filter)).toEqual({ name: "Big Krill" });
  expect(judgeName(" \u3164 ", filter)).toEqual({ name: "" });
});

it("counts what is seen, and says how much is allowed", () => {
  expect(judgeName(`${"x".repeat(NAME_MAX_LENGTH)}\u200b `, filter)).toEqual({ name: "x".repeat(NAME_MAX_LENGTH) });
  expect(judgeName("x".repeat(NAME_MAX_LENGTH + 1), filter)).toEqual({ reason: expect.stringContaining("20") });
});

it("refuses blocked words, unseen characters between or not", () => {
  expect(judgeName("xx 5\u200bM\u0301eg xx", filter)).toEqual({ reason: expect.stringContaining("not allowed") });
});
