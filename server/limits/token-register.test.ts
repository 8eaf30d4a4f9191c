import { expect, test } from "vitest";
import { createTokenRegister } from "./token-register.ts";

test("a hold ends by itself, or when it is let go", async () => {
  let now = 0;
  const register = createTokenRegister(() => now);
  expect(await register.hold("one", 10)).toBeUndefined();
  expect(await register.hold("__proto__", 600)).toBeUndefined();
  now = 9_999;
  expect(await register.hold("one", 10)).toBe("held");
  now = 10_000;
  expect(await register.hold("one", 10)).toBeUndefined();
  await register.letGo("one");
  expect(await register.hold("one", 10)).toBeUndefined();
  expect(await register.hold("__proto__", 10)).toBe("held");
});

test("of all that use a token, whether it is held or not, one may", async () => {
  let now = 0;
  const register = createTokenRegister(() => now);
  // The first has lost its hold to the second; whoever comes first is in.
  await register.hold("one", 10);
  now = 10_000;
  await register.hold("one", 10);
  const uses = await Promise.all(["a", "b", "c"].map((session) => register.use("one", session, 60)));
  expect(uses).toEqual([true, false, false]);
  await register.letGo("one");
  expect(await register.hold("one", 10)).toBe("used");
  now = 69_999;
  expect(await register.use("one", "b", 60)).toBe(false);
  expect(await register.hold("one", 10)).toBe("used");
  now = 70_000;
  expect(await register.hold("one", 10)).toBeUndefined();
});

test("what is given back is free at once", async () => {
  const register = createTokenRegister(() => 0);
  await register.hold("one", 10);
  await register.use("one", "a", 60);
  await register.giveBack("one", "a");
  expect(await register.hold("one", 10)).toBeUndefined();
  expect(await register.use("one", "b", 60)).toBe(true);
});

test("a use belongs to a session: it asks twice and has it, and no other gives it back", async () => {
  const register = createTokenRegister(() => 0);
  expect(await register.use("one", "a", 60)).toBe(true);
  expect(await register.use("one", "a", 60)).toBe(true);
  await register.giveBack("one", "b");
  expect(await register.use("one", "b", 60)).toBe(false);
  await register.giveBack("one", "a");
  expect(await register.use("one", "b", 60)).toBe(true);
  // As when it comes twice.
  await register.giveBack("one", "a");
  expect(await register.use("one", "c", 60)).toBe(false);
});
