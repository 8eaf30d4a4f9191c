import { slotOf } from "../../space/bodies.ts";
import type { WorldPlayer } from "../players.ts";
import type { Scene } from "../test-scene.ts";

/** Grows the first cell of `eater` and puts the cells of `prey` into it, so that they are eaten in the next step if they may be. */
export function serve({ simulation }: Scene, eater: WorldPlayer, prey: WorldPlayer): void {
  const { space } = simulation;
  const { x, y } = space.bodies;
  const mouth = eater.cells.ids[0];
  space.resize(mouth, 300);
  space.teleport(mouth, simulation.settings.worldSize / 2, simulation.settings.worldSize / 2);
  for (let i = 0; i < prey.cells.count; i++) {
    const id = prey.cells.ids[i];
    space.resize(id, simulation.settings.startRadius);
    space.teleport(id, x[slotOf(mouth)], y[slotOf(mouth)]);
  }
}
