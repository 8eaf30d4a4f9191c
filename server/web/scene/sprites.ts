/**
 * Pictures drawn once and used in every frame: stroking text and filling hundreds of small circles anew for each frame is
 * what a canvas without a graphics card is slowest at. A picture is drawn at the next larger of a few sizes and scaled down.
 */
import { palette } from "./palette.ts";

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** Side of a pellet's picture in pixels, and the radius of its glow as a multiple of the pellet's. */
const PELLET_PIXELS = 64;
const GLOW_RATIO = 1.9;
/** Heights of letters (pixels) at which labels are drawn. */
const LABEL_SIZES = [12, 18, 27, 40, 60, 90, 140];
/** Width of the dark edge around letters, as a share of their height; and the room that a label's picture leaves around them. */
const EDGE_SHARE = 0.16;
const MARGIN_SHARE = 0.35;
/** With more labels than this, all are forgotten and drawn again as needed: names and masses come and go. */
const MOST_LABELS = 400;

interface Label {
  picture: HTMLCanvasElement;
  /** Height of its letters in pixels. */
  size: number;
}

export interface Sprites {
  /** Draws a pellet of `radius`, in the units of the context's transform. */
  drawPellet(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: number): void;
  /**
   * Draws `text` around (x, y) with letters of `fontSize`, or smaller ones to fit into `maxWidth`, all in the units of the context's
   * transform, of which one makes `scale` pixels of the canvas.
   */
  drawLabel(context: CanvasRenderingContext2D, text: string, place: LabelPlace, scale: number): void;
}

export interface LabelPlace {
  x: number;
  y: number;
  fontSize: number;
  maxWidth: number;
}

export function createSprites(): Sprites {
  const pellets = palette.pellets.map((fill, color) => paintPellet(fill, palette.pelletGlows[color]));
  const labels = new Map<string, Label>();

  function labelOf(text: string, pixels: number): Label {
    const size = LABEL_SIZES.find((candidate) => candidate >= pixels) ?? LABEL_SIZES[LABEL_SIZES.length - 1];
    const key = `${size} ${text}`;
    let label = labels.get(key);
    if (!label) {
      if (labels.size >= MOST_LABELS) labels.clear();
      label = { picture: paintLabel(text, size), size };
      labels.set(key, label);
    }
    return label;
  }

  return {
    drawPellet(context, x, y, radius, color) {
      const reach = radius * GLOW_RATIO;
      context.drawImage(pellets[color], x - reach, y - reach, reach * 2, reach * 2);
    },
    drawLabel(context, text, { x, y, fontSize, maxWidth }, scale) {
      const { picture, size } = labelOf(text, fontSize * scale);
      const share = Math.min(fontSize / size, maxWidth / picture.width);
      const width = picture.width * share;
      const height = picture.height * share;
      context.drawImage(picture, x - width / 2, y - height / 2, width, height);
    },
  };
}

function paintPellet(fill: string, glow: string): HTMLCanvasElement {
  const { picture, context } = createPicture(PELLET_PIXELS, PELLET_PIXELS);
  const middle = PELLET_PIXELS / 2;
  for (const [style, radius] of [
    [glow, middle],
    [fill, middle / GLOW_RATIO],
  ] as const) {
    context.fillStyle = style;
    context.beginPath();
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.fill();
  }
  return picture;
}

function paintLabel(text: string, size: number): HTMLCanvasElement {
  const font = `600 ${size}px ${FONT}`;
  const measure = createPicture(1, 1).context;
  measure.font = font;
  const margin = size * MARGIN_SHARE;
  const width = Math.ceil(measure.measureText(text).width + margin);
  const { picture, context } = createPicture(width, Math.ceil(size + 2 * margin));
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = size * EDGE_SHARE;
  context.strokeStyle = palette.textEdge;
  context.strokeText(text, picture.width / 2, picture.height / 2);
  context.fillStyle = palette.text;
  context.fillText(text, picture.width / 2, picture.height / 2);
  return picture;
}

function createPicture(width: number, height: number) {
  const picture = document.createElement("canvas");
  picture.width = width;
  picture.height = height;
  const context = picture.getContext("2d");
  if (!context) throw new Error("This browser cannot draw on a 2D canvas: use another, or allow it canvas access.");
  return { picture, context };
}
