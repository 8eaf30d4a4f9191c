/** The colours of the arena. Bodies take theirs from a circle of COLORS hues (see shared/state.ts). */
import { COLORS } from "../../../shared/state.ts";

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

/** The colours of Okabe and Ito, in the order of the hues that they stand for, from red on. */
const DISTINCT = ["#d55e00", "#e69f00", "#f0e442", "#009e73", "#56b4e9", "#0072b2", "#b3b3b3", "#cc79a7"];

export function createPalette(wish: PaletteWish): Palette {
  const { isLight } = wish;
  const hues = (saturation: number, lightness: number, edgeLightness: number, edgeOpacity = 100): Paint[] =>
    Array.from({ length: COLORS }, (_, color) => {
      if (!wish.colors) {
        const neutral = `hsl(220deg 14% ${lightness}%)`;
        return { fill: neutral, edge: `hsl(220deg 14% ${edgeLightness}% / ${edgeOpacity}%)` };
      }
      if (wish.colorBlind) {
        const fill = DISTINCT[Math.round((color * DISTINCT.length) / COLORS) % DISTINCT.length];
        return {
          fill,
          edge: `color-mix(in srgb, ${fill} ${edgeOpacity < 100 ? edgeOpacity : 60}%, ${edgeOf(isLight, edgeOpacity)})`,
        };
      }
      const hue = (360 * color) / COLORS;
      return {
        fill: `hsl(${hue}deg ${saturation}% ${lightness}%)`,
        edge: `hsl(${hue}deg ${saturation}% ${edgeLightness}% / ${edgeOpacity}%)`,
      };
    });
  return isLight
    ? {
        outside: "#d5dce8",
        forbidden: "rgb(190 60 30 / 22%)",
        ground: "#f6f8fc",
        grid: "rgb(40 64 110 / 9%)",
        border: "#c4431f",
        text: "#ffffff",
        textEdge: "rgb(16 24 44 / 82%)",
        own: "#14203a",
        virus: { fill: "#3fae49", edge: "#27752f" },
        motherCell: { fill: "#b05a8a", edge: "#7c3760" },
        pellets: hues(78, 50, 50, 34),
        cells: hues(66, 54, 42),
      }
    : {
        outside: "#05070d",
        forbidden: "rgb(255 90 60 / 16%)",
        ground: "#0d1320",
        grid: "rgb(148 176 226 / 7%)",
        border: "rgb(255 122 89 / 70%)",
        text: "#ffffff",
        textEdge: "rgb(6 9 16 / 75%)",
        own: "#ffffff",
        virus: { fill: "#3ba849", edge: "#7fe08a" },
        motherCell: { fill: "#a8487c", edge: "#e58cbd" },
        pellets: hues(80, 66, 66, 38),
        cells: hues(62, 50, 66),
      };
}

function edgeOf(isLight: boolean, opacity: number): string {
  if (opacity < 100) return "transparent";
  return isLight ? "#0b1220" : "#ffffff";
}
