/** The charts of a report, from its seconds. */
import { PHASES } from "../../shared/phases.ts";
import type { Findings, Row } from "../findings.ts";
import { createHistogram, type PackedHistogram, type Percentiles } from "../histogram.ts";
import type { ThresholdName } from "../option-table.ts";
import type { Axis, Chart, Line } from "./chart.ts";

type Figure = (row: Row) => number | undefined;

/** About so many labels on the axis of time. */
const TIME_LABELS = 8;
const MEGABYTE = 1e6;
const KILOBYTE = 1e3;

export function panelsOf(findings: Findings): Chart[] {
  const { series: rows, thresholds, rampSeconds } = findings;
  const axis = timeAxis(rows, rampSeconds);
  const line = (name: string, figure: Figure): Line => ({ name, values: rows.map(figure) });
  const limit = (option: ThresholdName) => {
    const value = thresholds[option];
    return value === undefined ? undefined : { name: `--${option}`, value };
  };
  const percentilesOf = (of: (row: Row) => Percentiles | undefined): Line[] => [
    line("p50", (row) => of(row)?.p50),
    line("p90", (row) => of(row)?.p90),
    line("p99", (row) => of(row)?.p99),
  ];
  const perPlayer = (total: number, { present }: Row) => (present > 0 ? total / present : undefined);

  return [
    {
      title: "Tick by phase",
      unit: "ms",
      note: "The server's tick, the mean of each phase, stacked.",
      axis,
      areas: PHASES.map((phase) => line(phase, ({ server }) => server?.tick[phase].mean)),
      lines: [],
    },
    {
      title: "Whole tick",
      unit: "ms",
      note: "At 25 ticks a second, one that takes more than 40 ms makes the next one late.",
      axis,
      lines: [
        line("mean", ({ server }) => server?.tick.total.mean),
        line("p50", ({ server }) => server?.tick.total.p50),
        line("p99", ({ server }) => server?.tick.total.p99),
      ],
      limit: limit("max-tick-p99"),
    },
    {
      title: "Processors",
      unit: "% of a core",
      note: "Processor time of the server's main thread, what comes from sockets included; how busy the busiest process of bots was; what others took of the machine.",
      axis,
      lines: [
        line("server", ({ server }) => server?.cpuShare && 100 * server.cpuShare),
        line("bots, busy", ({ botsBusy }) => 100 * botsBusy),
        line("others on the machine", ({ others }) => others && 100 * others),
      ],
    },
    {
      title: "Input to effect",
      unit: "ms",
      note: "From sending an input to having decoded the first patch that shows it; up to 40 ms of it are the wait for the tick.",
      axis,
      lines: percentilesOf((row) => row.inputToPatch),
      limit: limit("max-latency-p99"),
    },
    {
      title: "Patch jitter",
      unit: "ms",
      note: "How far from due each patch came, by the tick that it carries.",
      axis,
      lines: percentilesOf((row) => row.jitter),
      limit: limit("max-jitter-p99"),
    },
    distributionOf(findings),
    {
      title: "Patches",
      unit: "per second and player",
      note: "25 is every tick.",
      axis,
      lines: [line("patches", (row) => perPlayer(row.patches, row))],
      limit: limit("min-patch-rate"),
    },
    {
      title: "Bytes",
      unit: "KB per second and player",
      note: "What players received, by the payload of WebSocket frames.",
      axis,
      lines: [line("received", (row) => perPlayer(row.bytes / KILOBYTE, row))],
    },
    {
      title: "Bodies",
      unit: "bodies",
      note: "In the simulation, and in the views of all clients together.",
      axis,
      lines: [line("in the rooms", ({ server }) => server?.bodies), line("in views", ({ server }) => server?.seen)],
    },
    {
      title: "Players",
      unit: "players",
      note: "Connected at the end of each second.",
      axis,
      lines: [line("connected", ({ present }) => present)],
    },
    {
      title: "Load generator",
      unit: "ms late",
      note: "How late the bots' own beats were: where that is much, the figures of the players are partly the bots' fault.",
      axis,
      lines: percentilesOf((row) => row.late),
    },
    {
      title: "Memory",
      unit: "MB",
      note: "Resident, of the server's process and of all processes of bots.",
      axis,
      lines: [
        line("server", ({ serverMemory }) => serverMemory && serverMemory / MEGABYTE),
        line("bots", ({ botsMemory }) => botsMemory / MEGABYTE),
      ],
    },
  ].filter(hasValues);
}

function hasValues({ lines, areas }: Chart): boolean {
  return [...lines, ...(areas ?? [])].some(({ values }) => values.some((value) => value !== undefined));
}

function timeAxis(rows: readonly Row[], rampSeconds: number): Axis {
  const last = rows.at(-1)?.at ?? 0;
  const step =
    [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200].find((each) => last / each <= TIME_LABELS) ?? 14_400;
  const first = rows[0]?.at ?? 0;
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step)
    .filter((at) => at >= first)
    .map((at) => ({ at, label: `${at} s` }));
  return {
    places: rows.map(({ at }) => at),
    ticks,
    name: (at) => `${at.toFixed(0)} s`,
    shadedTo: rampSeconds,
  };
}

/** Percentiles against how rare what lies beyond them is, each step ten times rarer, as HdrHistogram's own plots have them. */
function distributionOf({ distributions }: Findings): Chart {
  const samples = createHistogram(distributions.jitter).count;
  const decades = Math.max(1, Math.min(5, Math.floor(Math.log10(Math.max(10, samples)))));
  const places = Array.from({ length: 20 * decades + 1 }, (_, i) => i / 20);
  const shareAt = (place: number) => 1 - 10 ** -place;
  const lineOf = (name: string, packed: PackedHistogram): Line => {
    const histogram = createHistogram(packed);
    // Beyond one in as many as there are, there is no telling.
    const values = places.map((place) =>
      histogram.count > 0 && 10 ** place <= histogram.count ? histogram.quantile(shareAt(place)) : undefined,
    );
    return { name, values };
  };
  return {
    title: "Percentiles",
    unit: "ms",
    note: "Of the whole measured window: so many of all were at most this.",
    axis: {
      places,
      ticks: Array.from({ length: decades + 1 }, (_, i) => ({ at: i, label: percentName(shareAt(i), i) })),
      name: (place) => percentName(shareAt(place), Math.ceil(place)),
    },
    lines: [lineOf("input to effect", distributions.inputToPatch), lineOf("jitter", distributions.jitter)],
  };
}

function percentName(share: number, decade: number): string {
  return `${(100 * share).toFixed(Math.max(0, decade - 2))} %`;
}
