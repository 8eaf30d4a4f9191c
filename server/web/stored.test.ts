import { describe, expect, test } from "vitest";
import { createPreferences, DEFAULT_PREFERENCES, PREFERENCES_KEY } from "./preferences.ts";

function memory(kept?: string) {
  const items = new Map(kept === undefined ? [] : [[PREFERENCES_KEY, kept]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

describe("preferences", () => {
  test("are the defaults on a first visit", () => {
    expect(createPreferences(() => memory()).current).toEqual(DEFAULT_PREFERENCES);
  });
  test("are kept from one visit to the next", () => {
    const storage = memory();
    createPreferences(() => storage).set({ theme: "light", names: false });
    const { current } = createPreferences(() => storage);
    expect(current).toEqual({ ...DEFAULT_PREFERENCES, theme: "light", names: false });
  });
  test.each(["no JSON", "[]", "null", '"dark"', "7", '{"theme":"pink","names":"yes","quality":3,"other":1}'])(
    "what cannot be used is left out: %s",
    (kept) => {
      expect(createPreferences(() => memory(kept)).current).toEqual(DEFAULT_PREFERENCES);
    },
  );
  test("last as long as the page where the browser keeps nothing", () => {
    const preferences = createPreferences(() => {
      throw new Error("no storage");
    });
    preferences.set({ sound: false });
    expect(preferences.current.sound).toBe(false);
  });
  test("tell who listens", () => {
    const seen: boolean[] = [];
    const preferences = createPreferences(() => memory());
    preferences.onChange(({ mass }) => seen.push(mass));
    preferences.set({ mass: false });
    expect(seen).toEqual([false]);
  });
});
