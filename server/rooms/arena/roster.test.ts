import { expect, it } from "vitest";
import { ArenaState } from "../../../shared/state.ts";
import { createScene } from "../../arena/test-scene.ts";
import { createRoster } from "./roster.ts";

function createArena(leftCellsSeconds: number) {
  const scene = createScene({ leftCellsSeconds, spawnProtectionSeconds: 0 });
  const state = new ArenaState();
  const roster = createRoster(state, scene.world);
  const player = scene.place({ x: 1000, y: 1000, radius: 100 });
  roster.add("ann", player, "krill");
  return {
    ...scene,
    state,
    roster,
    player,
    leave() {
      scene.world.removePlayer(player.number);
      roster.leave("ann");
    },
    /** A tick, as the room runs it. */
    tick() {
      scene.step();
      roster.update();
    },
  };
}

it("shows a player as it is, skin included", () => {
  const { state, roster, player, tick } = createArena(0);
  roster.setSkin("ann", "moon");
  roster.setSkin("nobody", "moon");
  player.name = "Ann";
  tick();
  expect(state.players.get("ann")).toMatchObject({
    number: player.number,
    name: "Ann",
    skin: "moon",
    alive: true,
    connected: true,
    bot: false,
  });
  expect(roster.nameOf(player.number)).toBe("Ann");
  expect(roster.nameOf(0)).toBe("");
});

it("keeps one who has left as long as its cells stay, as not connected, and sends that once", () => {
  const { state, leave, tick } = createArena(2);
  tick();
  leave();
  tick();
  const entry = state.players.get("ann");
  expect(entry).toMatchObject({ alive: true, connected: false });
  const changes: boolean[] = [];
  if (entry) {
    let { connected } = entry;
    Object.defineProperty(entry, "connected", {
      get: () => connected,
      set(value: boolean) {
        changes.push(value);
        connected = value;
      },
    });
  }
  for (let i = 0; i < 40; i++) tick();
  expect(changes).toEqual([]);
  for (let i = 0; i < 12; i++) tick();
  expect(state.players.has("ann")).toBe(false);
});

it("names one who has left in the tick in which its last cell goes, and no longer", () => {
  const { state, roster, player, place, leave, tick } = createArena(60);
  player.name = "Ann";
  tick();
  leave();
  tick();
  place({ x: 1010, y: 1000, radius: 500 });
  tick();
  expect(player.alive).toBe(false);
  expect(roster.nameOf(player.number)).toBe("Ann");
  expect(state.players.get("ann")).toMatchObject({ alive: false });
  tick();
  expect(roster.nameOf(player.number)).toBe("");
  expect(state.players.has("ann")).toBe(false);
});

it("forgets at once who leaves without cells", () => {
  const { state, roster, world, tick } = createArena(60);
  const waiting = world.addPlayer("Bob", false);
  roster.add("bob", waiting, "");
  world.removePlayer(waiting.number);
  roster.leave("bob");
  tick();
  expect([...state.players.keys()]).toEqual(["ann"]);
});
