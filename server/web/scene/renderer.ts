/** Draws the arena on a 2D canvas: ground, grid, border, pellets, ejecta and cells with their names, small ones below large. */
import { massOf } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import type { Camera, WindowSize } from "../camera.ts";
import type { VisibleBody } from "../interpolation.ts";
import { palette } from "./palette.ts";
import { createSprites, type Sprites } from "./sprites.ts";

/** Distance in u between two lines of the grid. */
const GRID_SPACING = 100;
/** Lines nearer to each other than this (CSS pixels) are left out. */
const GRID_MIN_PIXELS = 24;
/** Widths in u of the line around the world, and of a cell's edge as a share of its radius. */
const BORDER_WIDTH = 12;
const EDGE_SHARE = 0.06;
/** Cells smaller than this on the screen (radius in CSS pixels) have no name; own ones show their mass from the second. */
const NAME_MIN_PIXELS = 16;
const MASS_MIN_PIXELS = 34;
/** A name may be this many radii wide, or at least so many CSS pixels, before its letters shrink. */
const NAME_WIDTH_SHARE = 1.75;
const NAME_WIDTH_MIN_PIXELS = 80;
const FULL_TURN = 2 * Math.PI;

export interface Scene {
  /** Side of the world in u; 0 before the state is there. */
  worldSize: number;
  bodies: readonly VisibleBody[];
  /** `Player.number` of the player; 0 for none. */
  ownNumber: number;
  /** Names by `Player.number`. */
  names: ReadonlyMap<number, string>;
}

export interface Renderer {
  /** Size of the canvas in CSS pixels, kept up to date. */
  readonly size: WindowSize;
  draw(scene: Scene, camera: Camera): void;
}

/** Throws when the browser has no 2D canvas. */
export function createRenderer(canvas: HTMLCanvasElement): Renderer {
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser cannot draw on a 2D canvas: use another, or allow it canvas access.");
  const size = { width: 0, height: 0 };
  const sprites = createSprites();
  const pellets: VisibleBody[] = [];
  const cells: VisibleBody[] = [];

  function fitToWindow(): number {
    const ratio = devicePixelRatio || 1;
    size.width = innerWidth;
    size.height = innerHeight;
    const width = Math.round(size.width * ratio);
    const height = Math.round(size.height * ratio);
    // Setting a canvas's size clears it and costs time, even when nothing changes.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return ratio;
  }
  fitToWindow();

  return {
    size,
    draw(scene, camera) {
      const ratio = fitToWindow();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.fillStyle = palette.outside;
      context.fillRect(0, 0, size.width, size.height);
      const scale = ratio * camera.zoom;
      context.setTransform(
        scale,
        0,
        0,
        scale,
        (ratio * size.width) / 2 - camera.x * scale,
        (ratio * size.height) / 2 - camera.y * scale,
      );
      drawGround(context, scene.worldSize, camera, size);

      pellets.length = 0;
      cells.length = 0;
      for (const body of scene.bodies) {
        if (!isInWindow(body, camera, size)) continue;
        (body.kind === BodyKind.pellet ? pellets : cells).push(body);
      }
      cells.sort((a, b) => a.radius - b.radius);
      for (const { x, y, radius, color } of pellets) sprites.drawPellet(context, x, y, radius, color);
      for (const cell of cells) {
        const isOwn = cell.owner !== 0 && cell.owner === scene.ownNumber;
        drawDisc(context, cell, isOwn, camera.zoom);
        if (cell.kind !== BodyKind.cell) continue;
        drawLabels(context, sprites, cell, scene.names.get(cell.owner) ?? "", isOwn, camera.zoom, ratio);
      }
    },
  };
}

function isInWindow(body: VisibleBody, camera: Camera, size: WindowSize): boolean {
  const reach = body.radius * 2;
  return (
    Math.abs(body.x - camera.x) - reach < size.width / 2 / camera.zoom &&
    Math.abs(body.y - camera.y) - reach < size.height / 2 / camera.zoom
  );
}

function drawGround(context: CanvasRenderingContext2D, worldSize: number, camera: Camera, size: WindowSize): void {
  const halfWidth = size.width / 2 / camera.zoom;
  const halfHeight = size.height / 2 / camera.zoom;
  // Before the world's size is known, the ground is everywhere.
  const low = worldSize > 0 ? 0 : Number.NEGATIVE_INFINITY;
  const high = worldSize > 0 ? worldSize : Number.POSITIVE_INFINITY;
  const left = Math.max(low, camera.x - halfWidth);
  const right = Math.min(high, camera.x + halfWidth);
  const top = Math.max(low, camera.y - halfHeight);
  const bottom = Math.min(high, camera.y + halfHeight);
  if (left >= right || top >= bottom) return;

  context.fillStyle = palette.ground;
  context.fillRect(left, top, right - left, bottom - top);
  let spacing = GRID_SPACING;
  while (spacing * camera.zoom < GRID_MIN_PIXELS) spacing *= 2;
  context.beginPath();
  for (let x = Math.ceil(left / spacing) * spacing; x <= right; x += spacing) {
    context.moveTo(x, top);
    context.lineTo(x, bottom);
  }
  for (let y = Math.ceil(top / spacing) * spacing; y <= bottom; y += spacing) {
    context.moveTo(left, y);
    context.lineTo(right, y);
  }
  context.lineWidth = 1 / camera.zoom;
  context.strokeStyle = palette.grid;
  context.stroke();

  if (worldSize > 0) {
    context.lineWidth = BORDER_WIDTH;
    context.strokeStyle = palette.border;
    context.strokeRect(-BORDER_WIDTH / 2, -BORDER_WIDTH / 2, worldSize + BORDER_WIDTH, worldSize + BORDER_WIDTH);
  }
}

/** A cell or a piece of ejected mass. Its edge lies inside its radius, so that what touches on the screen touches in the world. */
function drawDisc(context: CanvasRenderingContext2D, body: VisibleBody, isOwn: boolean, zoom: number): void {
  const edge = Math.min(Math.max(body.radius * EDGE_SHARE, 2 / zoom), body.radius);
  context.beginPath();
  context.arc(body.x, body.y, Math.max(body.radius - edge / 2, 0), 0, FULL_TURN);
  context.fillStyle = palette.cells[body.color];
  context.fill();
  context.lineWidth = edge;
  context.strokeStyle = isOwn && body.kind === BodyKind.cell ? palette.own : palette.cellEdges[body.color];
  context.stroke();
}

function drawLabels(
  context: CanvasRenderingContext2D,
  sprites: Sprites,
  cell: VisibleBody,
  name: string,
  isOwn: boolean,
  zoom: number,
  ratio: number,
): void {
  const pixels = cell.radius * zoom;
  if (pixels < NAME_MIN_PIXELS) return;
  const { x, y, radius } = cell;
  const withMass = isOwn && pixels >= MASS_MIN_PIXELS;
  const fontSize = Math.max(radius * 0.36, 11 / zoom);
  if (name) {
    const maxWidth = Math.max(radius * NAME_WIDTH_SHARE, NAME_WIDTH_MIN_PIXELS / zoom);
    const lift = withMass ? fontSize * 0.25 : 0;
    const place = { x, y: y - lift, fontSize, maxWidth };
    sprites.drawLabel(context, name, place, zoom * ratio);
  }
  if (withMass) {
    const drop = name ? fontSize * 0.7 : 0;
    const place = { x, y: y + drop, fontSize: fontSize * 0.6, maxWidth: radius };
    sprites.drawLabel(context, String(Math.round(massOf(radius))), place, zoom * ratio);
  }
}
