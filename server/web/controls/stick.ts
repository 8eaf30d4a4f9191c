/** A stick under the finger: it stands where the finger came down, and steers by how far the finger has moved from there. */

/** A finger this far from where it came down (CSS pixels) steers with full speed, however large the cells are. */
const FULL_PIXELS = 64;
/** Nearer than this it does not steer: a tap is no turn. */
const DEAD_PIXELS = 6;

export interface Stick {
  /** Where it is pushed to, at most 1 long. It stays when the finger is lifted: cells swim on. */
  readonly direction: { x: number; y: number };
}

/**
 * @param surface where fingers steer
 * @param ring drawn around where the finger came down, and `knob` where it is
 * @param onSteer called whenever a finger steers
 */
export function listenToStick(surface: HTMLElement, ring: HTMLElement, knob: HTMLElement, onSteer: () => void): Stick {
  const direction = { x: 0, y: 0 };
  let finger: number | undefined;
  let startX = 0;
  let startY = 0;

  surface.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || finger !== undefined) return;
    finger = event.pointerId;
    surface.setPointerCapture(finger);
    startX = event.clientX;
    startY = event.clientY;
    ring.style.transform = `translate(${startX}px, ${startY}px)`;
    knob.style.transform = "none";
    ring.classList.add("shown");
  });
  surface.addEventListener("pointermove", (event) => {
    if (event.pointerId !== finger) return;
    const x = event.clientX - startX;
    const y = event.clientY - startY;
    const length = Math.hypot(x, y);
    if (length < DEAD_PIXELS) return;
    const share = 1 / Math.max(length, FULL_PIXELS);
    direction.x = x * share;
    direction.y = y * share;
    knob.style.transform = `translate(${direction.x * FULL_PIXELS}px, ${direction.y * FULL_PIXELS}px)`;
    onSteer();
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    surface.addEventListener(end, (event) => {
      if (event.pointerId !== finger) return;
      finger = undefined;
      ring.classList.remove("shown");
    });
  }
  return { direction };
}
