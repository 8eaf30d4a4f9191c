import { describe, expect, it } from "vitest";
import { DEFAULT_MODE, isModeName, MODE_NAMES, MODES, settingsOf } from "./modes.ts";
import { DEFAULT_SETTINGS, SettingsError } from "./settings.ts";

describe("the catalog of modes", () => {
  it("knows its modes by name, and nothing else", () => {
    expect(isModeName(DEFAULT_MODE)).toBe(true);
    for (const name of ["", "chess", "toString", "__proto__", "Teams"]) expect(isModeName(name)).toBe(false);
  });

  it.each(MODE_NAMES)("%s tells people of itself in a sentence", (name) => {
    const { title, description } = MODES[name];
    expect(title).toMatch(/^[A-Z\d]/);
    expect(description).toMatch(/^[A-Z].*\.$/);
  });

  it.each(MODE_NAMES)("%s has settings that can be used, of which only its own differ from the defaults", (name) => {
    expect(settingsOf(name)).toEqual({ ...DEFAULT_SETTINGS, ...MODES[name].settings });
  });

  it("lets settings that were given win over the mode's own", () => {
    expect(settingsOf("big-64", { maxCells: 20 })).toMatchObject({ maxCells: 20, maxClients: 60 });
    expect(settingsOf("instant-merge", { mergeSeconds: undefined })).toMatchObject({ mergeSeconds: 0 });
    expect(() => settingsOf("teams", { pellets: -1 })).toThrow(SettingsError);
  });

  it.each(["big-64", "big-256"] as const)("%s has room for all cells of all its players", (name) => {
    const { maxCells, maxClients, bots, cellLimit } = settingsOf(name);
    expect(maxCells).toBe(Number(name.slice(4)));
    expect(cellLimit).toBe((maxClients + bots) * maxCells);
  });
});
