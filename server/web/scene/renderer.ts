/** Draws the arena on a 2D canvas: ground, border, pellets, ejecta, cells with their names, viruses, small ones below large. */
import { massOf } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import type { Camera, WindowSize } from "../motion/camera.ts";
import type { VisibleBody } from "../motion/interpolation.ts";
import type { Border } from "../motion/prediction.ts";
import type { Preferences } from "../preferences.ts";
import { drawGround } from "./ground.ts";
import { createLabels, type Labels } from "./labels.ts";
import { createPalette, type Palette } from "./palette.ts";
import { contextOf } from "./picture.ts";
import { createResolution } from "./resolution.ts";
import type { Skins } from "./skins.ts";
import { createSprites, DISC_MOST_PIXELS, type Sprites } from "./sprites.ts";

/** A cell's edge as a share of its radius. */
const EDGE_SHARE = 0.06;
/** Cells smaller than this on the screen (radius in CSS pixels) have no name; their mass shows from the second. */
const NAME_MIN_PIXELS = 16;
const MASS_MIN_PIXELS = 34;
/** Skins are seen from this radius (CSS pixels) on. */
const SKIN_MIN_PIXELS = 10;
/** A name may be this many radii wide, or at least so many CSS pixels, before its letters shrink. */
const NAME_WIDTH_SHARE = 1.75;
const NAME_WIDTH_MIN_PIXELS = 80;
const FULL_TURN = 2 * Math.PI;

/** What is known of a player whose cells are seen. */
export interface PlayerLook {
  name: string;
  skin: string;
  color: number;
  team: number;
}

export interface Scene {
  /** Side of the world in u; 0 before the state is there. */
  worldSize: number;
  border: Border;
  bodies: readonly VisibleBody[];
  /** `Player.number` of the player; 0 for none. */
  ownNumber: number;
  /** By `Player.number`. */
  players: ReadonlyMap<number, PlayerLook>;
}

/** What of the preferences concerns the picture, and whether the page is light. */
export type Style = Pick<Preferences, "names" | "mass" | "skins" | "colors" | "colorBlind" | "quality"> & {
  isLight: boolean;
};

export interface Renderer {
  /** Size of the canvas in CSS pixels, kept up to date. */
  readonly size: WindowSize;
  readonly palette: Palette;
  restyle(style: Style): void;
  /** @param elapsed milliseconds since the frame before */
  draw(scene: Scene, camera: Camera, elapsed: number): void;
}

/** Throws when the browser has no 2D canvas. */
export function createRenderer(canvas: HTMLCanvasElement, skins: Skins, firstStyle: Style): Renderer {
  const context = contextOf(canvas, { alpha: false });
  const size = { width: 0, height: 0 };
  const resolution = createResolution();
  const flat: VisibleBody[] = [];
  const stacked: VisibleBody[] = [];
  let style: Style;
  let palette: Palette;
  let sprites: Sprites;
  let labels: Labels;
  restyle(firstStyle);

  function restyle(newStyle: Style): void {
    style = newStyle;
    palette = createPalette(style);
    sprites = createSprites(palette, style.quality !== "low");
    labels = createLabels(palette);
  }

  function fitToWindow(): number {
    const ratio = resolution.ratio(style.quality, devicePixelRatio);
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

  function drawBody(body: VisibleBody, scene: Scene, zoom: number, ratio: number): void {
    const { x, y, radius, kind } = body;
    if (kind === BodyKind.virus) sprites.drawVirus(context, x, y, radius);
    else if (kind === BodyKind.motherCell) sprites.drawMotherCell(context, x, y, radius);
    else drawCell(body, scene, zoom, ratio);
    if (kind !== BodyKind.cell || radius * zoom < NAME_MIN_PIXELS) return;
    drawLabels(body, scene, zoom, ratio);
  }

  /** A cell or a piece of ejected mass. Its edge lies inside its radius: what touches on the screen touches in the world. */
  function drawCell(body: VisibleBody, scene: Scene, zoom: number, ratio: number): void {
    const { x, y, radius, color } = body;
    const isOwn = body.kind === BodyKind.cell && body.owner !== 0 && body.owner === scene.ownNumber;
    if (!isOwn && radius * zoom * ratio <= DISC_MOST_PIXELS) {
      sprites.drawDisc(context, x, y, radius, color);
    } else {
      const edge = Math.min(Math.max(radius * EDGE_SHARE, 2 / zoom), radius);
      context.beginPath();
      context.arc(x, y, Math.max(radius - edge / 2, 0), 0, FULL_TURN);
      context.fillStyle = palette.cells[color].fill;
      context.fill();
      context.lineWidth = edge;
      context.strokeStyle = isOwn ? palette.own : palette.cells[color].edge;
      context.stroke();
    }
    if (!style.skins || body.kind !== BodyKind.cell || radius * zoom < SKIN_MIN_PIXELS) return;
    const skin = scene.players.get(body.owner)?.skin;
    const picture = skin ? skins.pictureOf(skin) : undefined;
    const reach = radius * (1 - EDGE_SHARE);
    if (picture) context.drawImage(picture, x - reach, y - reach, reach * 2, reach * 2);
  }

  function drawLabels({ x, y, radius, owner }: VisibleBody, scene: Scene, zoom: number, ratio: number): void {
    const name = style.names ? (scene.players.get(owner)?.name ?? "") : "";
    const withMass = style.mass && radius * zoom >= MASS_MIN_PIXELS;
    const fontSize = Math.max(radius * 0.36, 11 / zoom);
    if (name) {
      const maxWidth = Math.max(radius * NAME_WIDTH_SHARE, NAME_WIDTH_MIN_PIXELS / zoom);
      const lift = withMass ? fontSize * 0.25 : 0;
      labels.draw(context, name, { x, y: y - lift, fontSize, maxWidth }, zoom * ratio);
    }
    if (withMass) {
      const drop = name ? fontSize * 0.7 : 0;
      const place = { x, y: y + drop, fontSize: fontSize * 0.6, maxWidth: radius };
      labels.drawNumber(context, massOf(radius), place, zoom * ratio);
    }
  }

  return {
    size,
    get palette() {
      return palette;
    },
    restyle,
    draw(scene, camera, elapsed) {
      resolution.frame(elapsed);
      const ratio = fitToWindow();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.fillStyle = palette.outside;
      context.fillRect(0, 0, size.width, size.height);
      const scale = ratio * camera.zoom;
      const offsetX = (ratio * size.width) / 2 - camera.x * scale;
      const offsetY = (ratio * size.height) / 2 - camera.y * scale;
      context.setTransform(scale, 0, 0, scale, offsetX, offsetY);
      drawGround(context, palette, scene.worldSize, scene.border, camera, size, style.quality !== "low");

      flat.length = 0;
      stacked.length = 0;
      for (const body of scene.bodies) {
        if (isInWindow(body, camera, size)) (body.kind === BodyKind.pellet ? flat : stacked).push(body);
      }
      stacked.sort(smallestFirst);
      for (const { x, y, radius, color } of flat) sprites.drawPellet(context, x, y, radius, color);
      for (const body of stacked) drawBody(body, scene, camera.zoom, ratio);
    },
  };
}

function smallestFirst(a: VisibleBody, b: VisibleBody): number {
  return a.radius - b.radius;
}

function isInWindow(body: VisibleBody, camera: Camera, size: WindowSize): boolean {
  const reach = body.radius * 2;
  return (
    Math.abs(body.x - camera.x) - reach < size.width / 2 / camera.zoom &&
    Math.abs(body.y - camera.y) - reach < size.height / 2 / camera.zoom
  );
}
