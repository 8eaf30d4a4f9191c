import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrastOf, GRAPHICS_CONTRAST, mix, type Rgb } from "./contrast.ts";
import { createPalette, type Palette } from "./palette.ts";

/** What text needs (WCAG 1.4.3, level AA). */
const TEXT_CONTRAST = 4.5;

interface Color {
  rgb: Rgb;
  opacity: number;
}

function parse(text: string): Color {
  const hex = /^#(..)(..)(..)$/.exec(text);
  if (hex) return { rgb: toRgb(hex.slice(1).map((part) => Number.parseInt(part, 16))), opacity: 1 };
  const [, parts, percent] = /^rgb\(([\d ]+?)(?: \/ ([\d.]+)%)?\)$/.exec(text) ?? [];
  if (parts === undefined) throw new Error(`not a colour that this test can read: ${text}`);
  return { rgb: toRgb(parts.split(" ").map(Number)), opacity: percent === undefined ? 1 : Number(percent) / 100 };
}

function toRgb([red, green, blue]: number[]): Rgb {
  return [red, green, blue];
}

/** The colour on what is below it. */
function on(below: Rgb, { rgb, opacity }: Color): Rgb {
  return mix(below, rgb, opacity);
}

/** The custom properties of a style sheet that have a light and a dark colour. */
function tokensOf(file: string): Map<string, { light: string; dark: string }> {
  const css = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  const found = css.matchAll(/--([\w-]+): light-dark\((#\w+|rgb\([^)]*\)), (#\w+|rgb\([^)]*\))\);/g);
  return new Map([...found].map(([, name, light, dark]) => [name, { light, dark }]));
}

const tokens = new Map([...tokensOf("style.css"), ...tokensOf("overlay.css")]);

test("black on white, the same twice, and the ratio of a known pair", () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrastOf([9, 99, 199], [9, 99, 199])).toBe(1);
  expect(contrastOf([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

const THEMES = ["light", "dark"] as const;
const WISHES = [
  { colors: true, colorBlind: false },
  { colors: true, colorBlind: true },
  { colors: false, colorBlind: false },
];
const LOOKS = THEMES.flatMap((theme) => WISHES.map((wish) => ({ theme, ...wish })));

describe.each(THEMES)("the page when it is %s", (theme) => {
  const token = (name: string): Color => {
    const pair = tokens.get(name);
    if (!pair) throw new Error(`no colour --${name} in the style sheets`);
    return parse(pair[theme]);
  };
  const solid = (name: string) => token(name).rgb;
  const surfaces = ["ground", "card", "sunk"];
  const written = ["text", "quiet", "accent", "bad"];
  const seen = [...tokens.keys()].filter((name) => /^(see|phase)-/.test(name));

  test.each(written.flatMap((text) => surfaces.map((surface) => [text, surface])))("%s on %s", (text, surface) => {
    expect(contrastOf(solid(text), solid(surface))).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  test("what is written on buttons of the accent colour", () => {
    expect(contrastOf(solid("on-accent"), solid("accent"))).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  test.each(surfaces)("edges of controls, and of what has the focus, on %s", (surface) => {
    for (const edge of ["control", "accent"]) {
      expect(contrastOf(solid(edge), solid(surface))).toBeGreaterThanOrEqual(GRAPHICS_CONTRAST);
    }
  });

  test.each(written)("%s on a panel, whatever is below it", (text) => {
    for (const wish of WISHES) {
      const palette = createPalette({ isLight: theme === "light", ...wish });
      const below = [palette.ground, palette.outside, palette.own, palette.virus.fill, palette.motherCell.fill];
      for (const fill of [...below, ...palette.cells.map((paint) => paint.fill)]) {
        const panel = on(parse(fill).rgb, token("panel"));
        expect(contrastOf(solid(text), panel)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    }
  });

  test.each(seen)("%s in drawings and graphs", (name) => {
    for (const surface of surfaces) {
      expect(contrastOf(solid(name), solid(surface))).toBeGreaterThanOrEqual(GRAPHICS_CONTRAST);
    }
  });
});

describe.each(LOOKS)("the arena, $theme, colours $colors, colour-blind $colorBlind", ({ theme, ...wish }) => {
  const palette: Palette = createPalette({ isLight: theme === "light", ...wish });
  const ground = parse(palette.ground).rgb;

  test("names on cells have an edge that they are read against", () => {
    for (const { fill } of [...palette.cells, palette.virus]) {
      const edge = on(parse(fill).rgb, parse(palette.textEdge));
      expect(contrastOf(parse(palette.text).rgb, edge)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });

  test("cells, pellets, viruses and the border stand out from the ground", () => {
    const graphics = [
      palette.own,
      palette.border,
      palette.virus.edge,
      palette.motherCell.edge,
      ...palette.cells.map(({ edge }) => edge),
      ...palette.pellets.map(({ fill }) => fill),
    ];
    for (const color of graphics) {
      expect(contrastOf(on(ground, parse(color)), ground), color).toBeGreaterThanOrEqual(GRAPHICS_CONTRAST - 0.02);
    }
  });
});
