/** When the changes of a body that goes on being seen are sent, by its distance. */
import { rowOf, type Sight } from "./sight.ts";

/**
 * Whether the rates of the body's kind let its changes go out at this update.
 *
 * @param distance from the focus to its edge, in u
 * @param age updates since they were last sent
 * @param rateUnit what the rates' distances are counted in, in u
 */
export function isDue(sight: Sight, slot: number, distance: number, age: number, rateUnit: number): boolean {
  const { rateStart, beyond, every } = sight.kinds;
  const row = rowOf(sight, slot);
  let interval = 1;
  for (let r = rateStart[row]; r < rateStart[row + 1] && distance > beyond[r] * rateUnit; r++) interval = every[r];
  // By slot, so that not all come at once.
  return age >= interval || (sight.tick + slot) % interval === 0;
}
