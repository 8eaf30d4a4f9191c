/** A canvas of its own to draw on, in pixels. Throws when the browser has no 2D canvas. */
export function createPicture(
  width: number,
  height: number,
): { picture: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const picture = document.createElement("canvas");
  picture.width = width;
  picture.height = height;
  return { picture, context: contextOf(picture) };
}

export function contextOf(
  canvas: HTMLCanvasElement,
  options?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", options);
  if (!context) throw new Error("This browser cannot draw on a 2D canvas: use another, or allow it canvas access.");
  return context;
}
