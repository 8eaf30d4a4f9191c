import { expect, it } from "vitest";
import { createScene } from "../../arena/test-scene.ts";
import { type Camera, createCamera } from "./camera.ts";

const MIDDLE = 5000;
/** A mean weighted by mass is not to the last digit. */
const near = (coordinate: number) => expect.closeTo(coordinate, 6);

function sceneWithTwo() {
  const scene = createScene({ worldSize: 2 * MIDDLE, spawnProtectionSeconds: 0 });
  const small = scene.place({ x: 1000, y: 2000, radius: 50 });
  const large = scene.place({ x: 8000, y: 7000, radius: 100 });
  scene.step();
  return { ...scene, small, large, camera: createCamera(scene.world, MIDDLE, MIDDLE) };
}

/** Moves a camera so often. @returns in which of the moves there was something to tell */
function move(camera: Camera, times: number): boolean[] {
  return Array.from({ length: times }, () => {
    camera.move();
    return camera.hasChanged;
  });
}

it("follows the heaviest player, whoever that becomes, and tells when that is another", () => {
  const { camera, small, large, simulation, step } = sceneWithTwo();
  expect(move(camera, 2)).toEqual([true, false]);
  expect(camera.target).toBe(large);
  expect(camera.watching).toEqual({ follow: "leader", player: large.number, x: near(8000), y: near(7000) });
  simulation.space.resize(small.cells.ids[0], 200);
  step();
  expect(move(camera, 2)).toEqual([true, false]);
  expect(camera.target).toBe(small);
  expect(camera.watching).toMatchObject({ player: small.number, x: near(1000), y: near(2000) });
});

it("leaps to another leader only when that is heavier by a tenth, or asked to", () => {
  const { camera, small, large, simulation, step } = sceneWithTwo();
  move(camera, 1);
  simulation.space.resize(small.cells.ids[0], 103);
  step();
  expect(small.mass).toBeGreaterThan(large.mass);
  expect(move(camera, 2)).toEqual([false, false]);
  expect(camera.target).toBe(large);
  camera.follow("leader");
  move(camera, 1);
  expect(camera.target).toBe(small);
});

it("stays where it is while there is nobody to follow", () => {
  const { world } = createScene({ worldSize: 2 * MIDDLE });
  const camera = createCamera(world, MIDDLE, MIDDLE);
  camera.steerTo(0, 0);
  move(camera, 3);
  expect(camera.target).toBeUndefined();
  expect(camera.watching).toEqual({ follow: "leader", player: 0, x: MIDDLE, y: MIDDLE });
});

it("follows the player of a number, and from its death on looks at where that was, until it lives again", () => {
  const { camera, small, large, simulation, world, step } = sceneWithTwo();
  camera.follow(small.number);
  move(camera, 1);
  expect(camera.target).toBe(small);
  expect(camera.watching).toEqual({ follow: "player", player: small.number, x: near(1000), y: near(2000) });
  simulation.space.resize(large.cells.ids[0], 500);
  simulation.space.teleport(large.cells.ids[0], 1010, 2000);
  step();
  expect(small.alive).toBe(false);
  expect(move(camera, 2)).toEqual([true, false]);
  expect(camera.target).toBeUndefined();
  expect(camera.watching).toEqual({ follow: "player", player: 0, x: near(1000), y: near(2000) });
  world.requestRespawn(small.number);
  step();
  expect(move(camera, 1)).toEqual([true]);
  expect(camera.target).toBe(small);
});

it("looks at nobody when nobody has the number, or has left, be the cells still there", () => {
  const scene = createScene({ worldSize: 2 * MIDDLE, leftCellsSeconds: 60 });
  const player = scene.place({ x: 1000, y: 2000, radius: 50 });
  const camera = createCamera(scene.world, MIDDLE, MIDDLE);
  camera.follow(player.number + 1);
  move(camera, 1);
  expect(camera.watching).toEqual({ follow: "player", player: 0, x: MIDDLE, y: MIDDLE });
  camera.follow(player.number);
  move(camera, 1);
  expect(camera.target).toBe(player);
  scene.world.removePlayer(player.number);
  scene.step();
  expect(player.alive).toBe(true);
  move(camera, 1);
  expect(camera.target).toBeUndefined();
});

it("roams 32 u a tick to where it is steered, in a straight line, and no further", () => {
  const { camera } = sceneWithTwo();
  camera.follow("free");
  expect(move(camera, 1)).toEqual([false]);
  camera.steerTo(MIDDLE + 60, MIDDLE + 80);
  camera.move();
  expect(camera.watching.x).toBeCloseTo(MIDDLE + 0.6 * 32);
  expect(camera.watching.y).toBeCloseTo(MIDDLE + 0.8 * 32);
  expect(move(camera, 4)).toEqual([true, true, true, false]);
  expect(camera.watching).toEqual({ follow: "free", player: 0, x: MIDDLE + 60, y: MIDDLE + 80 });
  expect(camera.target).toBeUndefined();
});

it("begins to roam where it looks, whatever it was steered to before", () => {
  const { camera } = sceneWithTwo();
  camera.steerTo(0, 0);
  move(camera, 1);
  camera.follow("free");
  expect(move(camera, 2)).toEqual([true, false]);
  expect(camera.watching).toEqual({ follow: "free", player: 0, x: near(8000), y: near(7000) });
  camera.lookAt(300, 400);
  camera.follow("free");
  move(camera, 1);
  expect(camera.watching).toMatchObject({ x: 300, y: 400 });
});

it("does not leave the border", () => {
  const { camera } = sceneWithTwo();
  camera.lookAt(20, MIDDLE);
  camera.follow("free");
  camera.steerTo(-1_000_000, MIDDLE);
  expect(move(camera, 3)).toEqual([true, false, false]);
  expect(camera.watching).toMatchObject({ x: 0, y: MIDDLE });
});
