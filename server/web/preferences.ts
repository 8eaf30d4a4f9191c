/** What the visitor has set for this page: how it looks and sounds, and which keys steer. */
import { createStored, type Stored } from "./stored.ts";

export interface Preferences {
  theme: string;
  /** "auto" lowers the resolution when frames come late. */
  quality: string;
  /** Which keys steer beside the arrows: none, so that W ejects, or W, A, S and D. */
  keys: string;
  names: boolean;
  mass: boolean;
  colors: boolean;
  skins: boolean;
  /** Few colours that are told apart with any kind of colour vision. */
  colorBlind: boolean;
  sound: boolean;
  chat: boolean;
}

/** The key under which the browser keeps them; theme.ts reads it too, before anything is painted. */
export const PREFERENCES_KEY = "krill.preferences";

export const DEFAULT_PREFERENCES: Preferences = {
  theme: "system",
  quality: "auto",
  keys: "arrows",
  names: true,
  mass: true,
  colors: true,
  skins: true,
  colorBlind: false,
  sound: true,
  chat: true,
};

/** What the fields that are words may be. */
export const CHOICES: Readonly<Partial<Record<keyof Preferences, readonly string[]>>> = {
  theme: ["system", "dark", "light"],
  quality: ["auto", "high", "low"],
  keys: ["arrows", "letters"],
};

export function createPreferences(storage?: () => Pick<Storage, "getItem" | "setItem">): Stored<Preferences> {
  return createStored(
    PREFERENCES_KEY,
    DEFAULT_PREFERENCES,
    (field, value) => CHOICES[field]?.includes(String(value)) ?? true,
    storage,
  );
}
