/** What bodies swim on: the ground with its grid, the world's edge, and what a mode has left of the world. */
import type { Camera, WindowSize } from "../motion/camera.ts";
import type { Border } from "../motion/prediction.ts";
import type { Palette } from "./palette.ts";

/** Distance in u between two lines of the grid. */
const GRID_SPACING = 100;
/** Lines nearer to each other than this (CSS pixels) are left out. */
const GRID_MIN_PIXELS = 24;
/** Width in u of the line around where the game is played, and its least width on the screen in CSS pixels. */
const BORDER_WIDTH = 12;
const BORDER_MIN_PIXELS = 3;

/** @param worldSize side of the world in u; 0 before it is known: then the ground is everywhere, and has no border. */
export function drawGround(
  context: CanvasRenderingContext2D,
  palette: Palette,
  worldSize: number,
  border: Border,
  camera: Camera,
  size: WindowSize,
  hasGrid: boolean,
): void {
  const halfWidth = size.width / 2 / camera.zoom;
  const halfHeight = size.height / 2 / camera.zoom;
  const low = worldSize > 0 ? 0 : Number.NEGATIVE_INFINITY;
  const high = worldSize > 0 ? worldSize : Number.POSITIVE_INFINITY;
  const left = Math.max(low, camera.x - halfWidth);
  const right = Math.min(high, camera.x + halfWidth);
  const top = Math.max(low, camera.y - halfHeight);
  const bottom = Math.min(high, camera.y + halfHeight);
  if (left >= right || top >= bottom) return;

  context.fillStyle = palette.ground;
  context.fillRect(left, top, right - left, bottom - top);
  if (hasGrid) drawGrid(context, palette, { minX: left, minY: top, maxX: right, maxY: bottom }, camera.zoom);
  if (worldSize === 0) return;

  const { minX, minY, maxX, maxY } = border;
  if (minX > 0 || minY > 0 || maxX < worldSize || maxY < worldSize) {
    context.fillStyle = palette.forbidden;
    context.beginPath();
    context.rect(0, 0, worldSize, worldSize);
    context.rect(minX, minY, maxX - minX, maxY - minY);
    context.fill("evenodd");
  }
  const line = Math.max(BORDER_WIDTH, BORDER_MIN_PIXELS / camera.zoom);
  context.lineWidth = line;
  context.strokeStyle = palette.border;
  context.strokeRect(minX - line / 2, minY - line / 2, maxX - minX + line, maxY - minY + line);
}

function drawGrid(context: CanvasRenderingContext2D, palette: Palette, part: Border, zoom: number): void {
  let spacing = GRID_SPACING;
  while (spacing * zoom < GRID_MIN_PIXELS) spacing *= 2;
  context.beginPath();
  for (let x = Math.ceil(part.minX / spacing) * spacing; x <= part.maxX; x += spacing) {
    context.moveTo(x, part.minY);
    context.lineTo(x, part.maxY);
  }
  for (let y = Math.ceil(part.minY / spacing) * spacing; y <= part.maxY; y += spacing) {
    context.moveTo(part.minX, y);
    context.lineTo(part.maxX, y);
  }
  context.lineWidth = 1 / zoom;
  context.strokeStyle = palette.grid;
  context.stroke();
}
