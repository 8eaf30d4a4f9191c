import { POSITION_STEPS, RADIUS_STEPS, RADIUS_UNIT } from "../../../shared/state.ts";
import type { World } from "../../arena/world.ts";
import type { Column } from "../../sync/body-layout.ts";

/** The columns of the state's Body class, in the units of the wire. */
export type WireColumns = Readonly<Record<string, Column>>;

/** World units to one step of a position on the wire, so that the whole world takes 16 bits. */
export function positionUnitOf(worldSize: number): number {
  return worldSize / POSITION_STEPS;
}

/** Writes every body of the world into the columns that sync reads, in the units of shared/state.ts. */
export function fillWireColumns(world: World, columns: WireColumns): void {
  const { ids, slotLimit, x, y, radius } = world.space.bodies;
  const { kind, color, owner } = world.bodies;
  const stepsPerUnit = 1 / positionUnitOf(world.settings.worldSize);
  const {
    x: xColumn,
    y: yColumn,
    radius: radiusColumn,
    kind: kindColumn,
    color: colorColumn,
    owner: ownerColumn,
  } = columns;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === 0) continue;
    xColumn[slot] = steps(x[slot] * stepsPerUnit, POSITION_STEPS);
    yColumn[slot] = steps(y[slot] * stepsPerUnit, POSITION_STEPS);
    radiusColumn[slot] = steps(radius[slot] / RADIUS_UNIT, RADIUS_STEPS);
    kindColumn[slot] = kind[slot];
    colorColumn[slot] = color[slot];
    ownerColumn[slot] = owner[slot];
  }
}

function steps(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value)));
}
