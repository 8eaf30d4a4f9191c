import type { Random } from "../../../shared/random.ts";
import { MAX_MAGNITUDE, SpaceError } from "../errors.ts";
import { box, capsule, circle, MAX_VERTICES, polygon, type Shape, segment } from "../shapes.ts";

/** Where bodies of a kind are, and how large. */
export interface BodyKind {
  coordinate(random: Random): number;
  size(random: Random): number;
}

/** A coordinate (u) that is likely to make trouble with others of its kind, for a world from −100 to 100. */
function awkwardCoordinate(random: Random): number {
  switch (random.integer(8)) {
    case 0:
      return random.integer(9) - 4;
    case 1:
      return (random.integer(17) - 8) * 12.5;
    case 2:
      return -0;
    case 3:
      return random.between(-1, 1) * 1e-3;
    case 4:
      return random.between(-1e6, 1e6);
    case 5:
      return 30 + random.next();
    default:
      return random.between(-110, 110);
  }
}

/** A radius (u) that is likely to make trouble. */
function awkwardRadius(random: Random): number {
  switch (random.integer(10)) {
    case 0:
      return 0;
    case 1:
      return random.integer(4);
    case 2:
      return 12.5;
    case 3:
      return random.next() * 1e-9;
    case 4:
      return random.integer(8) === 0 ? random.between(50, 400) : 0.1;
    case 5:
      return random.integer(20) === 0 ? 1e9 : 0.25;
    default:
      return random.between(0, 4);
  }
}

/** Any coordinate (u) that a space takes: from 0 over the smallest there is to the largest, alike likely by magnitude. */
function anyCoordinate(random: Random): number {
  const sign = random.integer(2) * 2 - 1;
  switch (random.integer(8)) {
    case 0:
      return sign * MAX_MAGNITUDE;
    case 1:
      return sign * Number.MIN_VALUE;
    case 2:
      return sign * 0;
    case 3:
      return sign * 2 ** random.integer(40);
    case 4:
      return random.integer(11) - 5;
    case 5:
      return random.between(-1, 1) * MAX_MAGNITUDE;
    default:
      return sign * 10 ** random.between(-50, 12);
  }
}

/** Bodies in a world from −100 to 100, many of which touch, coincide or have an edge on a round number. */
export const AWKWARD_BODIES: BodyKind = {
  coordinate: (random) => (random.integer(8) === 0 ? crowdedCoordinate(random) : awkwardCoordinate(random)),
  size: awkwardRadius,
};

/** One of a few that are neighbours as float32s, so that boxes share an edge or are apart by the least there is. */
function crowdedCoordinate(random: Random): number {
  return (random.integer(3) - 1) * 25 * (1 + random.integer(24) * 2 ** -24);
}

/** Bodies of any place and size that a space takes. */
export const ANY_BODIES: BodyKind = {
  coordinate: anyCoordinate,
  size: (random) => (random.integer(3) > 0 ? awkwardRadius(random) : Math.abs(anyCoordinate(random))),
};

/** A shape of any of the five kinds; `size` draws a length from a kind of bodies. */
export function randomShape(random: Random, size: (random: Random) => number): Shape {
  switch (random.integer(6)) {
    case 0:
      return box(size(random), size(random));
    case 1:
      return segment(size(random) * (random.integer(3) - 1), size(random) * (random.integer(3) - 1));
    case 2:
      return capsule(size(random) * (random.integer(3) - 1), size(random), size(random));
    case 3:
      return randomPolygon(random, size(random));
    default:
      return circle(size(random));
  }
}

/** A polygon with its vertices on a circle; a box where they are too near to each other to make one. */
function randomPolygon(random: Random, radius: number): Shape {
  const count = 3 + random.integer(MAX_VERTICES - 2);
  const turn = random.between(0, 2 * Math.PI);
  const vertices: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = turn + (i * 2 * Math.PI) / count;
    vertices.push(Math.cos(angle) * radius, Math.sin(angle) * radius);
  }
  try {
    return polygon(vertices);
  } catch (error) {
    if (error instanceof SpaceError && error.code === "bad-polygon") return box(radius, radius);
    throw error;
  }
}
