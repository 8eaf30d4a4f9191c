/** What part of the world the window shows: it follows the player's cells, and zooms out as they grow. */
import { VIEW_HEIGHT, VIEW_WIDTH, viewScale } from "../../../shared/formulas.ts";
import type { Circle } from "./interpolation.ts";

/** Times (milliseconds) in which about two thirds of the way to the goal are made. */
const FOLLOW_MILLISECONDS = 90;
const ZOOM_MILLISECONDS = 300;
/** Further from its goal than this share of the view's width, the camera jumps: the player spawned elsewhere. */
const JUMP_SHARE = 0.75;
/** Own cells that lie far apart may push the zoom out to this share of what their size alone would give. */
const FIT_FLOOR = 0.5;
/** Room around own cells at the window's edge, as a share of half the window. */
const FIT_MARGIN = 0.08;

export interface Camera {
  /** What is at the middle of the window, in u. */
  x: number;
  y: number;
  /** CSS pixels to one u. */
  zoom: number;
  /** False until it has seen own cells for the first time. */
  placed: boolean;
}

/** Size of the window in CSS pixels. */
export interface WindowSize {
  width: number;
  height: number;
}

export function createCamera(): Camera {
  return { x: 0, y: 0, zoom: 0.5, placed: false };
}

/** Moves the camera toward `cells` by what `elapsed` milliseconds allow. Without cells it stays where it is. */
export function follow(camera: Camera, cells: readonly Circle[], size: WindowSize, elapsed: number): void {
  if (cells.length === 0) return;
  const center = centerOf(cells);
  glide(camera, center, zoomFor(cells, center, size), elapsed);
}

/** Moves the camera toward `goal` (u) and `zoom` (CSS pixels to one u) by what `elapsed` milliseconds allow. */
export function glide(camera: Camera, goal: { x: number; y: number }, zoom: number, elapsed: number): void {
  const isFar = Math.hypot(goal.x - camera.x, goal.y - camera.y) > VIEW_WIDTH * JUMP_SHARE;
  if (!camera.placed || isFar) {
    camera.x = goal.x;
    camera.y = goal.y;
    if (!camera.placed) camera.zoom = zoom;
    camera.placed = true;
    return;
  }
  const followShare = 1 - Math.exp(-elapsed / FOLLOW_MILLISECONDS);
  camera.x += (goal.x - camera.x) * followShare;
  camera.y += (goal.y - camera.y) * followShare;
  camera.zoom += (zoom - camera.zoom) * (1 - Math.exp(-elapsed / ZOOM_MILLISECONDS));
}

/** CSS pixels to one u at which the window lies within the server's view of this scale (see viewScale()). */
export function zoomOf(scale: number, size: WindowSize): number {
  return scale * Math.max(size.width / VIEW_WIDTH, size.height / VIEW_HEIGHT);
}

/** The mass-weighted centre of `cells`, in u. */
export function centerOf(cells: readonly Circle[]): { x: number; y: number } {
  let x = 0;
  let y = 0;
  let weight = 0;
  for (const cell of cells) {
    const mass = cell.radius * cell.radius;
    x += cell.x * mass;
    y += cell.y * mass;
    weight += mass;
  }
  return { x: x / weight, y: y / weight };
}

/** CSS pixels to one u at which the window lies within the server's view, and all own cells are in the window where possible. */
export function zoomFor(cells: readonly Circle[], center: { x: number; y: number }, size: WindowSize): number {
  let radiusSum = 0;
  let reachX = 0;
  let reachY = 0;
  for (const cell of cells) {
    radiusSum += cell.radius;
    reachX = Math.max(reachX, Math.abs(cell.x - center.x) + cell.radius);
    reachY = Math.max(reachY, Math.abs(cell.y - center.y) + cell.radius);
  }
  const base = zoomOf(viewScale(radiusSum), size);
  const fit = Math.min(size.width / reachX, size.height / reachY) * 0.5 * (1 - FIT_MARGIN);
  return Math.min(base, Math.max(fit, base * FIT_FLOOR));
}

/** The point of the world (u) under a point of the window (CSS pixels). */
export function toWorld(camera: Camera, size: WindowSize, x: number, y: number): { x: number; y: number } {
  return {
    x: camera.x + (x - size.width / 2) / camera.zoom,
    y: camera.y + (y - size.height / 2) / camera.zoom,
  };
}
