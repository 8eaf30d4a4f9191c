import { describe, expect, it } from "vitest";
import { slotOf } from "../../space/bodies.ts";
import type { WorldPlayer } from "../players.ts";
import { createScene, type Scene } from "../test-scene.ts";
import { serve } from "./test-meal.ts";
import { createZombie } from "./zombie.ts";

const HUMAN = 1;
const ZOMBIE = 2;
const GREEN = 21;

const QUICK = {
  roundPlayers: 3,
  roundCountdownSeconds: 1,
  roundSeconds: 20,
  roundPauseSeconds: 1,
  spawnProtectionSeconds: 0,
};

interface Outbreak {
  scene: Scene;
  first: WorldPlayer;
  humans: WorldPlayer[];
  colors: Map<WorldPlayer, number>;
}

/** A round that has just begun, of as many players as there are names. */
function begin(...names: string[]): Outbreak {
  const scene = createScene(QUICK, undefined, createZombie());
  const players = names.map((name) => scene.world.addPlayer(name, false));
  const colors = new Map(players.map((player) => [player, player.color]));
  scene.step(25);
  expect(players.every(({ alive, team }) => alive && team === HUMAN)).toBe(true);
  scene.step();
  const infected = players.filter(({ team }) => team === ZOMBIE);
  expect(infected).toHaveLength(1);
  return { scene, first: infected[0], humans: players.filter((player) => player !== infected[0]), colors };
}

const cellColorsOf = ({ simulation }: Scene, { cells }: WorldPlayer) =>
  [...cells.ids.subarray(0, cells.count)].map((id) => simulation.bodies.color[slotOf(id)]);

describe("zombie", () => {
  it("infects one as the round begins, who turns green, cells and all, as no human is", () => {
    const { scene, first, humans } = begin("Ann", "Bob", "Cid");
    expect(first.color).toBe(GREEN);
    expect(cellColorsOf(scene, first)).toEqual([GREEN]);
    for (const { color } of humans) expect(Math.abs(color - GREEN)).toBeGreaterThanOrEqual(8);
  });

  it("has zombies eat humans and humans zombies, but none its like", () => {
    const { scene, first, humans } = begin("Ann", "Bob", "Cid");
    serve(scene, humans[0], humans[1]);
    scene.step(3);
    expect(humans.map(({ alive }) => alive)).toEqual([true, true]);
    serve(scene, humans[0], first);
    scene.step();
    expect([first.alive, first.team]).toEqual([false, ZOMBIE]);
  });

  it("makes a zombie of whoever a zombie has eaten, at once and elsewhere", () => {
    const { scene, first, humans } = begin("Ann", "Bob", "Cid");
    const [prey] = humans;
    serve(scene, first, prey);
    scene.step();
    expect(prey).toMatchObject({ alive: false, team: ZOMBIE, color: GREEN });
    scene.step();
    expect(prey).toMatchObject({ alive: true, team: ZOMBIE });
    expect(cellColorsOf(scene, prey)).toEqual([GREEN]);
    expect(scene.world.status()?.phase).toBe("playing");
  });

  it("has who comes late come as a zombie", () => {
    const { scene } = begin("Ann", "Bob", "Cid");
    const late = scene.world.addPlayer("Late", false);
    scene.step();
    expect(late).toMatchObject({ alive: true, team: ZOMBIE, color: GREEN });
  });

  it("ends when all are zombies, and begins anew with all human, in the colours that they had", () => {
    const { scene, first, humans, colors } = begin("Ann", "Bob", "Cid");
    for (const human of humans) {
      serve(scene, first, human);
      scene.step(2);
    }
    expect(scene.world.status()).toMatchObject({ phase: "over", winner: 0, winnerTeam: ZOMBIE, winnerName: "Zombies" });
    scene.step(26);
    expect(scene.world.status()?.phase).toBe("countdown");
    for (const [player, color] of colors) {
      expect(player).toMatchObject({ alive: true, team: HUMAN, color });
      expect(cellColorsOf(scene, player)).toEqual([color]);
    }
  });

  it("is won by the humans who are left when time is up", () => {
    const { scene } = begin("Ann", "Bob", "Cid");
    scene.step(20 * 25);
    expect(scene.world.status()).toMatchObject({ phase: "over", winnerTeam: HUMAN, winnerName: "Humans" });
  });

  it("infects another when the last zombie has gone", () => {
    const { scene, first, humans } = begin("Ann", "Bob", "Cid");
    scene.world.removePlayer(first.number);
    scene.step();
    expect(humans.map(({ team }) => team).sort()).toEqual([HUMAN, ZOMBIE]);
  });
});
