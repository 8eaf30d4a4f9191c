import { FREE_FOR_ALL } from "../mode.ts";
import type { ModeEntry } from "./entry.ts";

export const freeForAll: ModeEntry = {
  title: "Free for all",
  description: "Everyone against everyone.",
  settings: {},
  create: () => FREE_FOR_ALL,
};
