import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, parseSettings, type Settings, SettingsError, settingRows } from "./settings.ts";

function refusal(given: Record<string, unknown>): SettingsError {
  try {
    parseSettings(given);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(given)} was accepted`);
}

const numbers = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) => (typeof value === "number" ? [name] : []));

describe("parseSettings", () => {
  it("fills in the defaults", () => {
    expect(parseSettings({ bots: 3 })).toEqual({ ...DEFAULT_SETTINGS, bots: 3 });
  });

  it.each(numbers)("refuses %s when it is no number that is allowed, by name and value", (name) => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1e9, 1e12, "7", null]) {
      const error = refusal({ [name]: value });
      expect(error.setting).toBe(name);
      expect(error.message).toContain(`${name} = ${value ?? DEFAULT_SETTINGS[name as keyof Settings]}`);
      expect(error.reason).not.toBe("");
    }
  });

  it.each([
    [{ minRadius: 2000 }, "minRadius", "maxRadius = 1500"],
    [{ startRadius: 1600 }, "startRadius", "maxRadius = 1500"],
    [{ splitMinRadius: 1600 }, "splitMinRadius", "maxRadius = 1500"],
    [{ ejectaRadius: 44 }, "ejectaRadius", "ejectLossRadius = 43"],
    [{ ejectMinRadius: 43 }, "ejectLossRadius", "ejectMinRadius = 43"],
    [{ virusLimit: 10 }, "viruses", "virusLimit = 10"],
    [{ motherCellMaxRadius: 100 }, "motherCellRadius", "motherCellMaxRadius = 100"],
    [{ pelletRadius: 30 }, "pelletRadius", "pelletMaxRadius = 20"],
    [{ worldSize: 1000, startRadius: 300 }, "startRadius", "worldSize = 1000"],
    [{ motherCells: 1000, motherCellPellets: 1000 }, "cellLimit", "bodies"],
  ])("refuses %o: one is at odds with another", (given, name, reason) => {
    const error = refusal(given);
    expect(error.setting).toBe(name);
    expect(error.message).toContain(reason);
  });

  it("refuses what is no setting, by name", () => {
    expect(refusal({ pelets: 3 }).message).toContain("pelets");
  });

  it("gives numbers alone, all finite, for whatever it accepts", () => {
    const anything = fc.dictionary(fc.constantFrom(...numbers), fc.double());
    fc.assert(
      fc.property(anything, (given) => {
        let settings: Settings;
        try {
          settings = parseSettings(given);
        } catch (error) {
          return error instanceof SettingsError;
        }
        return numbers.every((name) => Number.isFinite(settings[name as keyof Settings] as number));
      }),
    );
  });
});

describe("settingRows", () => {
  it("tell of every setting its default, limits and meaning", () => {
    const rows = settingRows();
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(DEFAULT_SETTINGS));
    for (const row of rows) {
      expect(row.description, row.name).toMatch(/\.$/);
      expect(row.limits, row.name).not.toBe("");
      expect(row.default).toBe(String(DEFAULT_SETTINGS[row.name as keyof Settings]));
    }
  });
});
