import { BodyKind } from "../../shared/state.ts";
import { type BodyId, slotOf } from "../space/space.ts";
import { removeCell } from "./cells.ts";
import { dropId } from "./drop-id.ts";
import { ownerOf } from "./players.ts";
import type { Simulation } from "./simulation.ts";

/** Takes a body of any kind out of the world, and from every list that counts it. */
export function removeBody(simulation: Simulation, id: BodyId): void {
  const { space, bodies } = simulation;
  const slot = slotOf(id);
  const kind = bodies.kind[slot];
  if (kind === BodyKind.cell) {
    removeCell(simulation, ownerOf(simulation, bodies.owner[slot]), id);
    return;
  }
  if (kind === BodyKind.virus) dropId(simulation.viruses, id);
  else if (kind === BodyKind.motherCell) dropId(simulation.motherCells, id);
  else if (kind === BodyKind.pellet && bodies.parent[slot] !== 0) forgetMotherPellet(simulation, bodies.parent[slot]);
  space.remove(id);
}

function forgetMotherPellet(simulation: Simulation, mother: BodyId): void {
  simulation.motherPellets--;
  if (simulation.space.has(mother)) simulation.bodies.tally[slotOf(mother)]--;
}
