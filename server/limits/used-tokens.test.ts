import { expect, test } from "vitest";
import { createUsedTokens } from "./used-tokens.ts";

test("a token is used once for as long as it lasts, unless it is forgotten", async () => {
  let now = 0;
  const used = createUsedTokens(() => now);
  expect(await used.use("one", 60)).toBe(true);
  expect(await used.use("__proto__", 600)).toBe(true);
  now = 59_999;
  expect(await used.use("one", 60)).toBe(false);
  await used.forget("one");
  expect(await used.use("one", 60)).toBe(true);
  now += 60_000;
  expect(await used.use("__proto__", 600)).toBe(false);
  expect(await used.use("one", 60)).toBe(true);
});
