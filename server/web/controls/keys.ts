/** Which key does what. */

/** Held down: what a player steers and does with. */
export type HeldAction = "up" | "down" | "left" | "right" | "split" | "eject" | "lock";
/** Done once: what the page itself answers. */
export type OnceAction = "chat" | "menu" | "leader" | "next" | "free" | "overlay";

/** "arrows": W ejects, as players of such games know it. "letters": W, A, S and D steer beside the arrows. */
export type KeyScheme = "arrows" | "letters";

const HELD: Readonly<Record<string, HeldAction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Space: "split",
  KeyE: "eject",
  KeyF: "lock",
};
const LETTERS: Readonly<Record<string, HeldAction>> = { KeyW: "up", KeyA: "left", KeyS: "down", KeyD: "right" };
const ONCE: Readonly<Record<string, OnceAction>> = {
  Enter: "chat",
  NumpadEnter: "chat",
  Escape: "menu",
  Digit1: "leader",
  Digit2: "next",
  Digit3: "free",
};

/** What holding a key does. `code` is the key's place (as KeyboardEvent.code), `key` what it writes. */
export function heldActionOf(code: string, key: string, scheme: KeyScheme): HeldAction | undefined {
  if (scheme === "letters") return LETTERS[code] ?? HELD[code];
  // By its place or by its letter, so that it is found on every layout.
  if (code === "KeyW" || key.toLowerCase() === "w") return "eject";
  return HELD[code];
}

export function onceActionOf(code: string, scheme: KeyScheme): OnceAction | undefined {
  // Where D steers, the menu alone opens the overlay.
  if (code === "KeyD" && scheme === "arrows") return "overlay";
  return ONCE[code];
}

/** The direction of the keys that are held, a unit vector; (0, 0) for none, or for opposite ones. */
export function directionOf(held: ReadonlySet<HeldAction>): { x: number; y: number } {
  const x = Number(held.has("right")) - Number(held.has("left"));
  const y = Number(held.has("down")) - Number(held.has("up"));
  const length = Math.hypot(x, y) || 1;
  return { x: x / length, y: y / length };
}
