/** The colours of the arena. Bodies take theirs from a circle of COLORS hues (see shared/state.ts). */
import { COLORS } from "../../../shared/state.ts";

export const palette = {
  outside: "#070a11",
  ground: "#0d1320",
  grid: "rgb(148 176 226 / 7%)",
  border: "rgb(255 122 89 / 70%)",
  text: "#ffffff",
  textEdge: "rgb(6 9 16 / 75%)",
  own: "#ffffff",
  pellets: hues(80, 66),
  pelletGlows: hues(80, 66, 18),
  cells: hues(62, 50),
  cellEdges: hues(70, 64),
} as const;

function hues(saturation: number, lightness: number, opacity = 100): readonly string[] {
  return Array.from(
    { length: COLORS },
    (_, color) => `hsl(${(360 * color) / COLORS}deg ${saturation}% ${lightness}% / ${opacity}%)`,
  );
}
