/** What the player's hands do: mouse or finger steers, space or a button splits, W or a button ejects. */

export interface Controls {
  /** Where to steer, in CSS pixels of the window. */
  readonly pointer: { x: number; y: number };
  /**
   * Which buttons count as down now. A press shorter than the time between two calls still counts, once, in the next one.
   */
  read(): { split: boolean; eject: boolean };
}

export interface ControlElements {
  canvas: HTMLElement;
  splitButton: HTMLElement;
  ejectButton: HTMLElement;
}

export function listenToControls({ canvas, splitButton, ejectButton }: ControlElements): Controls {
  const pointer = { x: innerWidth / 2, y: innerHeight / 2 };
  const split = createButton();
  const eject = createButton();

  // A mouse steers wherever it is, over the panels too; a finger only from the arena, so that the buttons leave the course alone.
  addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") steer(event);
  });
  canvas.addEventListener("pointerdown", steer);
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") steer(event);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  addEventListener("keydown", (event) => {
    const button = buttonOf(event);
    if (!button || isTyping(event)) return;
    event.preventDefault();
    if (!event.repeat) button.press();
  });
  addEventListener("keyup", (event) => buttonOf(event)?.release());
  // Keys released while another window has the focus are never heard of.
  addEventListener("blur", () => {
    split.release();
    eject.release();
  });
  listenToTouchButton(splitButton, split);
  listenToTouchButton(ejectButton, eject);

  function steer(event: PointerEvent): void {
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  }

  function buttonOf(event: KeyboardEvent): Button | undefined {
    if (event.code === "Space") return split;
    // By its place or by its letter, so that it is found on every layout.
    return event.code === "KeyW" || event.key.toLowerCase() === "w" ? eject : undefined;
  }

  return { pointer, read: () => ({ split: split.read(), eject: eject.read() }) };
}

interface Button {
  press(): void;
  release(): void;
  read(): boolean;
}

function createButton(): Button {
  let isDown = false;
  let wasPressed = false;
  return {
    press() {
      isDown = true;
      wasPressed = true;
    },
    release() {
      isDown = false;
    },
    read() {
      const result = isDown || wasPressed;
      wasPressed = false;
      return result;
    },
  };
}

function listenToTouchButton(element: HTMLElement, button: Button): void {
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    element.classList.add("held");
    button.press();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(end, () => {
      element.classList.remove("held");
      button.release();
    });
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Keys belong to a field or a button that has the focus. */
function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement;
}
