import { isLargeEnoughToEat, massOf, splitRadius, TICK_RATE } from "../../../shared/formulas.ts";
import type { Input } from "../../../shared/messages.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import type { Border } from "../border.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { flee, isStraightClear, steerClear } from "./headings.ts";
import type { Mind } from "./mind.ts";
import { createSight, lookAround, type Sight } from "./sight.ts";

/**
 * How a bot plays. Requirement: it looks alive, and it is a fair opponent: it sees what a player in its place would see,
 * and acts through the same inputs. It is never stuck.
 *
 * Idea: it thinks with its largest cell, and does the first of these that there is reason for:
 * 1. with one who would eat it near: hide behind a virus that would burst the other, or flee (headings.ts);
 * 2. go for the food with the most mass for its distance, be that a pellet, a piece of ejected mass, or a cell, and split to
 *    catch a cell that is worth the risk (sight.ts says what is food);
 * 3. wander.
 * Large ones go round viruses. One that has gained nothing for a while goes elsewhere, whatever it was that held it: prey
 * that is too fast, a pellet out of reach, pieces of its own in the way; if it has not even moved, viruses do not stop it.
 *
 * Cost: that of a look around (sight.ts), and of headings.ts where the straight way will not do.
 */

/** How far a split carries in the time in which prey cannot yet get away, about the first half second, as a share of all. */
const SPLIT_REACH_SHARE = 0.75;
/** A bot in more pieces than this does not split: pieces are prey. */
const SPLIT_MOST_CELLS = 2;
/** A bot splits only for prey with at least this share of its own cell's mass. */
const SPLIT_LEAST_GAIN = 0.1;
/** How far a bot goes to hide behind a virus (u). */
const SHELTER_DISTANCE = 700;
/** How often a bot looks back at how it fared (ticks). */
const REVIEW_INTERVAL = 12 * TICK_RATE;
/** How long one that gained nothing leaves food alone (ticks). */
const ROAM_TIME = 5 * TICK_RATE;
/** One that has gained nothing between two looks back, and moved less than this (u), is hemmed in. */
const HEMMED_IN = 200;
/** How long a course is kept that does not get anywhere (ticks). */
const COURSE_TIME = 30 * TICK_RATE;

/** Filled anew by each decision. */
const sight: Sight = createSight();

/** Writes to `input` what the bot `player`, which is alive, does next. */
export function decide(simulation: Simulation, player: Player, mind: Mind, input: Input): void {
  const { x, y } = simulation.space.bodies;
  const self = largestCell(simulation, player);
  lookAround(simulation, player, self, sight);
  review(simulation, player, mind, self);
  if (simulation.tick < mind.boldUntil) sight.hazards.count = 0;
  input.split = false;
  input.eject = false;
  const { food, threats } = sight;
  if (threats.count > 0) {
    if (!hide(simulation, input)) flee(simulation, player, self, sight, input);
    return;
  }
  if (food >= 0) {
    input.x = x[food];
    input.y = y[food];
    input.split = splitPays(simulation, player, self, food, input);
    if (input.split) return;
  }
  if (food < 0 || simulation.tick < mind.hungryAt) wander(simulation, mind, self, input);
  steerClear(simulation, self, sight, input);
}

/** Points `input` along the course, or along a new one when that has been run. */
function wander(simulation: Simulation, mind: Mind, self: number, input: Input): void {
  const { x, y, radius } = simulation.space.bodies;
  const deltaX = mind.courseX - x[self];
  const deltaY = mind.courseY - y[self];
  const hasArrived = deltaX * deltaX + deltaY * deltaY <= radius[self] * radius[self];
  if (hasArrived) mind.hungryAt = simulation.tick;
  const isOver = hasArrived || simulation.tick >= mind.courseUntil;
  if (isOver || !isWithin(simulation.border, mind.courseX, mind.courseY)) chooseCourse(simulation, mind);
  input.x = mind.courseX;
  input.y = mind.courseY;
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

/** Sends a bot elsewhere that has gained nothing since the last look back, over viruses if it has hardly moved either. */
function review(simulation: Simulation, player: Player, mind: Mind, self: number): void {
  const { tick, space } = simulation;
  const x = space.bodies.x[self];
  const y = space.bodies.y[self];
  if (tick < mind.reviewAt) return;
  const isFirst = mind.reviewAt === 0;
  if (!isFirst && player.mass <= mind.reviewedMass) {
    chooseCourse(simulation, mind);
    mind.hungryAt = tick + ROAM_TIME;
    const movedX = x - mind.reviewedX;
    const movedY = y - mind.reviewedY;
    if (movedX * movedX + movedY * movedY < HEMMED_IN * HEMMED_IN) mind.boldUntil = tick + ROAM_TIME;
  }
  mind.reviewAt = tick + REVIEW_INTERVAL;
  mind.reviewedMass = player.mass;
  mind.reviewedX = x;
  mind.reviewedY = y;
}

/** Points `input` to the far side of a virus that would burst the only one who threatens. @returns whether there is one */
function hide(simulation: Simulation, input: Input): boolean {
  const { x, y, radius } = simulation.space.bodies;
  const { threats, shelters } = sight;
  if (threats.count > 1) return false;
  const threat = threats.slots[0];
  for (let i = 0; i < shelters.count; i++) {
    const virus = shelters.slots[i];
    if (shelters.keys[i] > SHELTER_DISTANCE) return false;
    if (!isLargeEnoughToEat(radius[threat], radius[virus], simulation.settings.eatRadiusRatio)) continue;
    const deltaX = x[virus] - x[threat];
    const deltaY = y[virus] - y[threat];
    const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
    // The other must not be there first, nor stand upon it.
    if (distance - radius[threat] < shelters.keys[i] || distance < radius[threat]) continue;
    input.x = x[virus] + (deltaX / distance) * radius[virus];
    input.y = y[virus] + (deltaY / distance) * radius[virus];
    return true;
  }
  return false;
}

/** Whether the bot would catch `target`, at which `input` points, by splitting its cell `self`, and gain enough at little risk. */
function splitPays(simulation: Simulation, player: Player, self: number, target: number, input: Input): boolean {
  const { x, y, radius } = simulation.space.bodies;
  const { eatRadiusRatio, splitMinRadius, splitDistance, maxCells } = simulation.settings;
  if (simulation.bodies.kind[target] !== BodyKind.cell || sight.halfInDanger) return false;
  if (player.cells.count > Math.min(SPLIT_MOST_CELLS, maxCells - 1) || radius[self] < splitMinRadius) return false;
  if (!isLargeEnoughToEat(splitRadius(radius[self]), radius[target], eatRadiusRatio)) return false;
  if (massOf(radius[target]) < SPLIT_LEAST_GAIN * massOf(radius[self])) return false;
  const deltaX = x[target] - x[self];
  const deltaY = y[target] - y[self];
  const reach = SPLIT_REACH_SHARE * splitDistance;
  const distanceSquared = deltaX * deltaX + deltaY * deltaY;
  if (distanceSquared > reach * reach || distanceSquared === 0) return false;
  // The half flies on past its prey.
  return isStraightClear(simulation, self, sight, input, splitDistance);
}

/** A random spot within the border to wander to. */
function chooseCourse({ random, border, tick }: Simulation, mind: Mind): void {
  mind.courseX = random.between(border.minX, border.maxX);
  mind.courseY = random.between(border.minY, border.maxY);
  mind.courseUntil = tick + COURSE_TIME;
}

/** A border that shrinks may leave a course outside. */
function isWithin({ minX, minY, maxX, maxY }: Border, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}
