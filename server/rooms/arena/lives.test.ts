import { expect, it } from "vitest";
import { TICK_RATE } from "../../../shared/formulas.ts";
import { createScene } from "../../arena/test-scene.ts";
import { createLife } from "./lives.ts";

/** A player who lives when told to. */
function subject() {
  const player = createScene().place();
  player.alive = false;
  const life = createLife(player);
  return {
    life,
    at(tick: number, mass: number) {
      player.alive = mass > 0;
      player.mass = mass;
      life.update(tick);
    },
  };
}

it("sums a life up once, when it has ended", () => {
  const { life, at } = subject();
  at(1, 0);
  at(100, 10.2);
  life.hasRank(7);
  life.hasEaten(false);
  at(101, 90.6);
  life.hasRank(3);
  life.hasRank(5);
  life.hasEaten(true);
  at(102, 40);
  expect(life.takeEnded()).toBeUndefined();
  life.wasEatenBy(9, "Giant");
  at(100 + 8 * TICK_RATE, 0);
  expect(life.takeEnded()).toEqual({
    seconds: 8,
    topMass: 91,
    topRank: 3,
    cellsEaten: 2,
    playersEaten: 1,
    by: 9,
    byName: "Giant",
  });
  at(400, 0);
  expect(life.takeEnded()).toBeUndefined();
});

it("begins each life at nothing, with nobody who ate it and no rank", () => {
  const { life, at } = subject();
  at(1, 50);
  life.hasRank(1);
  life.hasEaten(true);
  life.wasEatenBy(2, "Ann");
  at(2, 0);
  life.takeEnded();
  life.hasRank(1);
  at(1000, 10);
  life.hasRank(0);
  at(1000 + TICK_RATE, 0);
  const none = { topRank: 0, cellsEaten: 0, playersEaten: 0, by: 0, byName: "" };
  expect(life.takeEnded()).toEqual({ seconds: 1, topMass: 10, ...none });
});

it("keeps the end of a life for one who is away, until it is asked for or another has ended", () => {
  const { life, at } = subject();
  at(1, 50);
  life.wasEatenBy(2, "Ann");
  at(26, 0);
  at(500, 0);
  expect(life.takeEnded()).toMatchObject({ seconds: 1, by: 2, byName: "Ann" });
  at(501, 20);
  at(551, 0);
  at(600, 30);
  at(700, 0);
  expect(life.takeEnded()).toMatchObject({ seconds: 4, topMass: 30 });
});
