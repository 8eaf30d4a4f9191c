import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputSchema, joinOptionsSchema, NAME_MAX_LENGTH, respawnSchema, spectateSchema } from "./messages.ts";
import { PROTOCOL_VERSION } from "./version.ts";

const INPUT = { x: 1, y: -2.5, split: false, eject: true };

/** The field of the first fault that `inputSchema` finds; undefined when it finds none. */
function wrongField(input: unknown): PropertyKey | undefined {
  const result = inputSchema.safeParse(input);
  return result.success ? undefined : (result.error.issues[0].path[0] ?? "the whole");
}

describe("joinOptionsSchema", () => {
  const nameOf = (name: unknown) => joinOptionsSchema.parse({ version: PROTOCOL_VERSION, name }).name;

  it("trims a name", () => {
    expect(nameOf("  Ann  ")).toBe("Ann");
  });

  it("takes an absent name for an empty one", () => {
    expect(nameOf(undefined)).toBe("");
  });

  it("drops what cannot be seen: control and format characters, lone surrogates", () => {
    expect(nameOf("A\u0000n\u202en\u200b\ud800")).toBe("Ann");
  });

  it("keeps letters of any script", () => {
    expect(nameOf("Ольга 海老 é")).toBe("Ольга 海老 é");
  });

  it("gives a name as all will see it: no blanks that show nothing, no towers of marks, single spaces", () => {
    expect(nameOf("\u3164 \u2800")).toBe("");
    expect(nameOf(`A\u3164  n\t n${"\u0301".repeat(9)}`)).toBe("A n \u0144\u0301\u0301");
    expect(nameOf("e\u0301".repeat(NAME_MAX_LENGTH))).toBe("\u00e9".repeat(NAME_MAX_LENGTH));
  });

  it("measures a name after trimming", () => {
    const longest = "n".repeat(NAME_MAX_LENGTH);
    expect(nameOf(`   ${longest}   `)).toBe(longest);
    expect(() => nameOf(`${longest}n`)).toThrow();
  });

  it("gives a name of allowed length without control characters, or refuses it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (name) => {
        const result = joinOptionsSchema.safeParse({ version: 1, name });
        if (!result.success) return;
        expect(result.data.name.length).toBeLessThanOrEqual(NAME_MAX_LENGTH);
        expect(result.data.name).not.toMatch(/\p{C}/u);
        expect(result.data.name).toBe(result.data.name.trim());
      }),
    );
  });

  it.each([[{}], [{ version: "1" }], [{ version: Number.NaN }], [null], [{ version: 1, name: 7 }]])(
    "refuses %j",
    (options) => {
      expect(joinOptionsSchema.safeParse(options).success).toBe(false);
    },
  );
});

describe("inputSchema", () => {
  it("takes a pointer and two buttons", () => {
    expect(inputSchema.parse(INPUT)).toEqual(INPUT);
  });

  it.each([
    ["x", { ...INPUT, x: Number.NaN }],
    ["x", { ...INPUT, x: Number.POSITIVE_INFINITY }],
    ["x", { ...INPUT, x: "1" }],
    ["y", { ...INPUT, y: -1_000_001 }],
    ["y", { x: 1, split: false, eject: false }],
    ["split", { ...INPUT, split: 1 }],
    ["eject", { ...INPUT, eject: null }],
    ["the whole", null],
    ["the whole", [1, 2]],
    ["the whole", "up"],
  ])("names %s as the fault of %j", (field, input) => {
    expect(wrongField(input)).toBe(field);
  });

  it("leaves out what it does not know", () => {
    expect(inputSchema.parse({ ...INPUT, speed: 1000 })).toEqual(INPUT);
  });
});

describe("respawnSchema", () => {
  it("needs no name", () => {
    expect(respawnSchema.parse({})).toEqual({});
  });

  it("holds a name to the same rule as joining does", () => {
    expect(respawnSchema.parse({ name: " Bo\u0007 " })).toEqual({ name: "Bo" });
    expect(respawnSchema.safeParse({ name: "n".repeat(NAME_MAX_LENGTH + 1) }).success).toBe(false);
    expect(respawnSchema.safeParse({ name: 5 }).success).toBe(false);
  });
});

describe("spectateSchema", () => {
  it.each(["leader", "free", 1, 65_535])("follows %j", (follow) => {
    expect(spectateSchema.parse({ follow })).toEqual({ follow });
  });

  it.each(["3", "player", null, undefined])("refuses to follow %j, and says what it would", (follow) => {
    const { issues } = spectateSchema.safeParse({ follow }).error ?? { issues: [] };
    expect(issues).toMatchObject([
      { path: ["follow"], message: expect.stringMatching(/"leader", "free".*1 to 65535/) },
    ]);
  });

  it.each([0, 65_536, 1.5])("refuses to follow the player %j", (follow) => {
    expect(spectateSchema.safeParse({ follow }).error?.issues[0]).toMatchObject({ path: ["follow"] });
  });
});
