import { expect, it } from "vitest";
import { MODE_NAMES } from "../../../shared/modes.ts";
import { createMode } from "./catalog.ts";

it.each(MODE_NAMES)("%s is made under its own name, anew each time", (name) => {
  expect(createMode(name).name).toBe(name);
  expect(createMode(name)).not.toBe(createMode(name));
});
