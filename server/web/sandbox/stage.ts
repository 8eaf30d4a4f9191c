/** The world of the sandbox on its canvas: all balls, those in view bright, with the overlay's layers above. */

import type { Inspection } from "../../../shared/inspection.ts";
import { SANDBOX_SIZE, type SandboxState } from "../../../shared/sandbox.ts";
import { POSITION_STEPS } from "../../../shared/state.ts";
import { wordsFor } from "../overlay/algorithms.ts";
import type { Colors } from "../overlay/colors.ts";
import { fitted } from "../overlay/dom.ts";
import { drawLayers, type LayerChoice } from "../overlay/layers.ts";
import { createFocusFinder, createPicture, type Focus, type Picture } from "../overlay/picture.ts";
import { createPlaces, type Point } from "../overlay/places.ts";

export interface Stage {
  /** Takes in a patch: where the balls in view are. */
  takeState(state: SandboxState): void;
  takeInspection(inspection: Inspection): void;
  /** Draws what there is; gives what is under the pointer. Undefined before anything is known. */
  draw(choice: LayerChoice, elapsed: number): { picture: Picture; focus: Focus } | undefined;
  /** Begins anew: another room. */
  clear(): void;
}

export interface StageEvents {
  /** The visitor wants to look at this place (u). */
  onLook(x: number, y: number): void;
}

/** Room around the world, as a share of the canvas. */
const MARGIN = 0.015;
/** How far an arrow key moves what is pointed at, in u; with shift, more. */
const KEY_STEP = 25;
const FULL_TURN = 2 * Math.PI;
const UNIT = SANDBOX_SIZE / POSITION_STEPS;

export function createStage(canvas: HTMLCanvasElement, colors: Colors, events: StageEvents): Stage {
  let places = createPlaces();
  /** Inspections that are not shown yet, oldest first: all is shown as of a moment ago. */
  let waiting: Picture[] = [];
  let picture: Picture | undefined;
  let newestTick = 0;
  let seen = new Set<number>();
  let pointer: Point | undefined;
  const finder = createFocusFinder();
  const point = { x: 0, y: 0 };

  function toWorld(event: PointerEvent): Point {
    const box = canvas.getBoundingClientRect();
    const zoom = zoomOf(box.width, box.height);
    const inside = (value: number) => Math.min(SANDBOX_SIZE, Math.max(0, value));
    return {
      x: inside(SANDBOX_SIZE / 2 + (event.clientX - box.left - box.width / 2) / zoom),
      y: inside(SANDBOX_SIZE / 2 + (event.clientY - box.top - box.height / 2) / zoom),
    };
  }

  canvas.addEventListener("pointermove", (event) => {
    pointer = toWorld(event);
    if (event.buttons & 1) events.onLook(pointer.x, pointer.y);
  });
  canvas.addEventListener("pointerdown", (event) => {
    pointer = toWorld(event);
    events.onLook(pointer.x, pointer.y);
  });
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") pointer = undefined;
  });
  canvas.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 4 * KEY_STEP : KEY_STEP;
    const moves: Record<string, readonly [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    if (event.key === "Escape") pointer = undefined;
    if ((event.key === "Enter" || event.key === " ") && pointer) {
      event.preventDefault();
      events.onLook(pointer.x, pointer.y);
    }
    if (!move) return;
    event.preventDefault();
    const from = pointer ?? { x: SANDBOX_SIZE / 2, y: SANDBOX_SIZE / 2 };
    pointer = {
      x: Math.min(SANDBOX_SIZE, Math.max(0, from.x + move[0])),
      y: Math.min(SANDBOX_SIZE, Math.max(0, from.y + move[1])),
    };
  });

  function drawBalls(context: CanvasRenderingContext2D, shown: Picture, zoom: number): void {
    const { keys, halfWidth } = shown.inspection;
    const bright = new Path2D();
    const dim = new Path2D();
    for (let place = 0; place < keys.length; place++) {
      const path = seen.has(keys[place]) ? bright : dim;
      const radius = Math.max(halfWidth[place], 0.8 / zoom);
      path.moveTo(shown.x[place] + radius, shown.y[place]);
      path.arc(shown.x[place], shown.y[place], radius, 0, FULL_TURN);
    }
    context.fillStyle = colors.quiet;
    context.globalAlpha = 0.5;
    context.fill(dim);
    context.globalAlpha = 1;
    context.fillStyle = colors.view;
    context.fill(bright);
  }

  function drawPointer(context: CanvasRenderingContext2D, zoom: number): void {
    if (!pointer || document.activeElement !== canvas) return;
    const arm = 9 / zoom;
    context.beginPath();
    context.moveTo(pointer.x - arm, pointer.y);
    context.lineTo(pointer.x + arm, pointer.y);
    context.moveTo(pointer.x, pointer.y - arm);
    context.lineTo(pointer.x, pointer.y + arm);
    context.lineWidth = 1.5 / zoom;
    context.strokeStyle = colors.text;
    context.stroke();
  }

  return {
    takeState(state) {
      const keys = new Set<number>();
      state.balls.forEach(({ x, y }, key) => {
        const number = Number(key);
        keys.add(number);
        places.record(number, state.tick, x * UNIT, y * UNIT);
      });
      seen = keys;
    },
    takeInspection(inspection) {
      const { tick, keys, x, y } = inspection;
      newestTick = tick;
      for (let place = 0; place < keys.length; place++) places.record(keys[place], tick, x[place], y[place]);
      places.keepOnly(keys);
      waiting.push(createPicture(inspection, wordsFor(inspection.algorithm)?.lists !== "compared"));
    },
    draw(choice, elapsed) {
      if (newestTick === 0) return undefined;
      places.advance(newestTick, elapsed);
      while (waiting.length > 0 && (!picture || waiting[0].inspection.tick <= places.position))
        picture = waiting.shift();
      if (!picture) return undefined;
      const { keys } = picture.inspection;
      for (let place = 0; place < keys.length; place++) {
        if (!places.at(keys[place], point)) continue;
        picture.x[place] = point.x;
        picture.y[place] = point.y;
      }
      const { context, width, height } = fitted(canvas);
      const zoom = zoomOf(width, height);
      const view = { x: SANDBOX_SIZE / 2, y: SANDBOX_SIZE / 2, zoom };
      context.save();
      context.translate(width / 2 - view.x * zoom, height / 2 - view.y * zoom);
      context.scale(zoom, zoom);
      context.fillStyle = colors.sunk;
      context.fillRect(0, 0, SANDBOX_SIZE, SANDBOX_SIZE);
      drawBalls(context, picture, zoom);
      context.restore();
      const focus = finder.find(picture, pointer, zoom);
      drawLayers(context, { width, height }, view, picture, choice, colors, focus);
      context.translate(width / 2 - view.x * zoom, height / 2 - view.y * zoom);
      context.scale(zoom, zoom);
      drawPointer(context, zoom);
      return { picture, focus };
    },
    clear() {
      places = createPlaces();
      waiting = [];
      picture = undefined;
      newestTick = 0;
      seen = new Set();
    },
  };
}

function zoomOf(width: number, height: number): number {
  return (Math.min(width, height) * (1 - 2 * MARGIN)) / SANDBOX_SIZE;
}
