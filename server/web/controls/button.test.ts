import { expect, test, vi } from "vitest";
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

test("a press is told at once, and can be read by then", () => {
  const read = vi.fn(() => button.read());
  const button = createButton(read);
  button.press();
  expect(read).toHaveReturnedWith(true);
  button.release();
  expect(read).toHaveBeenCalledTimes(1);
});
