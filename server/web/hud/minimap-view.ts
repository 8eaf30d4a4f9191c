/** The map of the world: where the heaviest players are, one's own place, what is in the window, and the border. */
import { type MinimapDot, readDots } from "../../../shared/minimap.ts";
import { element } from "../element.ts";
import type { Camera, WindowSize } from "../motion/camera.ts";
import type { Border } from "../motion/prediction.ts";
import type { Palette } from "../scene/palette.ts";
import { contextOf } from "../scene/picture.ts";

/** Pixels of the canvas for a CSS pixel of its box. */
const SHARPNESS = 2;
const DOT = 3;
const OWN_DOT = 5;
/** Milliseconds between two drawings: more often is not seen. */
const INTERVAL = 100;

export interface MinimapView {
  take(bytes: Uint8Array): void;
  /** Draws it, if that is due at `now` (milliseconds). */
  draw(now: number, map: MapScene): void;
}

export interface MapScene {
  worldSize: number;
  border: Border;
  ownNumber: number;
  camera: Camera;
  size: WindowSize;
  palette: Palette;
  isOwnAlive: boolean;
}

export function createMinimapView(): MinimapView {
  const canvas = element("minimap", HTMLCanvasElement);
  const context = contextOf(canvas);
  let dots: MinimapDot[] = [];
  let drawnAt = 0;
  let side = 0;
  new ResizeObserver(() => {
    side = canvas.clientWidth * SHARPNESS;
    canvas.width = canvas.height = side;
  }).observe(canvas);

  function drawDot(x: number, y: number, radius: number, fill: string, edge?: string): void {
    context.beginPath();
    context.arc(x * side, y * side, radius * SHARPNESS, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    if (!edge) return;
    context.lineWidth = SHARPNESS * 1.5;
    context.strokeStyle = edge;
    context.stroke();
  }

  return {
    take(bytes) {
      dots = readDots(bytes);
    },
    draw(now, { worldSize, border, ownNumber, camera, size, palette, isOwnAlive }) {
      if (side === 0 || worldSize === 0 || now - drawnAt < INTERVAL) return;
      drawnAt = now;
      const unit = side / worldSize;
      context.clearRect(0, 0, side, side);
      context.lineWidth = SHARPNESS;
      context.strokeStyle = palette.border;
      const { minX, minY, maxX, maxY } = border;
      context.strokeRect(minX * unit + 1, minY * unit + 1, (maxX - minX) * unit - 2, (maxY - minY) * unit - 2);
      for (const { number, x, y, color } of dots.toReversed()) {
        if (number !== ownNumber) drawDot(x, y, DOT, palette.cells[color].fill);
      }
      const width = (size.width / camera.zoom) * unit;
      const height = (size.height / camera.zoom) * unit;
      context.strokeStyle = palette.own;
      context.globalAlpha = 0.5;
      context.strokeRect(camera.x * unit - width / 2, camera.y * unit - height / 2, width, height);
      context.globalAlpha = 1;
      if (isOwnAlive) drawDot(camera.x / worldSize, camera.y / worldSize, OWN_DOT, palette.virus.fill, palette.own);
    },
  };
}
