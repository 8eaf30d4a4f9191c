import { BOOST_DISTANCE, isLargeEnoughToEat, massOf, SPLIT_MIN_RADIUS, splitRadius } from "../../../shared/formulas.ts";
import type { Input } from "../../../shared/messages.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { measureView, type View } from "../view.ts";

/**
 * How a bot plays. Requirement: it looks alive, and it is a fair opponent: it sees what a player in its place would see,
 * and acts through the same inputs.
 *
 * Idea: it thinks with its largest cell. It goes through the bodies in view once. Each cell that could eat it and is near
 * pushes its course away, the more the nearer; so does a wall, but only while something is after it. With nothing to flee
 * from, it makes for the food that has the most mass for its distance, be that a pellet, a piece of ejected mass, or a cell
 * that it can eat; and splits to catch a cell that is worth the risk. With nothing in sight it wanders.
 *
 * Cost: one query and a sort of what it finds. The sort makes the decision independent of the order in which the query
 * returns bodies, sums of floats included.
 */

/** A cell that could eat the bot is fled from when its edge is nearer than this to the bot's centre (u). */
const ALARM_DISTANCE = 400;
/** The same for a cell that could still do so after splitting, as it has the reach of a split (u). */
const SPLIT_ALARM_DISTANCE = 700;
/** While fleeing, a wall nearer than this pushes back (u). */
const WALL_DISTANCE = 300;
/** How far ahead a fleeing bot puts its pointer (u). */
const FLEE_AIM_DISTANCE = 1000;
/** How far a split carries in the time in which prey cannot yet get away, about the first half second (u). */
const SPLIT_REACH = 0.75 * BOOST_DISTANCE;
/** A bot in more pieces than this does not split: pieces are prey. */
const SPLIT_MOST_CELLS = 2;
/** A bot splits only for prey with at least this share of its own cell's mass. */
const SPLIT_LEAST_GAIN = 0.1;

const view: View = { centerX: 0, centerY: 0, width: 0, height: 0 };

/** Writes to `input` what the bot `player`, which is alive, does next. */
export function decide(simulation: Simulation, player: Player, input: Input): void {
  const { space, bodies, nearby } = simulation;
  const { x, y, radius } = space.bodies;
  const { kind, owner } = bodies;
  const self = largestCell(simulation, player);
  const selfX = x[self];
  const selfY = y[self];
  const selfRadius = radius[self];
  const halfRadius = splitRadius(selfRadius);

  let fleeX = 0;
  let fleeY = 0;
  let fleeing = false;
  let halfInDanger = false;
  let target = -1;
  let targetValue = 0;
  const count = lookAround(simulation, player);
  for (let i = 0; i < count; i++) {
    const slot = slotOf(nearby.ids[i]);
    const isCell = kind[slot] === BodyKind.cell;
    if (isCell && owner[slot] === player.number) continue;
    const deltaX = x[slot] - selfX;
    const deltaY = y[slot] - selfY;
    const distance = Math.max(1, Math.sqrt(deltaX * deltaX + deltaY * deltaY));
    if (isCell && isLargeEnoughToEat(radius[slot], halfRadius)) halfInDanger = true;
    if (isCell && isLargeEnoughToEat(radius[slot], selfRadius)) {
      const gap = Math.max(1, distance - radius[slot]);
      if (gap > alarmDistance(radius[slot], selfRadius)) continue;
      fleeing = true;
      fleeX -= deltaX / (distance * gap);
      fleeY -= deltaY / (distance * gap);
    } else if (isLargeEnoughToEat(selfRadius, radius[slot])) {
      const value = massOf(radius[slot]) / distance;
      if (value > targetValue) {
        targetValue = value;
        target = slot;
      }
    }
  }

  input.split = false;
  input.eject = false;
  if (fleeing) {
    const { worldSize } = simulation.settings;
    aimAlong(input, selfX, selfY, fleeX + wallPush(selfX, worldSize), fleeY + wallPush(selfY, worldSize));
  } else if (target >= 0) {
    input.x = x[target];
    input.y = y[target];
    input.split = !halfInDanger && kind[target] === BodyKind.cell && splitPays(simulation, player, self, target);
  } else {
    wander(simulation, player, self, input);
  }
}

/** Points far ahead from (x, y) in a direction of any length; of length 0 to the right, as then no way is better. */
function aimAlong(input: Input, x: number, y: number, directionX: number, directionY: number): void {
  const length = Math.sqrt(directionX * directionX + directionY * directionY);
  input.x = x + (length > 0 ? directionX / length : 1) * FLEE_AIM_DISTANCE;
  input.y = y + (length > 0 ? directionY / length : 0) * FLEE_AIM_DISTANCE;
}

/** Fills `nearby` with the bodies in the player's view, sorted by id; returns how many. */
function lookAround(simulation: Simulation, player: Player): number {
  const { centerX, centerY, width, height } = measureView(simulation, player, view);
  const { space, nearby } = simulation;
  const halfWidth = width / 2;
  const halfHeight = height / 2;
  const count = space.overlapRect(
    centerX - halfWidth,
    centerY - halfHeight,
    centerX + halfWidth,
    centerY + halfHeight,
    nearby,
  );
  nearby.ids.subarray(0, count).sort();
  return count;
}

/** The slot of the player's largest cell, the oldest of equals. */
function largestCell(simulation: Simulation, player: Player): number {
  const { radius } = simulation.space.bodies;
  const { ids, count } = player.cells;
  let largest = slotOf(ids[0]);
  for (let i = 1; i < count; i++) {
    const slot = slotOf(ids[i]);
    if (radius[slot] > radius[largest]) largest = slot;
  }
  return largest;
}

function alarmDistance(hunterRadius: number, selfRadius: number): number {
  const canSplit = isLargeEnoughToEat(splitRadius(hunterRadius), selfRadius);
  return canSplit ? SPLIT_ALARM_DISTANCE : ALARM_DISTANCE;
}

/** The push of the two walls across one axis, in the same unit as that of a hunter (1 / u). */
function wallPush(coordinate: number, worldSize: number): number {
  const before = Math.max(1, coordinate);
  const after = Math.max(1, worldSize - coordinate);
  return (before < WALL_DISTANCE ? 1 / before : 0) - (after < WALL_DISTANCE ? 1 / after : 0);
}

/** Whether the bot would catch the cell `target` by splitting its cell `self`, and gain enough. */
function splitPays(simulation: Simulation, player: Player, self: number, target: number): boolean {
  const { x, y, radius } = simulation.space.bodies;
  const deltaX = x[target] - x[self];
  const deltaY = y[target] - y[self];
  return (
    player.cells.count <= SPLIT_MOST_CELLS &&
    radius[self] >= SPLIT_MIN_RADIUS &&
    isLargeEnoughToEat(splitRadius(radius[self]), radius[target]) &&
    massOf(radius[target]) >= SPLIT_LEAST_GAIN * massOf(radius[self]) &&
    deltaX * deltaX + deltaY * deltaY <= SPLIT_REACH * SPLIT_REACH
  );
}

/** Keeps to the last course until it is run, then takes one to a random spot. */
function wander(simulation: Simulation, player: Player, self: number, input: Input): void {
  const { x, y, radius } = simulation.space.bodies;
  const { random, settings } = simulation;
  const { controls } = player;
  const deltaX = controls.aimX - x[self];
  const deltaY = controls.aimY - y[self];
  const arrived = deltaX * deltaX + deltaY * deltaY <= radius[self] * radius[self];
  input.x = arrived || !controls.steering ? random.between(0, settings.worldSize) : controls.aimX;
  input.y = arrived || !controls.steering ? random.between(0, settings.worldSize) : controls.aimY;
}
