import { speedOf, TICK_RATE } from "../../../shared/formulas.ts";
import { slotOf } from "../../space/bodies.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { moveBoosted } from "./boost.ts";

/**
 * A cell that another of its owner has pushed presses on no harder than it gets on: from one tick to the next its step grows to
 * this many times the way that it made towards the pointer, and this much (u) more. Otherwise cells that the pointer holds together
 * would be pressed into each other and thrown apart for ever, and never come to rest. Half a second later it is at full speed again.
 */
const PRESSURE_GROWTH = 1.5;
const LEAST_PRESSURE = 0.1;

/**
 * That growth would keep a crowd trembling that can get no nearer: a cell wedged between two large ones is thrown out by many
 * times what these move. So once a player rests, which is when for this time (ticks) its pointer has stayed within this distance
 * (u) and it has neither won nor lost a cell, a pushed one presses on just as hard as it gets on, until it has been left alone for
 * so many ticks.
 */
const REST_TIME = 10 * TICK_RATE;
const REST_DISTANCE = 1;
const LEFT_ALONE = 3;

/** Each cell takes one step to its player's pointer, never past it, and one step of its boost. */
export function moveCells(simulation: Simulation): void {
  for (const player of simulation.owners.values()) {
    if (player.alive) movePlayerCells(simulation, player);
  }
}

function movePlayerCells(simulation: Simulation, player: Player): void {
  const { x, y, radius } = simulation.space.bodies;
  const { fromX, fromY, pushedAt, pressure } = simulation.bodies;
  const { ids, count } = player.cells;
  const { steering, aimX, aimY } = player.controls;
  const { speedFactor, speedExponent } = simulation.settings;
  const { tick } = simulation;
  const isAtRest = steering && hasRested(simulation, player);
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    const slot = slotOf(id);
    let toX = x[slot];
    let toY = y[slot];
    if (steering) {
      const deltaX = aimX - toX;
      const deltaY = aimY - toY;
      const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
      if (distance > 0) {
        const speed = speedOf(radius[slot], speedFactor, speedExponent);
        let headway = pressure[slot];
        if (pushedAt[slot] === tick - 1) {
          const way = ((toX - fromX[slot]) * deltaX + (toY - fromY[slot]) * deltaY) / distance;
          headway = Math.min(headway, Math.max(0, way));
        }
        const isHeld = isAtRest && tick - pushedAt[slot] <= LEFT_ALONE;
        pressure[slot] = Math.min(speed, isHeld ? headway : PRESSURE_GROWTH * headway + LEAST_PRESSURE);
        const step = Math.min(pressure[slot], distance);
        toX += (deltaX / distance) * step;
        toY += (deltaY / distance) * step;
      }
    }
    moveBoosted(simulation, id, toX, toY);
  }
}

/** Whether a player, who steers, is at rest (see REST_TIME); to be asked once a tick. */
function hasRested({ tick }: Simulation, player: Player): boolean {
  const { rest, cells } = player;
  const { aimX, aimY } = player.controls;
  const deltaX = aimX - rest.x;
  const deltaY = aimY - rest.y;
  if (cells.count !== rest.cells || deltaX * deltaX + deltaY * deltaY > REST_DISTANCE * REST_DISTANCE) {
    rest.x = aimX;
    rest.y = aimY;
    rest.cells = cells.count;
    rest.since = tick;
  }
  return tick - rest.since >= REST_TIME;
}
