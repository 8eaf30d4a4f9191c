/** A new element with this class, and these children or this text. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Sets text only where it differs: screen readers and selections stay undisturbed. */
export function show(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The context of a canvas, fitted to its size on the page, with CSS pixels as units; cleared. */
export function fitted(canvas: HTMLCanvasElement): {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
} {
  const ratio = devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw on a 2D canvas: use another, or allow it canvas access.");
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting a canvas's size clears it and costs time, even when nothing changes.
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}
