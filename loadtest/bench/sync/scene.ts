/** N bodies that all move, and M viewers whose rectangles follow a body each and hold about V. */
import { createInterest, type Interest, type Viewer } from "../../../server/interest/interest.ts";
import { circle, createSpace, type Space, slotOf } from "../../../server/space/space.ts";
import { createRandom } from "../../../shared/random.ts";
import type { SceneSize } from "./sizes.ts";

/** Side of the world and radius of a body, in u. */
export const WORLD_SIZE = 16_384;
const RADIUS = 10;
/** Most that a body moves in a tick, on either axis, in u. */
const SPEED = 10;
/** Steps of 16 bits over the world. */
export const STEPS_PER_UNIT = 65_535 / WORLD_SIZE;

export interface Area {
  centerX: number;
  centerY: number;
  width: number;
  height: number;
}

export interface MovingScene {
  readonly space: Space;
  /** By body, which is its slot as well. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly areas: readonly Area[];
  readonly size: SceneSize;
  /** One tick: all bodies move, and the areas after them. Not timed. */
  advance(): void;
}

/** The same for the same size, each time. */
export function createMovingScene(size: SceneSize, seed = 7): MovingScene {
  const { n, m, v } = size;
  const random = createRandom(seed);
  const bounds = { minX: 0, minY: 0, maxX: WORLD_SIZE, maxY: WORLD_SIZE };
  const space = createSpace({ bounds, capacity: n + 1000 });
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const velocityX = new Float64Array(n);
  const velocityY = new Float64Array(n);
  const ids = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    x[i] = random.between(0, WORLD_SIZE);
    y[i] = random.between(0, WORLD_SIZE);
    velocityX[i] = random.between(-SPEED, SPEED);
    velocityY[i] = random.between(-SPEED, SPEED);
    ids[i] = space.add(circle(RADIUS), x[i], y[i]);
    if (slotOf(ids[i]) !== i)
      throw new Error(`body ${i} is in slot ${slotOf(ids[i])}: the slots were to be the bodies`);
  }
  // A body is seen by its extent, so an area holds what is within RADIUS of it as well.
  const side = Math.sqrt(v / n) * WORLD_SIZE - 2 * RADIUS;
  const followed = Int32Array.from({ length: m }, () => random.integer(n));
  const areas = Array.from(followed, () => ({ centerX: 0, centerY: 0, width: side, height: side }));

  function follow(): void {
    for (let i = 0; i < m; i++) {
      areas[i].centerX = x[followed[i]];
      areas[i].centerY = y[followed[i]];
    }
  }
  follow();
  space.step();

  return {
    space,
    x,
    y,
    areas,
    size,
    advance() {
      for (let i = 0; i < n; i++) {
        if (x[i] + velocityX[i] < 0 || x[i] + velocityX[i] >= WORLD_SIZE) velocityX[i] = -velocityX[i];
        if (y[i] + velocityY[i] < 0 || y[i] + velocityY[i] >= WORLD_SIZE) velocityY[i] = -velocityY[i];
        x[i] += velocityX[i];
        y[i] += velocityY[i];
        space.move(ids[i], x[i], y[i]);
      }
      follow();
      space.step();
    },
  };
}

/** Colour, kind and owner of a body, which never change. */
export function lookOf(body: number): { color: number; kind: number; owner: number } {
  return { color: body & 0x3f, kind: body % 3, owner: body & 0xffff };
}

/** Radius of all bodies in steps of the wire. */
export const RADIUS_STEPS = RADIUS * 8;

/** Interest with a viewer for each area, which asks nothing special. */
export function createPlainInterest({ space, areas }: MovingScene): { interest: Interest; viewers: Viewer[] } {
  const interest = createInterest(space);
  const viewers = areas.map((area) => {
    const viewer = interest.addViewer();
    viewer.areas = [area];
    return viewer;
  });
  return { interest, viewers };
}

/** What is seen in an area, by brute force. */
export function seenIn({ x, y }: MovingScene, area: Area): number[] {
  const seen: number[] = [];
  for (let i = 0; i < x.length; i++) {
    const outsideX = Math.max(0, Math.abs(x[i] - area.centerX) - area.width / 2);
    const outsideY = Math.max(0, Math.abs(y[i] - area.centerY) - area.height / 2);
    if (outsideX * outsideX + outsideY * outsideY <= RADIUS * RADIUS) seen.push(i);
  }
  return seen;
}
