import { clampToBorder } from "../../../shared/formulas.ts";
import { BodyKind, COLORS } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { addBody } from "../body-columns.ts";
import type { Simulation } from "../simulation.ts";
import { launch } from "./boost.ts";
import { findSafeSpot } from "./spawn.ts";

/** The colour of mother cells, of COLORS (shared/state.ts): red. */
const MOTHER_CELL_COLOR = 0;

/** Brings the mother cells up to the number that the world keeps, one in a tick, where no cell is. */
export function restockMotherCells(simulation: Simulation): void {
  const { motherCells, settings } = simulation;
  if (motherCells.count >= settings.motherCells) return;
  const spot = findSafeSpot(simulation, settings.motherCellRadius);
  if (spot === undefined) return;
  const id = addBody(simulation, BodyKind.motherCell, settings.motherCellRadius, spot.x, spot.y, MOTHER_CELL_COLOR);
  motherCells.ids[motherCells.count++] = id;
}

/** Fills a new world with its mother cells. */
export function fillMotherCells(simulation: Simulation): void {
  for (let i = 0; i < simulation.settings.motherCells; i++) restockMotherCells(simulation);
}

/** Mother cells shed what they have eaten as pellets, and now and then make one of nothing. */
export function shedPellets(simulation: Simulation): void {
  const { space, motherCells, random } = simulation;
  const { radius } = space.bodies;
  const { motherCellRadius, motherCellMaxRadius, motherCellPelletsPerTick, motherCellPelletChance, pelletRadius } =
    simulation.settings;
  const { ids, count } = motherCells;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    const slot = slotOf(id);
    if (radius[slot] > motherCellMaxRadius) space.resize(id, motherCellMaxRadius);
    for (let j = 0; j < motherCellPelletsPerTick; j++) {
      const rest = radius[slot] * radius[slot] - pelletRadius * pelletRadius;
      if (rest < motherCellRadius * motherCellRadius || !hasRoom(simulation, slot)) break;
      space.resize(id, Math.sqrt(rest));
      shedPellet(simulation, id);
    }
    if (random.next() < motherCellPelletChance && hasRoom(simulation, slot)) shedPellet(simulation, id);
  }
}

/** Whether a mother cell may have another pellet; also that those left by mother cells that are gone do not add up. */
function hasRoom({ bodies, settings, motherPellets }: Simulation, slot: number): boolean {
  const { motherCells, motherCellPellets } = settings;
  return bodies.tally[slot] < motherCellPellets && motherPellets < motherCells * motherCellPellets;
}

/** A pellet flies off a mother cell's edge, or off the border where that edge is beyond it. */
function shedPellet(simulation: Simulation, mother: BodyId): void {
  const { space, bodies, random, settings, border } = simulation;
  const slot = slotOf(mother);
  const { x, y, radius } = space.bodies;
  const angle = random.between(0, 2 * Math.PI);
  const directionX = Math.cos(angle);
  const directionY = Math.sin(angle);
  const edgeX = x[slot] + radius[slot] * directionX;
  const edgeY = y[slot] + radius[slot] * directionY;
  const fromX = clampToBorder(edgeX, settings.pelletRadius, border.minX, border.maxX);
  const fromY = clampToBorder(edgeY, settings.pelletRadius, border.minY, border.maxY);
  const id = addBody(simulation, BodyKind.pellet, settings.pelletRadius, fromX, fromY, random.integer(COLORS));
  bodies.parent[slotOf(id)] = mother;
  bodies.tally[slot]++;
  simulation.motherPellets++;
  launch(simulation, id, directionX, directionY, settings.motherCellPelletDistance);
}
