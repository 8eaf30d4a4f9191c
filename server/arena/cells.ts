import { massOf } from "../../shared/formulas.ts";
import { BodyKind } from "../../shared/state.ts";
import { type BodyId, slotOf } from "../space/bodies.ts";
import { circle } from "../space/shapes.ts";
import { describeBody } from "./body-columns.ts";
import type { Player } from "./players.ts";
import { die } from "./rules/death.ts";
import type { Simulation } from "./simulation.ts";

/** Gives `player` a cell of `radius` u at (x, y). That it has fewer than MAX_CELLS is the caller's to see to. */
export function addCell(simulation: Simulation, player: Player, x: number, y: number, radius: number): BodyId {
  const id = simulation.space.add(circle(radius), x, y);
  describeBody(simulation.bodies, slotOf(id), BodyKind.cell, player.color, player.number, simulation.tick);
  const { cells } = player;
  cells.ids[cells.count++] = id;
  return id;
}

/** Takes a cell out of the world and from its owner, who dies with the last one. */
export function removeCell(simulation: Simulation, player: Player, id: BodyId): void {
  const { cells } = player;
  const index = cells.ids.indexOf(id);
  cells.ids.copyWithin(index, index + 1, cells.count);
  cells.count--;
  if (cells.count === 0) die(simulation, player, id);
  simulation.space.remove(id);
}

/** Brings every player's `mass` up to date. */
export function sumMasses(simulation: Simulation): void {
  const { radius } = simulation.space.bodies;
  for (const player of simulation.players.values()) {
    const { ids, count } = player.cells;
    let mass = 0;
    for (let i = 0; i < count; i++) mass += massOf(radius[slotOf(ids[i])]);
    player.mass = mass;
  }
}
