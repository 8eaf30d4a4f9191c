/** Live graphs over the last ticks: tests against all pairs, the phases of a tick, and bytes. */
import { PHASES } from "../../../shared/phases.ts";
import type { Colors } from "./colors.ts";
import { fitted, make } from "./dom.ts";
import { HISTORY_TICKS, type History } from "./history.ts";
import { logShare, powersOfTen, roundUp } from "./scale.ts";
import { short } from "./words.ts";

export interface Graph {
  readonly element: HTMLCanvasElement;
  draw(history: History): void;
}

/** Room (CSS pixels) for the axis' labels at the left, and above the highest value. */
const LEFT = 40;
const TOP = 8;
const BOTTOM = 6;
/** Names of algorithms that came soon after one another stand on rows of their own. */
const SWITCH_ROWS = 3;
const FONT = "11px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** Where a graph's values lie on its canvas. */
interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  x(index: number, count: number): number;
  y(share: number): number;
}

function createGraph(className: string, label: string, draw: (plot: Plot, history: History) => void): Graph {
  const element = make("canvas", `graph ${className}`);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", label);
  return {
    element,
    draw(history) {
      if (element.clientWidth === 0) return;
      const { context, width, height } = fitted(element);
      context.font = FONT;
      context.textBaseline = "middle";
      context.lineJoin = "round";
      draw(
        {
          context,
          width,
          height,
          // The newest tick is at the right edge, however many there are.
          x: (index, count) => LEFT + ((width - LEFT) * (HISTORY_TICKS - count + index + 1)) / HISTORY_TICKS,
          y: (share) => height - BOTTOM - share * (height - BOTTOM - TOP),
        },
        history,
      );
    },
  };
}

/** Tests of each tick by powers of ten, with all pairs above, and candidates and contacts below. */
export function createTestsGraph(colors: Colors): Graph {
  const label =
    "Graph of the last twelve seconds, by powers of ten: all pairs, tests, candidate pairs and contacts per tick";
  return createGraph("tests", label, (plot, history) => {
    const { bodies, boxTests, pairs, contacts } = history.ticks;
    const all = bodies.map((count) => (count * (count - 1)) / 2);
    const most = Math.max(1000, ...all, ...boxTests) * 1.6;
    drawAxis(plot, powersOfTen(most), (value) => logShare(value, most), colors);
    const on = (values: readonly number[]) => values.map((value) => logShare(value, most));
    drawLine(plot, on(all), colors.quiet, 1.5, [5, 4]);
    fillBelow(plot, on(boxTests), colors.test, 0.18);
    drawLine(plot, on(pairs), colors.candidate, 1.5);
    drawLine(plot, on(contacts), colors.contact, 1.5);
    drawLine(plot, on(boxTests), colors.test, 2.5);
    drawSwitches(plot, history, colors);
  });
}

/** The time that each phase of a tick took, one upon the other. */
export function createPhasesGraph(colors: Colors): Graph {
  return createGraph("phases", "Graph of the last twelve seconds: time of each phase of a tick", (plot, { ticks }) => {
    const count = ticks.tick.length;
    const sums = Array.from({ length: count }, (_, i) => sumOf(ticks.phases, i * PHASES.length, PHASES.length));
    const most = roundUp(highUsual(sums) * 1.3);
    drawAxis(
      plot,
      [0, most / 2, most],
      (value) => value / most,
      colors,
      (value) => short(value / 1000),
    );
    // From the whole downwards, so that each phase covers what is not its own or of those before it.
    for (let phases = PHASES.length; phases > 0; phases--) {
      const shares = sums.map((_, i) => Math.min(1, sumOf(ticks.phases, i * PHASES.length, phases) / most));
      fillBelow(plot, shares, colors.phases[PHASES[phases - 1]], 1);
    }
  });
}

/** Bytes of all patches of a tick. */
export function createBytesGraph(colors: Colors): Graph {
  return createGraph("bytes", "Graph of the last twelve seconds: bytes sent per tick", (plot, { ticks }) => {
    const most = roundUp(highUsual(ticks.bytes) * 1.3);
    drawAxis(plot, [0, most / 2, most], (value) => value / most, colors);
    const shares = ticks.bytes.map((bytes) => Math.min(1, bytes / most));
    fillBelow(plot, shares, colors.view, 0.25);
    drawLine(plot, shares, colors.view, 2);
  });
}

/** What all but one value in ten stay below: spikes do not flatten everything else. */
function highUsual(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.9)] ?? 0;
}

function sumOf(values: readonly number[], from: number, count: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i++) sum += values[i];
  return sum;
}

function drawAxis(
  { context, width, y }: Plot,
  values: readonly number[],
  shareOf: (value: number) => number,
  colors: Colors,
  words: (value: number) => string = short,
): void {
  context.textAlign = "right";
  context.lineWidth = 1;
  for (const value of values) {
    const at = Math.round(y(shareOf(value))) + 0.5;
    context.strokeStyle = colors.line;
    context.beginPath();
    context.moveTo(LEFT, at);
    context.lineTo(width, at);
    context.stroke();
    context.fillStyle = colors.quiet;
    context.fillText(words(value), LEFT - 6, at);
  }
}

function addLine({ context, x, y }: Plot, shares: readonly number[]): void {
  for (const [i, share] of shares.entries()) context.lineTo(x(i, shares.length), y(share));
}

function drawLine(plot: Plot, shares: readonly number[], color: string, width: number, dash: number[] = []): void {
  const { context } = plot;
  context.beginPath();
  addLine(plot, shares);
  context.setLineDash(dash);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
  context.setLineDash([]);
}

function fillBelow(plot: Plot, shares: readonly number[], color: string, opacity: number): void {
  if (shares.length === 0) return;
  const { context, x, y } = plot;
  context.beginPath();
  context.moveTo(x(0, shares.length), y(0));
  addLine(plot, shares);
  context.lineTo(x(shares.length - 1, shares.length), y(0));
  context.globalAlpha = opacity;
  context.fillStyle = color;
  context.fill();
  context.globalAlpha = 1;
}

/** When the broad phase became another, and which. */
function drawSwitches({ context, width, height, x }: Plot, { ticks, switches }: History, colors: Colors): void {
  for (const [i, { tick, algorithm }] of switches.entries()) {
    const at = Math.round(x(tick - ticks.tick[0], ticks.tick.length)) + 0.5;
    if (at < LEFT) continue;
    context.strokeStyle = colors.text;
    context.lineWidth = 1;
    context.globalAlpha = 0.5;
    context.beginPath();
    context.moveTo(at, TOP);
    context.lineTo(at, height - BOTTOM);
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = colors.text;
    const isLate = at > width - context.measureText(algorithm).width - 8;
    context.textAlign = isLate ? "right" : "left";
    const [labelX, labelY] = [isLate ? at - 5 : at + 5, height - BOTTOM - 9 - (i % SWITCH_ROWS) * 14];
    // An edge of the ground keeps the letters apart from the lines behind them.
    context.strokeStyle = colors.sunk;
    context.lineWidth = 3;
    context.strokeText(algorithm, labelX, labelY);
    context.fillText(algorithm, labelX, labelY);
  }
}
