/** What happens to the player's own cells from patch to patch, told from their number and mass, for the sounds. */
import type { SoundName } from "./sound.ts";

/** A gain of less mass than this is a pellet. */
const PELLET_MASS = 5;

/** The sound of the change from one patch to the next; undefined for none worth hearing. */
export function soundOf(before: OwnMass, after: OwnMass): SoundName | undefined {
  if (before.cells === 0 || after.cells === 0) return undefined;
  if (after.cells >= before.cells + 4) return "pop";
  if (after.cells > before.cells) return "split";
  const gain = after.mass - before.mass;
  if (gain >= PELLET_MASS) return "eat";
  return gain >= 0.5 ? "pellet" : undefined;
}

export interface OwnMass {
  cells: number;
  mass: number;
}
