/** Something drawn once, to be used in many frames. */
export type Picture = ImageBitmap;

/**
 * A picture of so many pixels as `paint` draws it. As a bitmap it is a fixed image: a canvas drawn onto another would be looked
 * at anew each time, which takes several times as long.
 */
export function paintPicture(width: number, height: number, paint: Painting): Picture {
  return createPainter(width, height)(paint);
}

type Painting = (context: OffscreenCanvasRenderingContext2D) => void;

/** Paints any number of pictures of a size: with one canvas for all, each takes half of the time. */
export function createPainter(width: number, height: number): (paint: Painting) => Picture {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  return (paint) => {
    context.save();
    paint(context);
    context.restore();
    return canvas.transferToImageBitmap();
  };
}

/** The 2D context of a canvas. Throws when the browser has none. */
export function contextOf(
  canvas: HTMLCanvasElement,
  options?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D;
export function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D;
export function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas, options?: CanvasRenderingContext2DSettings) {
  const context = canvas.getContext("2d", options);
  if (!context) throw new Error("This browser cannot draw on a 2D canvas: use another, or allow it canvas access.");
  return context;
}
