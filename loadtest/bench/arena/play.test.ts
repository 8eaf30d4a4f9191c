import { expect, test } from "vitest";
import { massOf, START_RADIUS } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { createArena, play, takeStock } from "./play.ts";

const BOTS = 12;

test("ticks are played and timed", () => {
  const world = createArena(BOTS);
  const { mean, median, p99 } = play(world, 40);
  expect(world.tick).toBe(40);
  expect(mean).toBeGreaterThan(0);
  expect(median).toBeGreaterThan(0);
  expect(p99).toBeGreaterThanOrEqual(median);
});

test("stock is taken of each kind, and of the cells' mass", () => {
  const world = createArena(BOTS);
  play(world, 1);
  const { mass, counts } = takeStock(world);
  expect(counts[BodyKind.cell]).toBe(BOTS);
  expect(counts[BodyKind.virus]).toBe(world.settings.viruses);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(world.space.count);
  expect(mass).toBeGreaterThan(0.99 * BOTS * massOf(START_RADIUS));
  expect(mass).toBeLessThan(1.5 * BOTS * massOf(START_RADIUS));
});

test("the same number of bots plays the same game", () => {
  const stocks = [0, 1].map(() => {
    const world = createArena(BOTS);
    play(world, 100);
    return takeStock(world);
  });
  expect(stocks[0]).toEqual(stocks[1]);
});
