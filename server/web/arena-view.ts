/** The arena as the player sees it: takes in patches, and draws frames between them, with own cells ahead of the patches. */
import { SPECTATOR_SCALE } from "../../shared/formulas.ts";
import type { Watching } from "../../shared/news.ts";
import { type ArenaState, BodyKind } from "../../shared/state.ts";
import type { Steering } from "./controls/controls.ts";
import { type Camera, centerOf, createCamera, follow, glide, toWorld, zoomOf } from "./motion/camera.ts";
import { createInterpolation, type VisibleBody } from "./motion/interpolation.ts";
import { createPrediction } from "./motion/prediction.ts";
import type { Backdrop } from "./scene/backdrop.ts";
import type { PlayerLook, Renderer, Scene } from "./scene/renderer.ts";

/** Milliseconds between two frames from which the second counts as late. */
const LATE_FRAME = 34;
/** Least time (milliseconds) between two frames behind the menu, where all moves slowly. */
const MENU_FRAME = 30;
/** So long (milliseconds) the last picture stays, when who is watched changes or one has joined, until there is the next to see. */
const CUT_MILLISECONDS = 600;
/** Keys and stick steer to a point this far away (u): beyond the furthest of own cells. */
const REACH = 5000;
/** The backdrop is seen as with this view scale. */
const BACKDROP_SCALE = 0.9;

export interface ArenaView {
  readonly scene: Scene;
  readonly camera: Camera;
  /** Forgets what was seen: another stream of patches begins. `isNew` when also the place is another. */
  restart(isNew: boolean): void;
  take(state: ArenaState, own: number): void;
  /** What is looked at without cells. */
  watch(watching: Watching): void;
  /** Time (milliseconds) from sending to hearing of it. */
  setRoundTrip(milliseconds: number): void;
  /** Draws the frame of `now` (milliseconds), unless the machine is too slow for it; `isInGame` or else the backdrop. */
  drawFrame(now: number, steering: Steering, isInGame: boolean): void;
  /** The player splits: seen before the server has heard of it. */
  split(): void;
  /** The body of this key as it was last drawn. */
  placeOf(key: number): Readonly<VisibleBody> | undefined;
  /** Where `steering` steers to, in u. */
  aim(steering: Steering): { x: number; y: number };
}

export function createArenaView(renderer: Renderer, backdrop: Backdrop): ArenaView {
  const camera = createCamera();
  const menuCamera = createCamera();
  const players = new Map<number, PlayerLook>();
  const border = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const scene: Scene = { worldSize: 0, border, bodies: [], ownNumber: 0, players };
  const menuScene: Scene = { ...scene, players: new Map() };
  const followed: VisibleBody[] = [];
  let interpolation = createInterpolation();
  let prediction = createPrediction();
  let watching: Watching | undefined;
  let roundTrip = 0;
  let middle = { x: 0, y: 0 };
  let rest: { x: number; y: number } | undefined;
  let lastFrame = 0;
  let isTired = false;
  let drawnAt = 0;
  let seenAt = 0;

  function aim(steering: Steering): { x: number; y: number } {
    if (steering.by === "mouse") {
      rest = undefined;
      return toWorld(camera, renderer.size, steering.x, steering.y);
    }
    if (steering.x === 0 && steering.y === 0) {
      // Cells gather where they were when the keys were let go.
      rest ??= middle;
      return rest;
    }
    rest = undefined;
    return { x: middle.x + steering.x * REACH, y: middle.y + steering.y * REACH };
  }

  /** @returns whether there is something to show: not so while who is to be seen is not there yet */
  function followWhatIsSeen(elapsed: number): boolean {
    const shown = scene.ownNumber !== 0 && isAlive() ? scene.ownNumber : (watching?.player ?? 0);
    followed.length = 0;
    for (const body of scene.bodies) {
      if (body.kind === BodyKind.cell && body.owner !== 0 && body.owner === shown) followed.push(body);
    }
    if (followed.length > 0) {
      follow(camera, followed, renderer.size, elapsed);
      middle = centerOf(followed);
      seenAt = drawnAt;
    } else if (watching && watching.player === 0) {
      glide(camera, watching, zoomOf(SPECTATOR_SCALE, renderer.size), elapsed);
      middle = { x: camera.x, y: camera.y };
    } else if (shown !== 0 || !camera.placed) {
      return drawnAt - seenAt > CUT_MILLISECONDS;
    }
    return true;
  }

  function isAlive(): boolean {
    return scene.bodies.some(({ kind, owner }) => kind === BodyKind.cell && owner === scene.ownNumber);
  }

  const adjust: Parameters<typeof interpolation.visible>[2] = (cells, present) =>
    prediction.apply(cells, drawnAt, present, interpolation.tickMilliseconds, roundTrip, border);

  return {
    scene,
    camera,
    aim,
    placeOf: (key) => interpolation.placeOf(String(key)),
    restart(isNew) {
      interpolation = createInterpolation();
      // What was foreseen waits for ticks that the other stream may not have for an hour.
      prediction = createPrediction();
      if (!isNew) return;
      camera.placed = false;
      seenAt = performance.now();
      watching = undefined;
      scene.bodies = [];
    },
    take(state, own) {
      scene.ownNumber = own;
      scene.worldSize = state.worldSize;
      border.minX = state.borderMinX;
      border.minY = state.borderMinY;
      border.maxX = state.borderMaxX || state.worldSize;
      border.maxY = state.borderMaxY || state.worldSize;
      players.clear();
      for (const { number, name, skin, color, team } of state.players.values()) {
        players.set(number, { name, skin, color, team });
      }
      interpolation.record(state.tick, performance.now(), state.positionUnit, state.bodies, state.farUpdateTicks);
    },
    watch(newWatching) {
      watching = newWatching;
    },
    split: () => prediction.split(),
    setRoundTrip(milliseconds) {
      roundTrip = milliseconds;
    },
    drawFrame(now, steering, isInGame) {
      // A machine too slow for every frame leaves one out after each late one. Browsers put frames and mouse moves before
      // messages, so that patches would otherwise wait ever longer for their turn.
      const elapsed = now - lastFrame;
      if (!isInGame && elapsed < MENU_FRAME) return;
      isTired = !isTired && elapsed > LATE_FRAME;
      if (isTired) return;
      lastFrame = now;
      if (!isInGame) {
        menuScene.bodies = backdrop.at(now);
        menuCamera.zoom = zoomOf(BACKDROP_SCALE, renderer.size);
        menuCamera.x = menuCamera.y = 0;
        // Frames this far apart say nothing about the machine.
        renderer.draw(menuScene, menuCamera, MENU_FRAME / 2);
        return;
      }
      drawnAt = performance.now();
      const { x, y } = aim(steering);
      prediction.steer(drawnAt, x, y);
      scene.bodies = interpolation.visible(drawnAt, scene.ownNumber, adjust);
      if (followWhatIsSeen(elapsed)) renderer.draw(scene, camera, elapsed);
    },
  };
}
