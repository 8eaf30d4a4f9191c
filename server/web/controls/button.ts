/** A button of the game, on the keyboard, the mouse or the screen. */
export interface Button {
  press(): void;
  release(): void;
  /** Whether it counts as down now. A press shorter than the time between two calls still counts, once, in the next one. */
  read(): boolean;
}

/** @param onPress called with each press, once the button counts as down */
export function createButton(onPress: () => void = () => {}): Button {
  let isDown = false;
  let wasPressed = false;
  return {
    press() {
      isDown = true;
      wasPressed = true;
      onPress();
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

/** Lets a finger on `element` hold `button`. */
export function listenToScreenButton(element: HTMLElement, button: Button): void {
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
