/** What the player's hands do: mouse, keys or a finger steer; keys and buttons on the screen split, eject and keep the line. */
import { createButton, listenToScreenButton } from "./button.ts";
import { directionOf, type HeldAction, heldActionOf, type KeyScheme, type OnceAction, onceActionOf } from "./keys.ts";
import { listenToStick } from "./stick.ts";

/** What steers at the moment: whichever was used last. */
export type Steering =
  /** To this point of the window, in CSS pixels. */
  | { by: "mouse"; x: number; y: number }
  /** In this direction, with a length of 1 at most; (0, 0) is to stay. */
  | { by: "direction"; x: number; y: number };

export interface Controls {
  steering(): Steering;
  /** Which buttons count as down now; see Button.read(). */
  read(): { split: boolean; eject: boolean; lock: boolean };
}

export interface ControlElements {
  canvas: HTMLElement;
  splitButton: HTMLElement;
  ejectButton: HTMLElement;
  stickRing: HTMLElement;
  stickKnob: HTMLElement;
}

export interface ControlOptions {
  keyScheme(): KeyScheme;
  /** Whether keys are the game's now, and not the menu's. */
  isPlaying(): boolean;
  /** @returns whether the action was of use; else the key is left to the browser */
  onAction(action: OnceAction): boolean;
  /** A split or an ejection was asked for: read() has it already. */
  onPress(): void;
}

export function listenToControls(elements: ControlElements, options: ControlOptions): Controls {
  const { canvas } = elements;
  const pointer = { x: innerWidth / 2, y: innerHeight / 2 };
  const held = new Set<HeldAction>();
  const split = createButton(options.onPress);
  const eject = createButton(options.onPress);
  let by: "mouse" | "keys" | "stick" = "mouse";
  const stick = listenToStick(canvas, elements.stickRing, elements.stickKnob, () => {
    by = "stick";
  });

  // A mouse steers wherever it is, over the panels too; a finger only from the arena, so that the buttons leave the course alone.
  addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    by = "mouse";
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    const once = event.repeat ? undefined : onceActionOf(event.code, options.keyScheme());
    if (once && options.onAction(once)) {
      event.preventDefault();
      return;
    }
    const action = heldActionOf(event.code, event.key, options.keyScheme());
    if (!action || !options.isPlaying()) return;
    event.preventDefault();
    if (event.repeat) return;
    held.add(action);
    if (action === "split") split.press();
    else if (action === "eject") eject.press();
    else if (action !== "lock") by = "keys";
  });
  addEventListener("keyup", (event) => release(heldActionOf(event.code, event.key, options.keyScheme())));
  // Keys released while another window has the focus are never heard of.
  addEventListener("blur", () => {
    for (const action of held) release(action);
  });
  listenToScreenButton(elements.splitButton, split);
  listenToScreenButton(elements.ejectButton, eject);

  function release(action: HeldAction | undefined): void {
    if (!action) return;
    held.delete(action);
    if (action === "split") split.release();
    if (action === "eject") eject.release();
  }

  return {
    steering() {
      if (by === "mouse") return { by, ...pointer };
      return { by: "direction", ...(by === "keys" ? directionOf(held) : stick.direction) };
    },
    read: () => ({ split: split.read(), eject: eject.read(), lock: held.has("lock") }),
  };
}

/** Keys belong to a field or a dialog that has the focus, those that press to a button, and to the browser with its modifiers. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (!(event.target instanceof Element)) return false;
  if (event.target.closest("input, select, textarea, dialog")) return true;
  return (event.code === "Space" || event.code === "Enter") && event.target.closest("button, a, summary") !== null;
}
