import { MapSchema } from "@colyseus/schema";
import { expect, test } from "vitest";
import { ArenaState, Body, BodyKind, RADIUS_UNIT } from "../../shared/state.ts";
import { createArenaView } from "./arena-view.ts";
import type { Renderer } from "./scene/renderer.ts";

const OWN = 7;
const RADIUS = 120;

/** What a client holds of an arena with one own cell in its middle. */
function stateAt(tick: number): ArenaState {
  const state = new ArenaState();
  state.tick = tick;
  state.worldSize = 2000;
  state.positionUnit = 0.1;
  const cell = new Body();
  cell.x = cell.y = 10_000;
  cell.radius = RADIUS / RADIUS_UNIT;
  cell.kind = BodyKind.cell;
  cell.owner = OWN;
  state.bodies = new MapSchema<Body>({ "1": cell });
  return state;
}

test("halves of a split that the server never heard of are gone in another room, whose ticks are far behind", () => {
  const renderer = { size: { width: 800, height: 600 }, draw: () => {} } as unknown as Renderer;
  const view = createArenaView(renderer, { at: () => [] });
  const steering = { by: "direction", x: 1, y: 0 } as const;
  let now = 0;
  function ownCells(): number {
    // One frame may be left out after one that was late.
    for (let frame = 0; frame < 3; frame++) {
      now += 16;
      view.drawFrame(now, steering, true);
    }
    return view.scene.bodies.filter(({ owner }) => owner === OWN).length;
  }
  view.take(stateAt(90_000), OWN);
  expect(ownCells()).toBe(1);
  view.split();
  expect(ownCells()).toBe(2);
  view.restart(true);
  view.take(stateAt(50), OWN);
  expect(ownCells()).toBe(1);
});
