import { expect, test } from "vitest";
import { createButton } from "./button.ts";

test("a button counts as down while it is, and a press in between counts once", () => {
  const button = createButton();
  expect(button.read()).toBe(false);
  button.press();
  expect(button.read()).toBe(true);
  expect(button.read()).toBe(true);
  button.release();
  expect(button.read()).toBe(false);
  button.press();
  button.release();
  expect(button.read()).toBe(true);
  expect(button.read()).toBe(false);
});
