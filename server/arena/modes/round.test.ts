import { describe, expect, it } from "vitest";
import type { Settings } from "../../../shared/settings.ts";
import { createScene, NO_TIMER, type Scene } from "../test-scene.ts";
import { createWorld } from "../world.ts";
import { createLastManStanding } from "./last-man-standing.ts";
import { serve } from "./test-meal.ts";
import { createTournament } from "./tournament.ts";

const QUICK = {
  roundPlayers: 2,
  roundCountdownSeconds: 1,
  roundSeconds: 20,
  roundPauseSeconds: 2,
  spawnProtectionSeconds: 0,
};

function sceneOf(createMode: typeof createTournament, overrides: Partial<Settings> = {}): Scene {
  return createScene({ ...QUICK, ...overrides }, undefined, createMode());
}

const join = ({ world }: Scene, ...names: string[]) => names.map((name) => world.addPlayer(name, false));

/** Steps until the phase is `phase`, and gives the ticks that it took. */
function stepTo({ world, step }: Scene, phase: string): number {
  const from = world.tick;
  while (world.status()?.phase !== phase) {
    if (world.tick - from > 10_000)
      throw new Error(`It never came to ${phase}, but stays at ${world.status()?.phase}.`);
    step();
  }
  return world.tick - from;
}

describe("a tournament", () => {
  it("waits for enough players, and gives nobody a cell before it begins", () => {
    const scene = sceneOf(createTournament);
    const [ann] = join(scene, "Ann");
    scene.step(100);
    expect(scene.world.status()).toMatchObject({ phase: "waiting", secondsLeft: 0, players: 1, playersNeeded: 2 });
    expect(ann).toMatchObject({ alive: false, waiting: true, refusedSpawns: 0 });
    const [bob] = join(scene, "Bob");
    scene.step();
    expect(scene.world.status()).toMatchObject({ phase: "countdown", secondsLeft: 1, players: 2 });
    scene.step(24);
    expect([ann.alive, bob.alive]).toEqual([false, false]);
    scene.step();
    expect(scene.world.status()).toMatchObject({ phase: "playing", secondsLeft: 20, players: 2 });
    expect([ann.alive, bob.alive]).toEqual([true, true]);
  });

  it("goes back to waiting when one leaves, or is lost, before it begins", () => {
    const scene = sceneOf(createTournament);
    const [ann] = join(scene, "Ann", "Bob");
    scene.step(10);
    scene.world.setConnected(ann.number, false);
    scene.step();
    expect(scene.world.status()?.phase).toBe("waiting");
    scene.world.setConnected(ann.number, true);
    scene.step();
    expect(scene.world.status()).toMatchObject({ phase: "countdown", secondsLeft: 1 });
  });

  it("does not begin for bots alone", () => {
    const scene = sceneOf(createTournament, { bots: 5 });
    scene.step(200);
    expect(scene.world.status()).toMatchObject({ phase: "waiting", players: 5 });
    join(scene, "Ann");
    expect(stepTo(scene, "playing")).toBe(26);
    expect(scene.world.status()?.players).toBe(6);
  });

  it("lets nobody in while it is played, also not those who have died", () => {
    const scene = sceneOf(createTournament);
    const [ann, bob, cid] = join(scene, "Ann", "Bob", "Cid");
    stepTo(scene, "playing");
    const [late] = join(scene, "Late");
    serve(scene, ann, bob);
    scene.step();
    expect(bob.alive).toBe(false);
    scene.world.requestRespawn(bob.number);
    scene.step(50);
    expect([ann, bob, cid, late].map(({ alive }) => alive)).toEqual([true, false, true, false]);
    expect(scene.world.status()).toMatchObject({ phase: "playing", players: 2 });
  });

  it("is won by the last one alive, and after a pause begins anew with all in a new arena", () => {
    const scene = sceneOf(createTournament, { viruses: 3, pellets: 100, pelletRespawnShare: 0.1 });
    const [ann, bob] = join(scene, "Ann", "Bob");
    stepTo(scene, "playing");
    const oldVirus = scene.simulation.viruses.ids[0];
    serve(scene, ann, bob);
    expect(stepTo(scene, "over")).toBe(2);
    const { world, simulation } = scene;
    expect(world.status()).toMatchObject({ winner: ann.number, winnerName: "Ann", winnerTeam: 0, secondsLeft: 2 });
    expect(ann.alive).toBe(true);
    expect(stepTo(scene, "waiting")).toBe(50);
    expect([ann.alive, bob.alive, simulation.cellCount]).toEqual([false, false, 0]);
    expect(world.status()).toMatchObject({ winner: 0, winnerName: "" });
    expect(simulation.space.has(oldVirus)).toBe(false);
    expect(stepTo(scene, "playing")).toBe(26);
    expect([ann.alive, bob.alive]).toEqual([true, true]);
    expect(ann.cells.count).toBe(1);
    expect(scene.circle(ann.cells.ids[0]).radius).toBeLessThan(50);
    expect(simulation.viruses.count).toBe(3);
    expect(simulation.pellets.every((id) => simulation.space.has(id))).toBe(true);
  });

  it("is won by one whose rivals have all left, and by the heaviest when time is up", () => {
    const left = sceneOf(createTournament);
    const [ann, bob] = join(left, "Ann", "Bob");
    stepTo(left, "playing");
    left.world.removePlayer(bob.number);
    expect(stepTo(left, "over")).toBe(1);
    expect(left.world.status()).toMatchObject({ winner: ann.number });

    const timed = sceneOf(createTournament);
    const [, dan] = join(timed, "Cid", "Dan", "Eve");
    stepTo(timed, "playing");
    timed.simulation.space.resize(dan.cells.ids[0], 60);
    expect(stepTo(timed, "over")).toBe(20 * 25);
    expect(timed.world.status()).toMatchObject({ winner: dan.number, winnerName: "Dan" });
  });

  it("is won by nobody when all have left, and waits again", () => {
    const scene = sceneOf(createTournament);
    const players = join(scene, "Ann", "Bob");
    stepTo(scene, "playing");
    for (const { number } of players) scene.world.removePlayer(number);
    expect(stepTo(scene, "over")).toBe(1);
    expect(scene.world.status()).toMatchObject({ winner: 0, winnerName: "", winnerTeam: 0 });
    stepTo(scene, "waiting");
    expect(scene.world.space.count).toBe(0);
  });

  it("does not end while one who belongs to it has no place yet", () => {
    // Of two players only one can have a cell.
    const scene = sceneOf(createTournament, { cellLimit: 1 });
    const [ann, bob] = join(scene, "Ann", "Bob");
    stepTo(scene, "playing");
    scene.step(30);
    expect([ann.alive, bob.alive]).toEqual([true, false]);
    expect(scene.world.status()).toMatchObject({ phase: "playing", players: 2 });
    scene.world.setConnected(bob.number, false);
    scene.step();
    expect(scene.world.status()).toMatchObject({ phase: "over", winner: ann.number });
  });

  it("makes arenas of their own: what happens in one is not known in another", () => {
    const one = sceneOf(createTournament);
    join(one, "Ann", "Bob");
    stepTo(one, "playing");
    expect(sceneOf(createTournament).world.status()?.phase).toBe("waiting");
  });
});

describe("last man standing", () => {
  it("is open until it begins, deaths included, and then no more", () => {
    const scene = sceneOf(createLastManStanding, { roundCountdownSeconds: 10 });
    const { world, step } = scene;
    const [ann] = join(scene, "Ann");
    step();
    expect(ann.alive).toBe(true);
    const [bob, cid] = join(scene, "Bob", "Cid");
    step();
    expect([bob.alive, cid.alive, world.status()?.phase]).toEqual([true, true, "countdown"]);
    serve(scene, ann, bob);
    step();
    expect(bob.alive).toBe(false);
    world.requestRespawn(bob.number);
    step();
    expect(bob.alive).toBe(true);
    stepTo(scene, "playing");
    // What one has grown to before it began is kept.
    expect(scene.circle(ann.cells.ids[0]).radius).toBeGreaterThan(250);
    serve(scene, ann, bob);
    const [late] = join(scene, "Late");
    step(2);
    world.requestRespawn(bob.number);
    step(30);
    expect([bob.alive, late.alive]).toEqual([false, false]);
    serve(scene, ann, cid);
    stepTo(scene, "over");
    expect(world.status()).toMatchObject({ winner: ann.number });
    stepTo(scene, "waiting");
    // Open again, so that all play at once, each with a new cell.
    for (const { cells } of [ann, bob, cid, late]) {
      expect([...cells.ids.subarray(0, cells.count)].map((id) => scene.circle(id).radius)).toEqual([
        expect.closeTo(32, 2),
      ]);
    }
  });

  it("is part of the hash: its phase, and since when", () => {
    const settings = sceneOf(createLastManStanding).world.settings;
    const hashes = [0, 1].map((extra) => {
      const world = createWorld(settings, undefined, createLastManStanding());
      for (let i = 0; i < 2; i++) world.addPlayer("", false);
      for (let i = 0; i < 10 + extra; i++) world.step(NO_TIMER);
      return world.hash();
    });
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
