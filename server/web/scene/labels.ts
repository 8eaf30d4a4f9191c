/**
 * Names and masses as pictures, drawn once for each size and used in every frame: stroking text is slow. Masses change all the
 * time, so they are put together from pictures of digits.
 */
import type { Palette } from "./palette.ts";
import { contextOf, type Picture, paintPicture } from "./picture.ts";

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** Heights of letters (pixels) at which labels are drawn. */
const SIZES = [12, 18, 27, 40, 60, 90, 140];
/** Width of the dark edge around letters, as a share of their height; and the room that a label's picture leaves around them. */
const EDGE_SHARE = 0.16;
const MARGIN_SHARE = 0.35;
/** Distance between two digits, as a share of their height. */
const DIGIT_STEP = 0.68;
/** With more labels than this, all are forgotten and drawn again as needed: names and masses come and go. */
const MOST_LABELS = 400;

const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface Label {
  picture: Picture;
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
  /** The same for a number from 0 on, rounded; `maxWidth` is kept to by digits all as wide as they are high. */
  drawNumber(context: CanvasRenderingContext2D, number: number, place: LabelPlace, scale: number): void;
}

export function createLabels(palette: Palette): Labels {
  const labels = new Map<string, Label>();
  const ruler = contextOf(new OffscreenCanvas(1, 1));

  function labelOf(text: string, pixels: number): Label {
    const size = SIZES.find((candidate) => candidate >= pixels) ?? SIZES[SIZES.length - 1];
    const key = `${size} ${text}`;
    let label = labels.get(key);
    if (!label) {
      if (labels.size >= MOST_LABELS) labels.clear();
      label = { picture: paint(palette, text, size, ruler), size };
      labels.set(key, label);
    }
    return label;
  }

  return {
    drawNumber(context, number, { x, y, fontSize, maxWidth }, scale) {
      let rest = Math.round(number);
      const count = rest < 10 ? 1 : Math.floor(Math.log10(rest)) + 1;
      const height = Math.min(fontSize, maxWidth / count);
      const step = height * DIGIT_STEP;
      // From the last digit to the first.
      let middle = x + (step * (count - 1)) / 2;
      for (let i = 0; i < count; i++) {
        const { picture, size } = labelOf(DIGITS[rest % 10], height * scale);
        const share = height / size;
        const width = picture.width * share;
        context.drawImage(picture, middle - width / 2, y - (picture.height * share) / 2, width, picture.height * share);
        rest = Math.floor(rest / 10);
        middle -= step;
      }
    },
    draw(context, text, { x, y, fontSize, maxWidth }, scale) {
      const { picture, size } = labelOf(text, fontSize * scale);
      const share = Math.min(fontSize / size, maxWidth / picture.width);
      const width = picture.width * share;
      const height = picture.height * share;
      context.drawImage(picture, x - width / 2, y - height / 2, width, height);
    },
  };
}

function paint(palette: Palette, text: string, size: number, ruler: OffscreenCanvasRenderingContext2D): Picture {
  const font = `600 ${size}px ${FONT}`;
  ruler.font = font;
  const margin = size * MARGIN_SHARE;
  const width = Math.ceil(ruler.measureText(text).width + margin);
  const height = Math.ceil(size + 2 * margin);
  return paintPicture(width, height, (context) => {
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = size * EDGE_SHARE;
    context.strokeStyle = palette.textEdge;
    context.strokeText(text, width / 2, height / 2);
    context.fillStyle = palette.text;
    context.fillText(text, width / 2, height / 2);
  });
}
