import { expect, it } from "vitest";
import { COLORS } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import type { Player } from "../players.ts";
import { createScene, steer } from "../test-scene.ts";
import { createRainbow } from "./rainbow.ts";

it("cells go through all hues in steps of one, new ones with the others, while players keep their colour", () => {
  const { world, simulation, place, step } = createScene({}, undefined, createRainbow());
  const player = place({ x: 5000, y: 5000, radius: 200 });
  const own = player.color;
  const colorsOf = ({ cells }: Player) =>
    [...cells.ids.subarray(0, cells.count)].map((id) => simulation.bodies.color[slotOf(id)]);
  const seen: number[] = [own];
  for (let i = 0; i < 640; i++) {
    if (i === 105) world.setInput(player.number, steer(6000, 5000, "split"));
    step();
    const colors = new Set(colorsOf(player));
    expect(colors.size).toBe(1);
    const [color] = colors;
    if (color !== seen.at(-1)) seen.push(color);
  }
  expect(player.cells.count).toBe(2);
  expect(seen).toEqual(Array.from({ length: COLORS + 1 }, (_, i) => (own + i) % COLORS));
  expect(player.color).toBe(own);
});
