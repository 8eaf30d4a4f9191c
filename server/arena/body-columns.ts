/**
 * What the game knows of each body beyond its circle, as columns by slot (see server/space/bodies.ts). A free slot holds
 * what its last body left there.
 */
export interface BodyColumns {
  /** A BodyKind (shared/state.ts). */
  readonly kind: Uint8Array;
  /** Below COLORS (shared/state.ts). */
  readonly color: Uint8Array;
  /** The number of the player whose cell it is; 0 for pellets and ejecta. */
  readonly owner: Uint16Array;
  /** The tick in which it came to be. Of a cell that splits, the half ahead is new and the half behind keeps its age. */
  readonly bornAt: Float64Array;
  /** Distance in u that its boost still has to go; 0 when it has none. */
  readonly boostLeft: Float64Array;
  /** Direction of the boost, a unit vector. */
  readonly boostX: Float64Array;
  readonly boostY: Float64Array;
}

/** @param capacity the capacity of the space whose slots the columns describe. */
export function createBodyColumns(capacity: number): BodyColumns {
  return {
    kind: new Uint8Array(capacity),
    color: new Uint8Array(capacity),
    owner: new Uint16Array(capacity),
    bornAt: new Float64Array(capacity),
    boostLeft: new Float64Array(capacity),
    boostX: new Float64Array(capacity),
    boostY: new Float64Array(capacity),
  };
}

/** Fills the columns of a body that comes to be in `tick`, without a boost. */
export function describeBody(
  columns: BodyColumns,
  slot: number,
  kind: number,
  color: number,
  owner: number,
  tick: number,
): void {
  columns.kind[slot] = kind;
  columns.color[slot] = color;
  columns.owner[slot] = owner;
  columns.bornAt[slot] = tick;
  columns.boostLeft[slot] = 0;
  columns.boostX[slot] = 0;
  columns.boostY[slot] = 0;
}
