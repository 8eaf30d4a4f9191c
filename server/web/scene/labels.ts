/** Names and masses as pictures, drawn once for each size and used in every frame: stroking text is slow. */
import type { Palette } from "./palette.ts";
import { createPicture } from "./picture.ts";

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** Heights of letters (pixels) at which labels are drawn. */
const SIZES = [12, 18, 27, 40, 60, 90, 140];
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

export interface LabelPlace {
  x: number;
  y: number;
  fontSize: number;
  maxWidth: number;
}

export interface Labels {
  /**
   * Draws `text` around (x, y) with letters of `fontSize`, or smaller ones to fit into `maxWidth`, all in the units of the context's
   * transform, of which one makes `scale` pixels of the canvas.
   */
  draw(context: CanvasRenderingContext2D, text: string, place: LabelPlace, scale: number): void;
}

export function createLabels(palette: Palette): Labels {
  const labels = new Map<string, Label>();

  function labelOf(text: string, pixels: number): Label {
    const size = SIZES.find((candidate) => candidate >= pixels) ?? SIZES[SIZES.length - 1];
    const key = `${size} ${text}`;
    let label = labels.get(key);
    if (!label) {
      if (labels.size >= MOST_LABELS) labels.clear();
      label = { picture: paint(palette, text, size), size };
      labels.set(key, label);
    }
    return label;
  }

  return {
    draw(context, text, { x, y, fontSize, maxWidth }, scale) {
      const { picture, size } = labelOf(text, fontSize * scale);
      const share = Math.min(fontSize / size, maxWidth / picture.width);
      const width = picture.width * share;
      const height = picture.height * share;
      context.drawImage(picture, x - width / 2, y - height / 2, width, height);
    },
  };
}

function paint(palette: Palette, text: string, size: number): HTMLCanvasElement {
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
