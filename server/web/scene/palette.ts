/** The colours of the arena. Bodies take theirs from a circle of COLORS hues (see shared/state.ts). */
import { COLORS } from "../../../shared/state.ts";
import { mix, type Rgb, rgbOf, standOut } from "./contrast.ts";

export interface PaletteWish {
  isLight: boolean;
  /** Whether bodies have colours of their own. */
  colors: boolean;
  /** Few colours, of different lightness too, that are told apart with any kind of colour vision. */
  colorBlind: boolean;
}

export interface Palette {
  /** Beyond the world, and in it beyond what a mode has left. */
  outside: string;
  forbidden: string;
  ground: string;
  grid: string;
  border: string;
  text: string;
  textEdge: string;
  /** The edge of own cells. */
  own: string;
  virus: Paint;
  motherCell: Paint;
  pellets: readonly Paint[];
  cells: readonly Paint[];
}

export interface Paint {
  fill: string;
  /** The edge of a cell, or the glow of a pellet. */
  edge: string;
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const LIGHT_GROUND: Rgb = [246, 248, 252];
const DARK_GROUND: Rgb = [13, 19, 32];

/** The colours of Okabe and Ito, in the order of the hues that they stand for, from red on. */
const DISTINCT: readonly Rgb[] = [
  [213, 94, 0],
  [230, 159, 0],
  [240, 228, 66],
  [0, 158, 115],
  [86, 180, 233],
  [0, 114, 178],
  [179, 179, 179],
  [204, 121, 167],
];
const NEUTRAL_HUE = 220;
const NEUTRAL_SATURATION = 0.14;
/** Share of the edge's colour that is black or white, where colours are few. */
const DISTINCT_EDGE = 0.4;
/** Opacity of a pellet's glow. */
const GLOW = 0.36;

export function createPalette(wish: PaletteWish): Palette {
  const { isLight } = wish;
  const ground = isLight ? LIGHT_GROUND : DARK_GROUND;
  const away = isLight ? BLACK : WHITE;
  const clear = (color: Rgb) => standOut(color, ground, away);
  const hues = (saturation: number, lightness: number): Rgb[] =>
    Array.from({ length: COLORS }, (_, color) => {
      if (!wish.colors) return rgbOf(NEUTRAL_HUE, NEUTRAL_SATURATION, lightness);
      if (wish.colorBlind) return DISTINCT[Math.round((color * DISTINCT.length) / COLORS) % DISTINCT.length];
      return rgbOf((360 * color) / COLORS, saturation, lightness);
    });
  // A cell is as light as it likes: its edge is what stands out.
  const cellsOf = (saturation: number, lightness: number, edgeLightness: number): Paint[] => {
    const edges = hues(saturation, edgeLightness);
    return hues(saturation, lightness).map((fill, color) => {
      const edge = wish.colors && wish.colorBlind ? mix(fill, away, DISTINCT_EDGE) : edges[color];
      return { fill: css(fill), edge: css(clear(edge)) };
    });
  };
  const pelletsOf = (saturation: number, lightness: number): Paint[] =>
    hues(saturation, lightness).map((color) => ({ fill: css(clear(color)), edge: css(color, GLOW) }));
  return isLight
    ? {
        outside: "#d5dce8",
        forbidden: "rgb(190 60 30 / 22%)",
        ground: css(ground),
        grid: "rgb(40 64 110 / 9%)",
        border: "#c4431f",
        text: "#ffffff",
        textEdge: "rgb(16 24 44 / 82%)",
        own: "#14203a",
        virus: { fill: "#3fae49", edge: "#27752f" },
        motherCell: { fill: "#b05a8a", edge: "#7c3760" },
        pellets: pelletsOf(0.78, 0.5),
        cells: cellsOf(0.66, 0.54, 0.42),
      }
    : {
        outside: "#05070d",
        forbidden: "rgb(255 90 60 / 16%)",
        ground: css(ground),
        grid: "rgb(148 176 226 / 7%)",
        border: "rgb(255 122 89 / 70%)",
        text: "#ffffff",
        textEdge: "rgb(6 9 16 / 75%)",
        own: "#ffffff",
        virus: { fill: "#3ba849", edge: "#7fe08a" },
        motherCell: { fill: "#a8487c", edge: "#e58cbd" },
        pellets: pelletsOf(0.8, 0.66),
        cells: cellsOf(0.62, 0.5, 0.66),
      };
}

function css(color: Rgb, opacity = 1): string {
  const [red, green, blue] = color.map(Math.round);
  return opacity < 1 ? `rgb(${red} ${green} ${blue} / ${opacity * 100}%)` : `rgb(${red} ${green} ${blue})`;
}
