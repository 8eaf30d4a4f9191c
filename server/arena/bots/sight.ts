import { eatDistance, isLargeEnoughToEat, massOf, splitRadius } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { ownerOf, type Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { measureView, type View } from "../view.ts";
import { createRanking, type Ranking, rank } from "./ranking.ts";

/**
 * What a bot makes of what it sees. Requirement: it sees what a player in its place would see, and draws no more from it than
 * that player could.
 *
 * Idea: one query of its view; a first pass over the cells and viruses in it finds what is dangerous, a second one over what
 * is left finds the best food that is not beside a danger. Only minima, maxima and rankings are taken, so that nothing depends
 * on the order in which the query returns bodies.
 *
 * Cost: the query, and for each cell in view a look at MOST_PIECES of one's own at most.
 */
export interface Sight {
  /** Cells that could eat a piece of the bot and are near enough to be fled from, by the gap from their edge to it (u). */
  readonly threats: Ranking;
  /** Viruses and mother cells that would burst or eat the bot's largest cell, by how far that cell may still go to them (u). */
  readonly hazards: Ranking;
  /** Viruses that would burst a large cell but not the bot's, by distance (u). */
  readonly shelters: Ranking;
  /** Whether a cell is in sight that could eat a half of the bot's largest cell. */
  halfInDanger: boolean;
  /** The slot of the best food, cells included; -1 for none. */
  food: number;
}

export const MOST_THREATS = 8;
const MOST_HAZARDS = 8;
const MOST_SHELTERS = 4;

/** A threat is fled from when its edge is nearer than this (u) to the centre of the piece that it could eat. */
const ALARM_DISTANCE = 400;
/** The same for one that could still do so after splitting, as a share of how far a split carries. */
const SPLIT_ALARM_SHARE = 0.9;
/** Pieces of less than this share of the bot's largest radius are left to their fate. */
const LEAST_PIECE = 0.35;
/** Most pieces that a bot watches over, the oldest. */
const MOST_PIECES = 16;
/** How near to a hazard's reach a bot goes (u): more than a cell moves between two decisions and is pushed by its own. */
const HAZARD_MARGIN = 60;
/** Food whose distance from the edge of a threat is below this share of the alarm distance is left alone. */
const DANGEROUS_FOOD_SHARE = 0.6;
/** How much more than its mass prey is worth that one split would catch, and how much less when it must be chased. */
const CATCHABLE = 2;
const CHASED = 0.5;

export function createSight(): Sight {
  return {
    threats: createRanking(MOST_THREATS),
    hazards: createRanking(MOST_HAZARDS),
    shelters: createRanking(MOST_SHELTERS),
    halfInDanger: false,
    food: -1,
  };
}

const view: View = { centerX: 0, centerY: 0, width: 0, height: 0 };
/** The squares and reaches of those who threaten, while food is weighed. */
const alarms = new Float64Array(MOST_THREATS);

/** Fills `sight` for the bot `player`, whose largest cell is in slot `self`. */
export function lookAround(simulation: Simulation, player: Player, self: number, sight: Sight): void {
  const { centerX, centerY, width, height } = measureView(simulation, player, view);
  const { space, nearby } = simulation;
  sight.threats.count = 0;
  sight.hazards.count = 0;
  sight.shelters.count = 0;
  sight.halfInDanger = false;
  sight.food = -1;
  space.overlapRect(centerX - width / 2, centerY - height / 2, centerX + width / 2, centerY + height / 2, nearby);
  findDangers(simulation, player, self, sight);
  findFood(simulation, self, sight);
}

/** Leaves in `nearby` only what may be eaten. */
function findDangers(simulation: Simulation, player: Player, self: number, sight: Sight): void {
  const { space, bodies, nearby, settings } = simulation;
  const { radius } = space.bodies;
  const { kind, owner } = bodies;
  const { eatRadiusRatio } = settings;
  const selfRadius = radius[self];
  const halfRadius = splitRadius(selfRadius);
  const { ids, count } = nearby;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    const slot = slotOf(id);
    switch (kind[slot]) {
      case BodyKind.cell: {
        if (owner[slot] === player.number) break;
        const other = ownerOf(simulation, owner[slot]);
        if (
          isLargeEnoughToEat(radius[slot], LEAST_PIECE * selfRadius, eatRadiusRatio) &&
          isFoe(simulation, other, player)
        ) {
          if (isLargeEnoughToEat(radius[slot], halfRadius, eatRadiusRatio)) sight.halfInDanger = true;
          noticeThreat(simulation, player, selfRadius, slot, sight);
        }
        if (isLargeEnoughToEat(selfRadius, radius[slot], eatRadiusRatio) && isPrey(simulation, player, other))
          ids[kept++] = id;
        break;
      }
      case BodyKind.virus:
      case BodyKind.motherCell:
        noticeHazard(simulation, player, self, slot, sight);
        break;
      default:
        if (isLargeEnoughToEat(selfRadius, radius[slot], eatRadiusRatio)) ids[kept++] = id;
    }
  }
  nearby.count = kept;
}

/** Whether one may eat the other, now or once nobody is protected any more. */
function isFoe(simulation: Simulation, eater: Player, prey: Player): boolean {
  const { mode } = simulation;
  return mode.mayEat === undefined || mode.mayEat(simulation, eater, prey);
}

/** Whether one may eat the other now. */
function isPrey(simulation: Simulation, eater: Player, prey: Player): boolean {
  return eater.protectedTicks === 0 && prey.protectedTicks === 0 && isFoe(simulation, eater, prey);
}

/** Ranks a cell among the threats when it could eat one of the bot's pieces and is near it. */
function noticeThreat(simulation: Simulation, player: Player, selfRadius: number, slot: number, sight: Sight): void {
  const { x, y, radius } = simulation.space.bodies;
  const { eatRadiusRatio, splitDistance } = simulation.settings;
  const { ids, count } = player.cells;
  const watched = Math.min(count, MOST_PIECES);
  const halfRadius = splitRadius(radius[slot]);
  let nearest = Infinity;
  for (let i = 0; i < watched; i++) {
    const piece = slotOf(ids[i]);
    if (radius[piece] < LEAST_PIECE * selfRadius) continue;
    if (!isLargeEnoughToEat(radius[slot], radius[piece], eatRadiusRatio)) continue;
    const canSplit = isLargeEnoughToEat(halfRadius, radius[piece], eatRadiusRatio);
    const alarm = canSplit ? Math.max(ALARM_DISTANCE, SPLIT_ALARM_SHARE * splitDistance) : ALARM_DISTANCE;
    const deltaX = x[slot] - x[piece];
    const deltaY = y[slot] - y[piece];
    const gap = Math.sqrt(deltaX * deltaX + deltaY * deltaY) - radius[slot];
    if (gap <= alarm) nearest = Math.min(nearest, gap);
  }
  if (nearest < Infinity) rank(sight.threats, slot, nearest);
}

/** A virus or mother cell is either something to keep away from, or a virus to hide behind. */
function noticeHazard(simulation: Simulation, player: Player, self: number, slot: number, sight: Sight): void {
  const { x, y } = simulation.space.bodies;
  const deltaX = x[slot] - x[self];
  const deltaY = y[slot] - y[self];
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  const reach = hazardReach(simulation, player, self, slot);
  if (reach > 0) rank(sight.hazards, slot, distance - reach);
  else if (simulation.bodies.kind[slot] === BodyKind.virus) rank(sight.shelters, slot, distance);
}

/** How near (u) the bot's largest cell may come to a virus or mother cell, centre to centre; 0 when it is harmless. */
export function hazardReach(
  { space, bodies, settings }: Simulation,
  player: Player,
  self: number,
  slot: number,
): number {
  const { radius } = space.bodies;
  const { eatRadiusRatio, eatDepth, maxCells } = settings;
  // One who has all its cells does not burst.
  if (isLargeEnoughToEat(radius[self], radius[slot], eatRadiusRatio) && player.cells.count < maxCells) {
    return eatDistance(radius[self], radius[slot], eatDepth) + HAZARD_MARGIN;
  }
  const isEaten =
    bodies.kind[slot] === BodyKind.motherCell && isLargeEnoughToEat(radius[slot], radius[self], eatRadiusRatio);
  return isEaten ? eatDistance(radius[slot], radius[self], eatDepth) + HAZARD_MARGIN : 0;
}

/** The food with the most mass for its distance, of what `nearby` holds and is not beside a danger. */
function findFood(simulation: Simulation, self: number, sight: Sight): void {
  const { space, bodies, nearby, settings } = simulation;
  const { x, y, radius } = space.bodies;
  const { kind } = bodies;
  const { ids, count } = nearby;
  const largestCatch = splitRadius(radius[self]) / settings.eatRadiusRatio;
  const { threats } = sight;
  for (let i = 0; i < threats.count; i++) {
    alarms[i] = radius[threats.slots[i]] + DANGEROUS_FOOD_SHARE * ALARM_DISTANCE;
  }
  let best = 0;
  for (let i = 0; i < count; i++) {
    const slot = slotOf(ids[i]);
    const deltaX = x[slot] - x[self];
    const deltaY = y[slot] - y[self];
    const distance = Math.max(1, Math.sqrt(deltaX * deltaX + deltaY * deltaY));
    let value = massOf(radius[slot]) / distance;
    if (kind[slot] === BodyKind.cell) value *= radius[slot] <= largestCatch ? CATCHABLE : CHASED;
    if (value < best || (value === best && slot > sight.food)) continue;
    if (isBesideDanger(simulation, self, slot, sight)) continue;
    best = value;
    sight.food = slot;
  }
}

/** Whether the bot would have to touch a hazard, or come near to a threat, to eat what is in `slot`. */
function isBesideDanger(simulation: Simulation, self: number, slot: number, sight: Sight): boolean {
  const { x, y } = simulation.space.bodies;
  const { hazards, threats } = sight;
  for (let i = 0; i < hazards.count; i++) {
    const hazard = hazards.slots[i];
    // The key is the distance less the reach.
    const reach = distanceBetween(x, y, self, hazard) - hazards.keys[i];
    if (distanceBetween(x, y, slot, hazard) < reach) return true;
  }
  for (let i = 0; i < threats.count; i++) {
    if (distanceBetween(x, y, slot, threats.slots[i]) < alarms[i]) return true;
  }
  return false;
}

function distanceBetween(x: Float64Array, y: Float64Array, one: number, other: number): number {
  const deltaX = x[one] - x[other];
  const deltaY = y[one] - y[other];
  return Math.sqrt(deltaX * deltaX + deltaY * deltaY);
}
