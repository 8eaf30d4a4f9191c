/**
 * Balls that bounce off walls and each other, in a space whose broad phase can be changed while they do. Nothing is moved
 * between a step and the next tick: so what the space says of its last step is what clients see.
 */
import type { PhaseTimer } from "../../../shared/phases.ts";
import { createRandom } from "../../../shared/random.ts";
import { BALL_LIMITS, SANDBOX_SIZE, type SandboxSettings } from "../../../shared/sandbox.ts";
import { type BodyId, circle, createSpace, type Space, slotOf } from "../../space/space.ts";
import { type BallPlace, placeOfBall, spotIn } from "./ball-scenes.ts";

/** Twice the balls: those removed since the last step still count. */
const CAPACITY = 2 * BALL_LIMITS.count.most;
/** The share of an overlap that is made good in a tick: all at once, a crowd would shiver. */
const PARTING = 0.5;

export const DEFAULT_SANDBOX: SandboxSettings = {
  algorithm: "quadtree-sap",
  scene: "even",
  count: 1000,
  size: 8,
  speed: 4,
};

export interface Balls {
  readonly space: Space;
  readonly settings: Readonly<SandboxSettings>;
  /** Changes what is given, and nothing else. A field that is there must have a value. */
  set(changes: Partial<SandboxSettings>): void;
  /** Moves the balls and finds their contacts. */
  step(timer: PhaseTimer): void;
}

/** @param seed what starts are drawn with */
export function createBalls(seed: number): Balls {
  const settings = { ...DEFAULT_SANDBOX };
  const random = createRandom(seed);
  const bounds = { minX: 0, minY: 0, maxX: SANDBOX_SIZE, maxY: SANDBOX_SIZE };
  const space = createSpace({ bounds, capacity: CAPACITY, broadPhase: settings.algorithm });
  const ids: BodyId[] = [];
  const places: BallPlace[] = [];
  // By slot. Velocities are shares of `speed`; a nudge is what a contact parts a ball by in the next tick, in u.
  const velocityX = new Float64Array(CAPACITY);
  const velocityY = new Float64Array(CAPACITY);
  const nudgeX = new Float64Array(CAPACITY);
  const nudgeY = new Float64Array(CAPACITY);

  function add(): void {
    const place = placeOfBall(settings.scene, ids.length);
    const radius = settings.size * place.scale;
    const { x, y } = spotIn(place, radius, random);
    const id = space.add(circle(radius), x, y, { still: place.still });
    places.push(place);
    ids.push(id);
    start(id, place);
  }

  function start(id: BodyId, place: BallPlace): void {
    const slot = slotOf(id);
    const direction = random.between(0, 2 * Math.PI);
    velocityX[slot] = place.still ? 0 : Math.cos(direction);
    velocityY[slot] = place.still ? 0 : Math.sin(direction);
    nudgeX[slot] = 0;
    nudgeY[slot] = 0;
  }

  function setCount(count: number): void {
    while (ids.length < count) add();
    for (const id of ids.splice(count)) space.remove(id);
    places.length = ids.length;
  }

  function spread(): void {
    for (const [index, id] of ids.entries()) {
      const place = placeOfBall(settings.scene, index);
      const radius = settings.size * place.scale;
      const { x, y } = spotIn(place, radius, random);
      places[index] = place;
      space.setStill(id, place.still);
      space.resize(id, radius);
      space.teleport(id, x, y);
      start(id, place);
    }
  }

  function resize(): void {
    for (const [index, id] of ids.entries()) space.resize(id, settings.size * places[index].scale);
  }

  function move(): void {
    const { x, y, radius } = space.bodies;
    const { speed } = settings;
    for (let index = 0; index < ids.length; index++) {
      const { minX, minY, maxX, maxY, still } = places[index];
      if (still) continue;
      const slot = slotOf(ids[index]);
      const reach = radius[slot];
      const toX = x[slot] + velocityX[slot] * speed + nudgeX[slot];
      const toY = y[slot] + velocityY[slot] * speed + nudgeY[slot];
      nudgeX[slot] = 0;
      nudgeY[slot] = 0;
      if (toX < minX + reach) velocityX[slot] = Math.abs(velocityX[slot]);
      else if (toX > maxX - reach) velocityX[slot] = -Math.abs(velocityX[slot]);
      if (toY < minY + reach) velocityY[slot] = Math.abs(velocityY[slot]);
      else if (toY > maxY - reach) velocityY[slot] = -Math.abs(velocityY[slot]);
      space.move(ids[index], within(toX, minX + reach, maxX - reach), within(toY, minY + reach, maxY - reach));
    }
  }

  /** Balls bounce off each other by their masses, which go with the square of the radius; still ones give no way. */
  function bounce(): void {
    const { a, b, normalX, normalY, depth, count } = space.contacts;
    const { radius, still } = space.bodies;
    for (let i = 0; i < count; i++) {
      const one = slotOf(a[i]);
      const other = slotOf(b[i]);
      const lightness = still[one] === 1 ? 0 : 1 / (radius[one] * radius[one]);
      const otherLightness = still[other] === 1 ? 0 : 1 / (radius[other] * radius[other]);
      const share = lightness / (lightness + otherLightness);
      const apart = depth[i] * PARTING;
      nudgeX[one] -= normalX[i] * apart * share;
      nudgeY[one] -= normalY[i] * apart * share;
      nudgeX[other] += normalX[i] * apart * (1 - share);
      nudgeY[other] += normalY[i] * apart * (1 - share);
      const approach =
        (velocityX[one] - velocityX[other]) * normalX[i] + (velocityY[one] - velocityY[other]) * normalY[i];
      if (approach <= 0) continue;
      velocityX[one] -= 2 * approach * share * normalX[i];
      velocityY[one] -= 2 * approach * share * normalY[i];
      velocityX[other] += 2 * approach * (1 - share) * normalX[i];
      velocityY[other] += 2 * approach * (1 - share) * normalY[i];
    }
  }

  setCount(settings.count);
  return {
    space,
    settings,
    set(changes) {
      Object.assign(settings, changes);
      if (changes.algorithm !== undefined) space.useBroadPhase(changes.algorithm);
      if (changes.scene !== undefined) spread();
      else if (changes.size !== undefined) resize();
      setCount(settings.count);
    },
    step(timer) {
      move();
      timer.mark("move");
      space.step();
      timer.mark("space");
      bounce();
      timer.mark("rules");
    },
  };
}

/** `value` within `low` and `high`, or midway between where there is no room. */
function within(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.min(Math.max(value, low), high);
}
