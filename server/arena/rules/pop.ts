import { massOf, radiusOf } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { roomForCells } from "../cells.ts";
import { ownerOf } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { launchCell } from "./split.ts";

/** More cells than a player can have. */
const pieces = new Float64Array(256);

/** A cell that has eaten a virus or a mother cell bursts: pieces fly off it in random directions, into its owner's free places. */
export function popCell(simulation: Simulation, id: BodyId): void {
  const { space, bodies, settings, random } = simulation;
  const slot = slotOf(id);
  const player = ownerOf(simulation, bodies.owner[slot]);
  const mass = massOf(space.bodies.radius[slot]);
  const places = roomForCells(simulation, player);
  const count = divide(mass, places, massOf(settings.splitMinRadius), settings.virusPopEqual);
  let left = mass;
  for (let i = 0; i < count; i++) left -= pieces[i];
  if (count > 0) space.resize(id, radiusOf(left));
  for (let i = 0; i < count; i++) {
    const angle = random.between(0, 2 * Math.PI);
    launchCell(simulation, player, id, radiusOf(pieces[i]), Math.cos(angle), Math.sin(angle));
  }
}

/**
 * Fills `pieces` with the masses that a cell of `mass` sheds into `places`; what is not in them stays with the cell.
 *
 * A cell too small to fill all places with pieces of `least` mass makes equal ones: a power of two of them, as many as keep above
 * that. A larger one sheds a half of itself in all: a half of that, a half of the rest, and so on, until the rest makes pieces of
 * `least` or so in the places left.
 *
 * @returns how many there are
 */
function divide(mass: number, places: number, least: number, isEqual: boolean): number {
  if (places === 0) return 0;
  if (isEqual) {
    const count = Math.min(Math.floor(mass / least), places);
    pieces.fill(mass / (count + 1), 0, count);
    return count;
  }
  if (mass / places < least) {
    let count = Math.min(2, places);
    while (2 * count <= places && mass / (count + 1) > least) count *= 2;
    pieces.fill(mass / (count + 1), 0, count);
    return count;
  }
  let left = mass / 2;
  let placed = 0;
  let piece = left;
  while (placed < places && piece / (places - placed) >= least) {
    const isLast = placed === places - 1;
    while (!isLast && piece >= left) piece /= 2;
    if (isLast) piece = left;
    pieces[placed++] = piece;
    left -= piece;
  }
  if (placed < places) pieces.fill(left / (places - placed), placed, places);
  return places;
}
