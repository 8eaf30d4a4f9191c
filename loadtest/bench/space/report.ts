/** The rows and figures as tables, aligned for a terminal and as Markdown at once. */
import { cpus } from "node:os";
import process from "node:process";
import { table } from "../table.ts";
import { bestPeer, defaultRow, type Figure, figuresOf, isAimMet, isMet, verdictOf } from "./figures.ts";
import type { Row } from "./measure.ts";
import { RAY_COUNT } from "./ray-lane.ts";
import { leftOutOf, SCENE_NAMES } from "./scene-catalog.ts";

const MS_PER_SECOND = 1000;

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(3) : value.toFixed(1);
}

function times(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ×`;
}

/** The competitors of one scene, the fastest first, each with its time over that of the default algorithm. */
export function sceneTable(scene: string, rows: readonly Row[]): string {
  const of = rows.filter((row) => row.scene === scene);
  const own = defaultRow(rows, scene);
  const best = bestPeer(rows, scene);
  const body = of
    .toSorted((a, b) => a.median_ms - b.median_ms)
    .map((row) => [
      `${row.name}${row.default ? " (default)" : ""}${row === best ? " (best peer)" : ""}`,
      row.ours ? "ours" : "peer",
      milliseconds(row.median_ms),
      milliseconds(row.mean_ms),
      milliseconds(row.p95_ms),
      String(row.pairs),
      row.exact ? "yes" : "wrong",
      row.exact && own !== undefined ? times(row.median_ms / own.median_ms) : "",
    ]);
  const head = [scene, "whose", "median ms", "mean ms", "p95 ms", "found", "exact", "to the default"];
  return table(head, body);
}

export function figureTable(figures: readonly Figure[]): string {
  const bound = ({ isLimit }: Figure, value: number) => (isLimit ? `≤ ${times(value)}` : times(value));
  const body = figures.map((figure) => [
    figure.what,
    figure.against,
    times(figure.value),
    figure.byMean === undefined ? "" : times(figure.byMean),
    bound(figure, figure.atLeast),
    bound(figure, figure.aim),
    isAimMet(figure) ? "aim" : isMet(figure) ? "yes" : "no",
  ]);
  return table(["figure", "against", "measured", "by means", "at least", "aim", "met"], body);
}

/** Rays a second, which the scene's rows give by the tick. */
function rayLines(rows: readonly Row[]): string {
  return rows
    .filter(({ scene }) => scene.endsWith("-rays"))
    .toSorted((a, b) => a.median_ms - b.median_ms)
    .map(({ name, median_ms, exact }) => {
      const perSecond = Math.round((RAY_COUNT / median_ms) * MS_PER_SECOND);
      return `- ${name}: ${perSecond.toLocaleString("en-US")} ray casts a second${exact ? "" : " (wrong)"}`;
    })
    .join("\n");
}

function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? "unknown processor"}, Node ${process.versions.node}`;
}

/** Figures, rays and verdict: what is printed after the scenes. */
export function conclusion(rows: readonly Row[]): string {
  const figures = figuresOf(rows);
  const parts = [rayLines(rows), figures.length > 0 ? figureTable(figures) : "", verdictOf(figures)];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Of a run of all scenes. */
export function markdownReport(rows: readonly Row[]): string {
  return `${[
    "# npm run bench:space",
    `Measured on ${machine()}. Times are those of one tick: from positions to every pair, filters on, narrow phase off; in \`-views\` the structure, 500 queries, and the lists of what entered and left; in \`-rays\` ${RAY_COUNT} casts; in \`-nearest\` 1000 queries.`,
    conclusion(rows),
    ...SCENE_NAMES.flatMap((scene) => [sceneTable(scene, rows), ...leftOutOf(scene)]),
  ].join("\n\n")}\n`;
}

export function jsonReport(rows: readonly Row[]): string {
  const figures = figuresOf(rows).map((figure) => ({ ...figure, met: isMet(figure), aimMet: isAimMet(figure) }));
  return `${JSON.stringify({ machine: machine(), figures, rows }, null, 2)}\n`;
}
