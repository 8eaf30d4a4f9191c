/** A chart over time, or over any other axis, as SVG: what it shows stands in its data, how it looks in page.css. */
import { escapeHtml } from "./escape.ts";

export interface Line {
  readonly name: string;
  /** One value for each place on the axis; undefined leaves a gap, Infinity is drawn at the upper edge. */
  readonly values: readonly (number | undefined)[];
}

export interface Chart {
  readonly title: string;
  /** What is shown, and how to read it: one sentence. */
  readonly note: string;
  /** The unit of the values, as in "ms". */
  readonly unit: string;
  readonly axis: Axis;
  readonly lines: readonly Line[];
  /** These are stacked, beneath the lines. */
  readonly areas?: readonly Line[];
  /** A limit that is drawn across. */
  readonly limit?: { readonly name: string; readonly value: number } | undefined;
}

export interface Axis {
  readonly places: readonly number[];
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  /** How the place under the pointer is called. */
  readonly name: (place: number) => string;
  /** Up to here the ground is shaded: the ramp. */
  readonly shadedTo?: number | undefined;
}

const WIDTH = 560;
const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 20;
const TOP = 8;
const BOTTOM = 24;
const GRID_STEPS = 4;

export function drawChart(chart: Chart): string {
  const { axis, limit } = chart;
  const stacked = stack(chart.areas ?? []);
  const drawn = [...chart.lines, ...stacked].flatMap(({ values }) => values);
  const finite = drawn.filter((value): value is number => value !== undefined && Number.isFinite(value));
  // A limit far above all that was measured would flatten it.
  const most = Math.max(0, ...finite);
  const highest = limit !== undefined && limit.value < 2 * most ? Math.max(most, limit.value) : most;
  const step = niceStep(highest / GRID_STEPS);
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9));
  const top = step * steps;
  const [first, last] = [axis.places[0] ?? 0, axis.places.at(-1) ?? 1];
  const x = (place: number) => LEFT + ((WIDTH - LEFT - RIGHT) * (place - first)) / (last - first || 1);
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.min(value, top) / top);

  const parts: string[] = [];
  if (axis.shadedTo !== undefined) {
    const width = Math.max(0, x(Math.min(axis.shadedTo, last)) - LEFT);
    parts.push(`<rect class="ramp" x="${LEFT}" y="${TOP}" width="${fixed(width)}" height="${HEIGHT - TOP - BOTTOM}"/>`);
  }
  for (let i = 0; i <= steps; i++) {
    const value = i * step;
    parts.push(
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fixed(y(value))}" y2="${fixed(y(value))}"/>`,
    );
    parts.push(`<text class="y" x="${LEFT - 6}" y="${fixed(y(value) + 4)}">${formatValue(value)}</text>`);
  }
  for (const { at, label } of axis.ticks) {
    parts.push(`<text class="x" x="${fixed(x(at))}" y="${HEIGHT - 6}">${escapeHtml(label)}</text>`);
  }
  stacked.forEach(({ values }, i) => {
    const below = stacked[i - 1]?.values;
    const upper = values.map((value, j) => point(x(axis.places[j]), y(value ?? 0)));
    const lower = values.map((_, j) => point(x(axis.places[j]), y(below?.[j] ?? 0))).reverse();
    parts.push(`<path class="area c${i + 1}" d="M${[...upper, ...lower].join("L")}Z"/>`);
  });
  chart.lines.forEach(({ values }, i) => {
    const path = pathOf(values, (value, j) => point(x(axis.places[j]), y(value)));
    parts.push(`<path class="line ${lineClass(chart, i)}" d="${path}"/>`);
  });
  if (limit !== undefined && limit.value <= top) {
    parts.push(
      `<line class="limit" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fixed(y(limit.value))}" y2="${fixed(y(limit.value))}"/>`,
    );
  }
  parts.push(`<line class="cursor" x1="0" x2="0" y1="${TOP}" y2="${HEIGHT - BOTTOM}" visibility="hidden"/>`);
  const label = `${chart.title}, in ${chart.unit}`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(label)}">${parts.join("")}</svg>`;
}

/** The chart with its title and legend; the page's script shows values at the pointer from `data-chart`. */
export function drawFigure(chart: Chart): string {
  const { title, unit, note, axis, limit } = chart;
  const areas = chart.areas ?? [];
  const places = axis.places.map((place) => axis.name(place));
  const series = [...areas, ...chart.lines].map(({ values }) =>
    values.map((value) => (value === undefined ? "" : formatValue(value))),
  );
  const span = [LEFT / WIDTH, (WIDTH - LEFT - RIGHT) / WIDTH, WIDTH];
  const data = JSON.stringify({ places, at: axis.places, series, span });
  const keys = [
    ...areas.map(({ name }, i) => key(`c${i + 1} block`, name)),
    ...chart.lines.map(({ name }, i) => key(lineClass(chart, i), name)),
    ...(limit === undefined ? [] : [key("limit", `${limit.name} ${formatValue(limit.value)}`)]),
  ];
  return [
    `<figure data-chart="${escapeHtml(data)}">`,
    `<figcaption><h3>${escapeHtml(title)} <small>${escapeHtml(unit)}</small><span class="place"></span></h3><p>${escapeHtml(note)}</p></figcaption>`,
    drawChart(chart),
    `<ul class="legend">${keys.join("")}</ul>`,
    "</figure>",
  ].join("\n");
}

function key(className: string, name: string): string {
  return `<li><i class="${className}"></i>${escapeHtml(name)} <b></b></li>`;
}

/** A line above areas is black, since the colours are theirs. */
function lineClass(chart: Chart, i: number): string {
  return chart.areas === undefined ? `c${i + 1}` : "ink";
}

function stack(areas: readonly Line[]): Line[] {
  let below: readonly number[] = [];
  return areas.map(({ name, values }) => {
    const sums = values.map((value, i) => (value ?? 0) + (below[i] ?? 0));
    below = sums;
    return { name, values: sums };
  });
}

/** Straight from value to value, and a new start behind each gap. */
function pathOf(values: readonly (number | undefined)[], place: (value: number, i: number) => string): string {
  let path = "";
  let isGap = true;
  values.forEach((value, i) => {
    if (value === undefined || Number.isNaN(value)) {
      isGap = true;
      return;
    }
    path += `${isGap ? "M" : "L"}${place(value, i)}`;
    isGap = false;
  });
  return path;
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is not below `value`; 1 for 0. */
export function niceStep(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 2.5, 5].find((each) => each * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Three significant digits, and no more than are needed. */
export function formatValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "beyond";
  if (value >= 1000) return Math.round(value).toLocaleString("en").replaceAll(",", " ");
  return String(Number(value.toPrecision(3)));
}

function point(x: number, y: number): string {
  return `${fixed(x)} ${fixed(y)}`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
