import type { ModeEntry } from "./entry.ts";

/** Fewer players with more cells: as many players as can all have all of their cells within the limit of the room. */
function big(name: string, maxCells: number, maxClients: number, bots: number): ModeEntry {
  return {
    title: `${maxCells} cells`,
    description: `You can have up to ${maxCells} cells at once.`,
    settings: { maxCells, maxClients, bots, cellLimit: maxCells * (maxClients + bots) },
    create: () => ({ name }),
  };
}

export const big64 = big("big-64", 64, 60, 4);
export const big256 = big("big-256", 256, 28, 4);
