/**
 * Pictures drawn once and used in every frame: stroking spikes and filling hundreds of small circles anew for each frame is
 * what a canvas without a graphics card is slowest at. A picture is drawn large and scaled down.
 */
import type { Paint, Palette } from "./palette.ts";
import { createPainter, type Picture, paintPicture } from "./picture.ts";

/** Side of a pellet's picture in pixels, and the radius of its glow as a multiple of the pellet's. */
const PELLET_PIXELS = 48;
const GLOW_RATIO = 1.9;
/** Side of the pictures of what has spikes, in pixels; how many spikes, and how deep as a share of the radius. */
const SPIKY_PIXELS = 384;
const VIRUS_SPIKES = 30;
const MOTHER_SPIKES = 44;
const SPIKE_DEPTH = 0.1;
/** Small cells are pictures too: side in pixels, and up to which radius (pixels of the canvas) they look well. */
const DISC_PIXELS = 64;
export const DISC_MOST_PIXELS = 24;

export interface Sprites {
  /** Each draws a body of `radius` around (x, y), in the units of the context's transform. */
  drawPellet(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: number): void;
  drawDisc(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: number): void;
  drawVirus(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void;
  drawMotherCell(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void;
}

export function createSprites(palette: Palette, hasGlow: boolean): Sprites {
  // Each is painted when it is first needed: all at once would hold up the page's first picture.
  const pellets: Picture[] = [];
  const discs: Picture[] = [];
  let virus: Picture | undefined;
  let motherCell: Picture | undefined;
  const paintPellet = createPelletPainter(hasGlow);
  const paintDisc = createDiscPainter();
  const pelletReach = hasGlow ? GLOW_RATIO : 1;
  const spikyReach = 1 + SPIKE_DEPTH / 2;

  return {
    drawPellet(context, x, y, radius, color) {
      pellets[color] ??= paintPellet(palette.pellets[color]);
      stamp(context, pellets[color], x, y, radius * pelletReach);
    },
    drawDisc(context, x, y, radius, color) {
      discs[color] ??= paintDisc(palette.cells[color]);
      stamp(context, discs[color], x, y, radius);
    },
    drawVirus(context, x, y, radius) {
      virus ??= paintSpiky(palette.virus, VIRUS_SPIKES);
      stamp(context, virus, x, y, radius * spikyReach);
    },
    drawMotherCell(context, x, y, radius) {
      motherCell ??= paintSpiky(palette.motherCell, MOTHER_SPIKES);
      stamp(context, motherCell, x, y, radius * spikyReach);
    },
  };
}

function stamp(context: CanvasRenderingContext2D, picture: Picture, x: number, y: number, reach: number): void {
  context.drawImage(picture, x - reach, y - reach, reach * 2, reach * 2);
}

function createPelletPainter(hasGlow: boolean): (paint: Paint) => Picture {
  const middle = PELLET_PIXELS / 2;
  const onPicture = createPainter(PELLET_PIXELS, PELLET_PIXELS);
  return ({ fill, edge }) =>
    onPicture((context) => {
      if (hasGlow) {
        fillCircle(context, edge, middle, middle);
        // Takes the glow's opacity down toward its rim, and leaves its colour as it is.
        const fading = context.createRadialGradient(middle, middle, middle / GLOW_RATIO, middle, middle, middle);
        fading.addColorStop(0, "rgb(0 0 0 / 100%)");
        fading.addColorStop(1, "rgb(0 0 0 / 0%)");
        context.globalCompositeOperation = "destination-in";
        fillCircle(context, fading, middle, middle);
        context.globalCompositeOperation = "source-over";
      }
      fillCircle(context, fill, middle, hasGlow ? middle / GLOW_RATIO : middle);
    });
}

function createDiscPainter(): (paint: Paint) => Picture {
  const middle = DISC_PIXELS / 2;
  const onPicture = createPainter(DISC_PIXELS, DISC_PIXELS);
  return ({ fill, edge }) =>
    onPicture((context) => {
      fillCircle(context, edge, middle, middle);
      fillCircle(context, fill, middle, middle * 0.86);
    });
}

function fillCircle(
  context: OffscreenCanvasRenderingContext2D,
  style: string | CanvasGradient,
  middle: number,
  radius: number,
): void {
  context.fillStyle = style;
  context.beginPath();
  context.arc(middle, middle, radius, 0, 2 * Math.PI);
  context.fill();
}

function paintSpiky({ fill, edge }: Paint, spikes: number): Picture {
  const middle = SPIKY_PIXELS / 2;
  const line = middle * 0.05;
  const outer = middle - line;
  const inner = outer * (1 - SPIKE_DEPTH);
  return paintPicture(SPIKY_PIXELS, SPIKY_PIXELS, (context) => {
    context.beginPath();
    for (let corner = 0; corner < spikes * 2; corner++) {
      const angle = (corner * Math.PI) / spikes;
      const radius = corner % 2 === 0 ? outer : inner;
      context.lineTo(middle + radius * Math.cos(angle), middle + radius * Math.sin(angle));
    }
    context.closePath();
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = line * 1.6;
    context.lineJoin = "round";
    context.strokeStyle = edge;
    context.stroke();
  });
}
