import { BodyKind } from "../../shared/state.ts";
import type { BodyOptions } from "../space/bodies.ts";
import { type BodyId, circle, slotOf } from "../space/space.ts";
import type { Simulation } from "./simulation.ts";

/**
 * What the game knows of each body beyond its circle, as columns by slot (see server/space/bodies.ts). A free slot holds
 * what its last body left there.
 */
export interface BodyColumns {
  /** A BodyKind (shared/state.ts). */
  readonly kind: Uint8Array;
  /** Below COLORS (shared/state.ts). */
  readonly color: Uint8Array;
  /** The number of the player whose cell it is; 0 for what nobody owns. */
  readonly owner: Uint16Array;
  /** The tick in which it came to be. Of a cell that splits, the half ahead is new and the half behind keeps its age. */
  readonly bornAt: Float64Array;
  /** Where it was before it moved in this tick (u); where it is, if it did not move. */
  readonly fromX: Float64Array;
  readonly fromY: Float64Array;
  /** The tick in which a cell was last pushed by another of its owner. */
  readonly pushedAt: Float64Array;
  /** The longest step towards its player's pointer that a cell might have taken in the last tick, in u (see rules/movement.ts). */
  readonly pressure: Float64Array;
  /** Distance in u that its boost still has to go; 0 when it has none. */
  readonly boostLeft: Float64Array;
  /** Direction of the boost, a unit vector. */
  readonly boostX: Float64Array;
  readonly boostY: Float64Array;
  /** Of a virus: how often it was fed since it last shot. Of a mother cell: how many pellets of its own lie about. */
  readonly tally: Uint16Array;
  /** Of a mother cell's pellet: the id of that cell; else 0. */
  readonly parent: Int32Array;
}

/** @param capacity the capacity of the space whose slots the columns describe. */
export function createBodyColumns(capacity: number): BodyColumns {
  return {
    kind: new Uint8Array(capacity),
    color: new Uint8Array(capacity),
    owner: new Uint16Array(capacity),
    bornAt: new Float64Array(capacity),
    fromX: new Float64Array(capacity),
    fromY: new Float64Array(capacity),
    pushedAt: new Float64Array(capacity),
    pressure: new Float64Array(capacity),
    boostLeft: new Float64Array(capacity),
    boostX: new Float64Array(capacity),
    boostY: new Float64Array(capacity),
    tally: new Uint16Array(capacity),
    parent: new Int32Array(capacity),
  };
}

const { pellet, cell, ejecta, virus, motherCell } = BodyKind;

/** The kinds that meet each kind; the other pairs never make a contact, which spares looking at them. */
const MEETS: Readonly<Record<number, readonly number[]>> = {
  [pellet]: [cell],
  [cell]: [pellet, cell, ejecta, virus, motherCell],
  [ejecta]: [cell, ejecta, virus, motherCell],
  [virus]: [cell, ejecta],
  [motherCell]: [cell, ejecta],
};

function optionsOf(kind: number, still: boolean): BodyOptions {
  return { still, category: 1 << kind, mask: MEETS[kind].reduce((bits, other) => bits | (1 << other), 0) };
}

/** By kind. Cells steer and ejecta fly; the others move only when something makes them. */
const OPTIONS: readonly BodyOptions[] = [pellet, cell, ejecta, virus, motherCell].map((kind) =>
  optionsOf(kind, kind !== cell && kind !== ejecta),
);

/** Every body is a circle, added with this one and then sized, which allocates nothing. */
const UNIT_CIRCLE = circle(1);

const NEVER = Number.NEGATIVE_INFINITY;

/** Adds a body of a kind, without a boost. */
export function addBody(
  simulation: Simulation,
  kind: number,
  radius: number,
  x: number,
  y: number,
  color: number,
  owner = 0,
): BodyId {
  const { space, bodies } = simulation;
  const id = space.add(UNIT_CIRCLE, x, y, OPTIONS[kind]);
  space.resize(id, radius);
  const slot = slotOf(id);
  bodies.kind[slot] = kind;
  bodies.color[slot] = color;
  bodies.owner[slot] = owner;
  bodies.bornAt[slot] = simulation.tick;
  bodies.fromX[slot] = x;
  bodies.fromY[slot] = y;
  bodies.pushedAt[slot] = NEVER;
  bodies.pressure[slot] = Number.POSITIVE_INFINITY;
  bodies.boostLeft[slot] = 0;
  bodies.boostX[slot] = 0;
  bodies.boostY[slot] = 0;
  bodies.tally[slot] = 0;
  bodies.parent[slot] = 0;
  return id;
}
