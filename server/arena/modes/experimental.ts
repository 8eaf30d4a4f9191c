import type { ModeEntry } from "./entry.ts";

/** Mother cells, and viruses that are pushed. */
export const experimental: ModeEntry = {
  title: "Experimental",
  description: "Mother cells shed food and eat who comes too near, and viruses are pushed by what is fed to them.",
  settings: { motherCells: 10, virusFed: "push" },
  create: () => ({ name: "experimental" }),
};
