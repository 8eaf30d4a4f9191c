import { PHASES } from "../shared/phases.ts";
import type { Findings } from "./load-test.ts";
import type { Duration } from "./server-metrics.ts";
import type { Percentiles, ReasonCount, Spread } from "./statistics.ts";
import type { Miss } from "./thresholds.ts";

/** Above this lateness (ms, p99) the generator's own delay is no longer small beside a tick. */
const LATE_MILLISECONDS = 10;

/** The findings as a table in plain text, without the closing newline. */
export function formatReport(findings: Findings): string {
  const { generator, server } = findings;
  const lines = [
    `Load test of ${findings.url}: ${findings.steadySeconds.toFixed(1)} s measured after a ramp of ${findings.rampSeconds.toFixed(1)} s`,
    "",
    row("joined", `${findings.joined} of ${findings.asked}`),
    ...reasons("failed to join", findings.failed),
    row("dropped", String(findings.dropped.reduce((sum, { count }) => sum + count, 0))),
    ...reasons("  of these", findings.dropped),
    ...reasons("refused messages", findings.refused),
    row(
      "patches/s per client",
      spread(findings.patchesPerSecond, (rate) => rate.toFixed(2)),
    ),
    row(
      "KB/s per client",
      spread(findings.bytesPerSecond, (rate) => (rate / 1000).toFixed(2)),
    ),
    row("input to patch, ms", percentiles(findings.inputToPatch)),
    row("", "from sending an input to having decoded the first patch that can hold it"),
    "",
  ];
  if ("unavailable" in server) {
    lines.push(row("server", `no figures: ${server.unavailable}`));
  } else {
    lines.push(row("server ticks/s", `${server.ticksPerSecond.toFixed(2)} (${server.ticks} ticks)`));
    lines.push(row("server tick, ms", duration(server.tick.total)));
    for (const phase of PHASES) lines.push(row(`  ${phase}`, duration(server.tick[phase])));
    if (server.cpu !== undefined) {
      lines.push(row("main thread CPU, ms/tick", `${duration(server.cpu)}   (sockets included)`));
    }
    if (server.bytesPerPatch !== undefined) lines.push(row("bytes per patch", server.bytesPerPatch.toFixed(0)));
    if (server.clients !== undefined) lines.push(row("clients at the end", String(server.clients)));
    if (server.bodies !== undefined) lines.push(row("bodies at the end", String(server.bodies)));
  }
  lines.push(
    "",
    row("load generator late, ms", percentiles(generator.late)),
    row(
      "load generator busy",
      `${percent(generator.busy)}   (its own processor time: ${percent(generator.cpu)} of a core)`,
    ),
  );
  if ((generator.late?.p99 ?? 0) > LATE_MILLISECONDS) {
    lines.push(
      `The load generator itself was late by p99 ${generator.late?.p99.toFixed(1)} ms: the clients' figures are partly its own fault.`,
    );
  }
  return lines.join("\n");
}

/** The findings and the missed thresholds as JSON. Infinity, beyond a histogram's last bucket, becomes "+Inf". */
export function reportJson(findings: Findings, misses: readonly Miss[]): string {
  const plain = (_: string, value: unknown) => (value === Number.POSITIVE_INFINITY ? "+Inf" : value);
  return `${JSON.stringify({ ...findings, missed: misses }, plain, 2)}\n`;
}

const LABEL_WIDTH = 26;

function row(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${text}`;
}

function reasons(label: string, counts: readonly ReasonCount[]): string[] {
  return counts.map(({ reason, count }, i) => row(i === 0 ? label : "", `${count} × ${reason}`));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function spread(figures: Spread | undefined, format: (value: number) => string): string {
  if (figures === undefined) return "none: no client was there for a second";
  return `mean ${format(figures.mean)}   least ${format(figures.least)}   most ${format(figures.most)}`;
}

function percentiles(figures: Percentiles | undefined): string {
  if (figures === undefined) return "none measured";
  const { p50, p90, p99, max, samples } = figures;
  const [a, b, c, d] = [p50, p90, p99, max].map((value) => value.toFixed(1));
  return `p50 ${a}   p90 ${b}   p99 ${c}   max ${d}   (${samples} samples)`;
}

function duration({ mean, p50, p99 }: Duration): string {
  const [a, b, c] = [mean, p50, p99].map((value) =>
    value === Number.POSITIVE_INFINITY ? "> last bucket" : value.toFixed(3),
  );
  return `mean ${a}   p50 ${b}   p99 ${c}`;
}
