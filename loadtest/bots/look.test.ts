import { describe, expect, test } from "vitest";
import { ArenaState, Body, BodyKind, RADIUS_UNIT } from "../../shared/state.ts";
import { createLook } from "./look.ts";

const OWN = 3;

/** A state with bodies of [kind, owner, x, y, radius in u]; a unit of the wire is half a u. */
function stateOf(
  bodies: Record<string, [kind: number, owner: number, x: number, y: number, radius: number]>,
): ArenaState {
  const state = new ArenaState();
  state.worldSize = 4000;
  state.positionUnit = 0.5;
  for (const [key, [kind, owner, x, y, radius]] of Object.entries(bodies)) {
    const body = new Body();
    Object.assign(body, { kind, owner, x: 2 * x, y: 2 * y, radius: radius / RADIUS_UNIT, color: 0 });
    (state.bodies as Map<string, Body>).set(key, body);
  }
  return state;
}

const { cell, pellet } = BodyKind;

describe("a look", () => {
  test("finds the largest own cell, and the nearest pellet, prey and hunter", () => {
    const state = stateOf({
      1: [cell, OWN, 100, 100, 50],
      2: [cell, OWN, 300, 100, 80],
      3: [pellet, 0, 320, 100, 10],
      4: [pellet, 0, 500, 100, 10],
      5: [cell, 4, 300, 300, 60],
      6: [cell, 4, 300, 200, 75],
      7: [cell, 5, 700, 100, 200],
      8: [cell, 5, 900, 100, 300],
    });
    const look = createLook();
    look.renew(state, OWN);
    look.renew(state, OWN);
    expect(look.sight(state)).toEqual({
      own: { x: 300, y: 100, radius: 80 },
      worldSize: 4000,
      pellet: { x: 320, y: 100, radius: 10 },
      // The one of radius 75 is nearer, and too large to be eaten by one of 80.
      prey: { x: 300, y: 300, radius: 60 },
      hunter: { x: 700, y: 100, radius: 200 },
    });
  });

  test("without a cell it looks from the middle, and sees nothing", () => {
    const look = createLook();
    const state = stateOf({ 1: [pellet, 0, 100, 100, 10] });
    look.renew(state, OWN);
    expect(look.sight(state)).toMatchObject({
      own: { x: 2000, y: 2000, radius: 0 },
      pellet: undefined,
      prey: undefined,
    });
  });
});
