import { speedOf } from "../../../shared/formulas.ts";
import type { Input } from "../../../shared/messages.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { MOST_THREATS, type Sight } from "./sight.ts";

/**
 * Which way a bot goes when the straight one will not do. Requirement: it keeps out of reach of those who would eat it, round
 * viruses, and out of corners, where there is but one way to go.
 *
 * Idea: of HEADINGS directions all around, take the one that is least dangerous. The danger of one is measured at two points along
 * it, kept within the border: how near each threat would be by then, if it came straight there. So a heading that ends at a
 * wall is as bad as it is: the bot gets no further, and the threat does. Going on as before is a little better than turning,
 * which keeps it from wavering between equals.
 *
 * Cost: 2 · HEADINGS looks at each threat.
 */
const HEADINGS = 16;
const COSINES = Float64Array.from({ length: HEADINGS }, (_, i) => Math.cos((2 * Math.PI * i) / HEADINGS));
const SINES = Float64Array.from({ length: HEADINGS }, (_, i) => Math.sin((2 * Math.PI * i) / HEADINGS));

/** The points along a heading at which its danger is measured (u). */
const NEAR_POINT = 250;
const FAR_POINT = 600;
/** The danger of a threat grows by a factor of e when its edge comes so much nearer (u); it is 1 at the edge. */
const DANGER_SCALE = 150;
/** A gap below this (u) is no worse: the bot would be eaten. */
const LEAST_GAP = -200;
/** Danger of a heading on which a virus or mother cell is in the way. */
const HAZARD_DANGER = 10;
/** Danger of a point that the border cuts off by all of its distance. */
const BORDER_DANGER = 0.5;
/** Danger of turning back, at most. */
const TURN_DANGER = 0.02;
/** How far ahead a bot puts its pointer (u). */
const AIM_DISTANCE = 1000;
/** How far ahead the way must be clear of viruses (u). */
const CLEAR_DISTANCE = 300;

// What the loops below hand on goes through these: numbers that are no integers, given to a function or back from it, are
// allocated, and a decision would take hundreds of them.

/** How fast each threat in sight may come (u per tick). */
const threatSpeeds = new Float64Array(MOST_THREATS);
/** The danger of each heading. */
const dangers = new Float64Array(HEADINGS);
/** The way that `isWayClear` is asked about, as an offset from where the bot is (u). */
const way = new Float64Array(2);

/** Points `input` the way that is least dangerous for the cell in slot `self`. */
export function flee(simulation: Simulation, player: Player, self: number, sight: Sight, input: Input): void {
  const { x, y } = simulation.space.bodies;
  const { steering, aimX, aimY } = player.controls;
  dangers.fill(0);
  addThreats(simulation, self, sight, NEAR_POINT);
  addThreats(simulation, self, sight, FAR_POINT);
  if (sight.hazards.count > 0) addHazards(simulation, self, sight);
  const courseX = aimX - x[self];
  const courseY = aimY - y[self];
  const courseLength = Math.sqrt(courseX * courseX + courseY * courseY);
  const turn = steering && courseLength > 0 ? TURN_DANGER / courseLength : 0;
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < HEADINGS; i++) {
    const danger = dangers[i] - turn * (COSINES[i] * courseX + SINES[i] * courseY);
    if (danger >= least) continue;
    least = danger;
    best = i;
  }
  input.x = x[self] + COSINES[best] * AIM_DISTANCE;
  input.y = y[self] + SINES[best] * AIM_DISTANCE;
}

/** Adds to `dangers` how dangerous it is to be `distance` u along each heading. */
function addThreats({ space, border, settings }: Simulation, self: number, sight: Sight, distance: number): void {
  const { x, y, radius } = space.bodies;
  const { minX, minY, maxX, maxY } = border;
  const { speedFactor, speedExponent } = settings;
  const { slots, count } = sight.threats;
  for (let i = 0; i < count; i++) threatSpeeds[i] = speedOf(radius[slots[i]], speedFactor, speedExponent);
  const ticks = distance / Math.max(1, speedOf(radius[self], speedFactor, speedExponent));
  for (let heading = 0; heading < HEADINGS; heading++) {
    const toX = x[self] + COSINES[heading] * distance;
    const toY = y[self] + SINES[heading] * distance;
    const atX = Math.min(Math.max(toX, minX), maxX);
    const atY = Math.min(Math.max(toY, minY), maxY);
    let danger = (BORDER_DANGER * (Math.abs(toX - atX) + Math.abs(toY - atY))) / distance;
    for (let i = 0; i < count; i++) {
      const threat = slots[i];
      const deltaX = x[threat] - atX;
      const deltaY = y[threat] - atY;
      const gap = Math.sqrt(deltaX * deltaX + deltaY * deltaY) - radius[threat] - ticks * threatSpeeds[i];
      danger += Math.exp(-Math.max(LEAST_GAP, gap) / DANGER_SCALE);
    }
    dangers[heading] += danger;
  }
}

/** Adds to `dangers` that of the headings on which a virus or mother cell is in the way. */
function addHazards(simulation: Simulation, self: number, sight: Sight): void {
  for (let i = 0; i < HEADINGS; i++) {
    if (!isHeadingClear(simulation, self, sight, i)) dangers[i] += HAZARD_DANGER;
  }
}

/** Points `input`, which points where the bot wants to go, round the viruses and mother cells that are in the way. */
export function steerClear(simulation: Simulation, self: number, sight: Sight, input: Input): void {
  if (sight.hazards.count === 0) return;
  const { x, y } = simulation.space.bodies;
  const deltaX = input.x - x[self];
  const deltaY = input.y - y[self];
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  const share = distance > CLEAR_DISTANCE ? CLEAR_DISTANCE / distance : 1;
  way[0] = deltaX * share;
  way[1] = deltaY * share;
  if (isWayClear(simulation, self, sight)) return;
  let best = -1;
  let most = -Infinity;
  for (let i = 0; i < HEADINGS; i++) {
    const along = COSINES[i] * deltaX + SINES[i] * deltaY;
    if (along <= most || !isHeadingClear(simulation, self, sight, i)) continue;
    most = along;
    best = i;
  }
  if (best >= 0) {
    input.x = x[self] + COSINES[best] * AIM_DISTANCE;
    input.y = y[self] + SINES[best] * AIM_DISTANCE;
  } else {
    // Straight away from the one that is nearest to its reach.
    const hazard = sight.hazards.slots[0];
    input.x = 2 * x[self] - x[hazard];
    input.y = 2 * y[self] - y[hazard];
  }
}

/** Whether the way of `distance` u that `input` points to comes within reach of no virus or mother cell. */
export function isStraightClear(
  simulation: Simulation,
  self: number,
  sight: Sight,
  input: Input,
  distance: number,
): boolean {
  const { x, y } = simulation.space.bodies;
  const deltaX = input.x - x[self];
  const deltaY = input.y - y[self];
  const share = distance / Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  way[0] = deltaX * share;
  way[1] = deltaY * share;
  return isWayClear(simulation, self, sight);
}

function isHeadingClear(simulation: Simulation, self: number, sight: Sight, heading: number): boolean {
  way[0] = COSINES[heading] * CLEAR_DISTANCE;
  way[1] = SINES[heading] * CLEAR_DISTANCE;
  return isWayClear(simulation, self, sight);
}

/** Whether `way` comes within reach of no virus or mother cell. */
function isWayClear({ space }: Simulation, self: number, sight: Sight): boolean {
  const { x, y } = space.bodies;
  const { slots, keys, count } = sight.hazards;
  const wayX = way[0];
  const wayY = way[1];
  const lengthSquared = wayX * wayX + wayY * wayY;
  for (let i = 0; i < count; i++) {
    const deltaX = x[slots[i]] - x[self];
    const deltaY = y[slots[i]] - y[self];
    const along = deltaX * wayX + deltaY * wayY;
    // Any way that leads off is clear, also for one who is already within reach.
    if (along <= 0 || lengthSquared === 0) continue;
    // The key is the distance less the reach.
    const reach = Math.sqrt(deltaX * deltaX + deltaY * deltaY) - keys[i];
    const share = Math.min(1, along / lengthSquared);
    const missX = deltaX - share * wayX;
    const missY = deltaY - share * wayY;
    if (missX * missX + missY * missY < reach * reach) return false;
  }
  return true;
}
