import { expect, it } from "vitest";
import { createWordFilter } from "../../../shared/blocked-words.ts";
import { SPECTATOR_SCALE, VIEW_HEIGHT, VIEW_WIDTH } from "../../../shared/formulas.ts";
import { createScene, type Scene } from "../../arena/test-scene.ts";
import { aimSeat, createSeat, forgetTold, moveCamera, type Seat, seatPlayer, takeNewSight } from "./seat.ts";

const MIDDLE = 5000;
const SPECTATOR_VIEW = { width: VIEW_WIDTH / SPECTATOR_SCALE, height: VIEW_HEIGHT / SPECTATOR_SCALE };

const createArena = () => createScene({ worldSize: 2 * MIDDLE, spawnProtectionSeconds: 0 });

const take = ({ world }: Scene) => createSeat(world, createWordFilter([]), { name: "", color: undefined, skin: "" });

/** A tick, as the room runs it. */
function tick({ world, step }: Scene, seat: Seat): void {
  step();
  moveCamera(seat);
  aimSeat(seat, world);
}

it("shows the middle of an empty world to a spectator", () => {
  const scene = createArena();
  const seat = take(scene);
  tick(scene, seat);
  expect(seat.area).toEqual({ centerX: MIDDLE, centerY: MIDDLE, ...SPECTATOR_VIEW });
});

it("shows the leader from the first state on, in the leader's own view, and tells who that is", () => {
  const scene = createArena();
  const leader = scene.place({ x: 2000, y: 3000, radius: 200 });
  const seat = take(scene);
  aimSeat(seat, scene.world);
  expect(seat.area).toEqual({ ...scene.world.viewOf(leader) });
  expect(takeNewSight(seat, 1)).toEqual({ follow: "leader", player: leader.number, x: 2000, y: 3000 });
  expect(takeNewSight(seat, 2)).toBeUndefined();
});

it("shows a player its own view, then where it died, then what it chooses to watch, and its view again", () => {
  const scene = createArena();
  const { world, simulation } = scene;
  const leader = scene.place({ x: 8000, y: 8000, radius: 300 });
  const player = scene.place({ x: 2000, y: 3000, radius: 50 });
  const seat = take(scene);
  seatPlayer(seat, player);
  tick(scene, seat);
  expect(seat.area).toEqual({ ...world.viewOf(player) });
  expect(takeNewSight(seat, 2)).toBeUndefined();

  simulation.space.teleport(leader.cells.ids[0], 2010, 3000);
  tick(scene, seat);
  expect(player.alive).toBe(false);
  simulation.space.teleport(leader.cells.ids[0], 8000, 8000);
  tick(scene, seat);
  expect(seat.area).toEqual({ centerX: 2000, centerY: 3000, ...SPECTATOR_VIEW });
  expect(takeNewSight(seat, 2)).toBeUndefined();

  seat.isWatching = true;
  tick(scene, seat);
  expect(seat.area).toMatchObject({ centerX: 8000, centerY: 8000 });
  expect(takeNewSight(seat, 2)).toMatchObject({ player: leader.number });

  world.requestRespawn(player.number);
  tick(scene, seat);
  expect(player.alive).toBe(true);
  expect(seat.isWatching).toBe(false);
  expect(seat.area).toEqual({ ...world.viewOf(player) });
});

it("moves a camera once a tick, however often it is asked where that looks", () => {
  const scene = createArena();
  const seat = take(scene);
  seat.camera.follow("free");
  seat.camera.steerTo(2 * MIDDLE, MIDDLE);
  for (let i = 0; i < 5; i++) aimSeat(seat, scene.world);
  expect(seat.area.centerX).toBe(MIDDLE);
  for (let i = 0; i < 3; i++) moveCamera(seat);
  aimSeat(seat, scene.world);
  expect(seat.area.centerX).toBe(MIDDLE + 3 * 32);
});

it("tells of a free camera's place every second tick, while it moves", () => {
  const scene = createArena();
  const seat = take(scene);
  seat.camera.follow("free");
  seat.camera.steerTo(MIDDLE + 100, MIDDLE);
  const told: number[] = [];
  for (let now = 1; now <= 8; now++) {
    moveCamera(seat);
    const sight = takeNewSight(seat, now);
    if (sight) told.push(sight.x - MIDDLE);
  }
  expect(told).toEqual([64, 100]);
});

it("tells everything anew to one who comes back", () => {
  const scene = createArena();
  const seat = take(scene);
  takeNewSight(seat, 2);
  seat.rank = { rank: 1, of: 1 };
  forgetTold(seat);
  expect(seat.rank).toBeUndefined();
  expect(takeNewSight(seat, 2)).toBeDefined();
});
