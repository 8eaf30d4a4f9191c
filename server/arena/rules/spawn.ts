import { TICK_RATE } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { type BodyId, NO_BODY, slotOf } from "../../space/bodies.ts";
import { randomSpot } from "../border.ts";
import { addCell, roomForCells } from "../cells.ts";
import { dropPresses } from "../input.ts";
import type { Player } from "../players.ts";
import { removeBody } from "../removal.ts";
import type { Simulation } from "../simulation.ts";
import { removeFirstLeft } from "./leaving.ts";

/** How many pieces of ejected mass are tried for a spawn. */
const EJECTA_TRIES = 8;

/**
 * Gives each waiting player its first cell, where no cell covers it. When one finds no such spot, all wait on: in so full a
 * world the others would hardly find one either, and trying for each of many would take longer than a tick.
 */
export function spawnWaiting(simulation: Simulation): void {
  const { mode, settings } = simulation;
  let isFull = false;
  for (const player of simulation.players.values()) {
    if (!player.waiting) continue;
    if (mode.mayJoin !== undefined && !mode.mayJoin(simulation, player)) continue;
    if (isFull || !giveFirstCell(simulation, player)) {
      isFull = true;
      player.refusedSpawns++;
      continue;
    }
    player.waiting = false;
    player.refusedSpawns = 0;
    player.alive = true;
    player.protectedTicks = Math.round(settings.spawnProtectionSeconds * TICK_RATE);
    dropPresses(player.controls);
    mode.onSpawn?.(simulation, player);
  }
}

/** @returns whether there was room and a safe spot */
function giveFirstCell(simulation: Simulation, player: Player): boolean {
  const { space, random, settings } = simulation;
  while (roomForCells(simulation, player) === 0) if (!removeFirstLeft(simulation)) return false;
  if (simulation.ejectaCount > 0 && random.next() < settings.spawnFromEjecta) {
    const piece = findSafeEjecta(simulation);
    if (piece !== NO_BODY) {
      const slot = slotOf(piece);
      addCell(simulation, player, space.bodies.x[slot], space.bodies.y[slot], settings.startRadius);
      removeBody(simulation, piece);
      return true;
    }
  }
  const spot = findSafeSpot(simulation, settings.startRadius);
  if (spot === undefined) return false;
  addCell(simulation, player, spot.x, spot.y, settings.startRadius);
  return true;
}

/** A piece of ejected mass at rest where a first cell touches no cell; NO_BODY when no try finds one. */
function findSafeEjecta(simulation: Simulation): BodyId {
  const { space, random, ejecta, firstEjecta, ejectaCount, settings } = simulation;
  const { x, y, still } = space.bodies;
  for (let attempt = 0; attempt < EJECTA_TRIES; attempt++) {
    const id = ejecta[(firstEjecta + random.integer(ejectaCount)) % ejecta.length];
    if (!space.has(id)) continue;
    const slot = slotOf(id);
    if (still[slot] === 1 && !touchesCell(simulation, x[slot], y[slot], settings.startRadius)) return id;
  }
  return NO_BODY;
}

/** A random spot where a circle of `radius` u touches no cell and not the border; undefined when no try finds one. */
export function findSafeSpot(simulation: Simulation, radius: number): { x: number; y: number } | undefined {
  const { random, settings, border } = simulation;
  for (let attempt = 0; attempt < settings.spawnTries; attempt++) {
    const spot = randomSpot(border, random, radius);
    if (!touchesCell(simulation, spot.x, spot.y, radius)) return spot;
  }
  return undefined;
}

/** Whether a circle touches a cell or a mother cell. */
function touchesCell(simulation: Simulation, x: number, y: number, radius: number): boolean {
  return simulation.space.overlapCircle(x, y, radius, simulation.nearby, CELLS) > 0;
}

const CELLS = { mask: (1 << BodyKind.cell) | (1 << BodyKind.motherCell) };
