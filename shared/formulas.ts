/**
 * The rules of an agar-style arena as pure functions. Units: world units (u), radii in u, masses in mass (r² / 100),
 * times in ticks. The figures are those of OgarII, an open server whose players know them well; formulas.test.ts holds them
 * to the table in which they were measured. They are the defaults of a room's settings: where a formula has a figure that a room
 * may set, it is an argument, and that default when it is left out.
 */

/** Ticks per second. */
export const TICK_RATE = 25;
/** Length of one tick, in milliseconds. */
export const TICK_MILLISECONDS = 1000 / TICK_RATE;

/** Radius in u of a player's first cell, and the floor of decay. */
export const START_RADIUS = 32;
/** A cell never grows past this radius (u): it splits by itself, or is clamped when its owner has all its cells. */
export const MAX_RADIUS = 1500;
/** Most cells that one player can have. */
export const MAX_CELLS = 16;

/** Smallest radius (u) of a cell that may split or eject. */
export const SPLIT_MIN_RADIUS = 60;
/** How far ahead of its parent (u) the new cell of a split starts. */
export const SPLIT_OFFSET = 40;
/** Distance in u that a split or an ejection carries in all (see `boostStep`). */
export const BOOST_DISTANCE = 780;

/** Radius in u of a piece of ejected mass. */
export const EJECTA_RADIUS = 38;
/** A cell loses the mass of a body of this radius (u) for each piece it ejects, more than the piece has. */
export const EJECT_LOSS_RADIUS = 43;
/** That mass. */
export const EJECT_MASS_LOSS = EJECT_LOSS_RADIUS ** 2 / 100;
/** At least this many ticks between two ejections of a player. */
export const EJECT_INTERVAL = 2;
/** Half the angle (radians) over which ejections spread. */
export const EJECT_SPREAD = 0.3;

/** Ticks for which a player's cells pass through each other after a split; then they push apart until they may merge. */
export const OWN_PASS_THROUGH_TICKS = 13;

/** Radius in u of a pellet just spawned, and the radius to which it grows. */
export const PELLET_RADIUS = 10;
export const PELLET_MAX_RADIUS = 20;

/** A cell must have this ratio of radii to what it eats: √1.3, so 1.3 times the mass. */
export const EAT_RADIUS_RATIO = 1.140175;
/** The share of the prey's radius that must be inside, besides its centre. */
export const EAT_DEPTH = 1 / 3;

/** Size in u of the view of a player whose radii sum to 64 or less. */
export const VIEW_WIDTH = 1920;
export const VIEW_HEIGHT = 1080;
/** A sum of radii (u) up to which the view does not widen. */
const VIEW_REFERENCE_RADIUS = 64;
/** View scale of one who has no cells. */
export const SPECTATOR_SCALE = 0.4;

/** Speed of a cell of radius 1, in u per tick, and how it falls with the radius. */
export const SPEED_FACTOR = 88;
export const SPEED_EXPONENT = -0.4396754;

/** The share of its radius that a cell loses each tick (about 0.1 % of its mass a second). */
export const DECAY_PER_TICK = 0.00002;

/** Share of the boost that is left, moved in one tick. */
export const BOOST_SHARE = 1 / 9;
/** A boost with less than this left (u) is over. */
const BOOST_END = 1;

/** The age at which a cell may merge: so many seconds, and so many for each u of its radius, and at least so many ticks. */
export const MERGE_SECONDS = 30;
export const MERGE_SECONDS_PER_RADIUS = 0.02;
export const MERGE_MIN_TICKS = 15;

/** Mass that a pellet gains in a minute. */
export const PELLET_GROWTH_PER_MINUTE = 1;

/** Mass of a body of `radius` u. */
export function massOf(radius: number): number {
  return (radius * radius) / 100;
}

/** Radius in u of a body of `mass`. */
export function radiusOf(mass: number): number {
  return Math.sqrt(mass * 100);
}

/** Top speed in u per tick of a cell of `radius` u; it never moves past the point it steers to. */
export function speedOf(radius: number, factor = SPEED_FACTOR, exponent = SPEED_EXPONENT): number {
  return factor * radius ** exponent;
}

/** Radius in u of each half of a cell of `radius` u that splits: half the mass. */
export function splitRadius(radius: number): number {
  return radius * Math.SQRT1_2;
}

/** The part of a boost with `left` u to go that is moved this tick, in u; 0 once it is over. */
export function boostStep(left: number, share = BOOST_SHARE): number {
  return left < BOOST_END ? 0 : left * share;
}

/** Radius in u, a tick later, of a cell of `radius` u that does nothing; it does not decay below `floor` u. */
export function decayedRadius(radius: number, perTick = DECAY_PER_TICK, floor = START_RADIUS): number {
  return Math.max(Math.min(radius, floor), radius * (1 - perTick));
}

/** The age in ticks from which a cell of `radius` u may merge with its owner's others. */
export function mergeTicks(
  radius: number,
  seconds = MERGE_SECONDS,
  secondsPerRadius = MERGE_SECONDS_PER_RADIUS,
  leastTicks = MERGE_MIN_TICKS,
): number {
  return Math.max(leastTicks, Math.ceil((seconds + secondsPerRadius * radius) * TICK_RATE));
}

/** Whether a cell of `radius` u is large enough to eat a body of `otherRadius` u. */
export function isLargeEnoughToEat(radius: number, otherRadius: number, ratio = EAT_RADIUS_RATIO): boolean {
  return radius >= ratio * otherRadius;
}

/** The distance in u between centres within which a cell of `radius` u swallows a body of `otherRadius` u. */
export function eatDistance(radius: number, otherRadius: number, depth = EAT_DEPTH): number {
  return radius - otherRadius * depth;
}

/** Radius in u of a pellet `age` ticks after it spawned. */
export function pelletRadius(
  age: number,
  startRadius = PELLET_RADIUS,
  maxRadius = PELLET_MAX_RADIUS,
  growthPerMinute = PELLET_GROWTH_PER_MINUTE,
): number {
  const grown = massOf(startRadius) + (growthPerMinute * age) / (60 * TICK_RATE);
  return Math.min(maxRadius, radiusOf(grown));
}

/** View scale (screen units per u, 1 at most) of a player whose cells' radii sum to `radiusSum` u. */
export function viewScale(radiusSum: number): number {
  return radiusSum <= VIEW_REFERENCE_RADIUS ? 1 : (VIEW_REFERENCE_RADIUS / radiusSum) ** 0.4;
}

/** The rectangle (u) that a player with these cells, one at least, sees: about their middle, weighted by mass. */
export function viewOf(cells: Iterable<{ readonly x: number; readonly y: number; readonly radius: number }>): {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
} {
  let mass = 0;
  let x = 0;
  let y = 0;
  let radiusSum = 0;
  for (const cell of cells) {
    const weight = cell.radius ** 2;
    mass += weight;
    x += cell.x * weight;
    y += cell.y * weight;
    radiusSum += cell.radius;
  }
  const scale = viewScale(radiusSum);
  const halfWidth = VIEW_WIDTH / scale / 2;
  const halfHeight = VIEW_HEIGHT / scale / 2;
  return {
    minX: x / mass - halfWidth,
    minY: y / mass - halfHeight,
    maxX: x / mass + halfWidth,
    maxY: y / mass + halfHeight,
  };
}

/** `coordinate` (u) moved so that the centre of a body of `radius` u lies at least half its radius inside `low` and `high` (u). */
export function clampToBorder(coordinate: number, radius: number, low: number, high: number): number {
  const margin = Math.min(radius, high - low) / 2;
  return Math.min(Math.max(coordinate, low + margin), high - margin);
}
