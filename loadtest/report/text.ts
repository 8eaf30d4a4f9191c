import { PHASES } from "../../shared/phases.ts";
import type { Check, Findings } from "../findings.ts";
import type { Percentiles } from "../histogram.ts";
import type { Duration } from "../server-metrics.ts";
import { type ReasonCount, type Spread, totalOf } from "../statistics.ts";
import { describeMiss } from "../thresholds.ts";
import { doubtsOf } from "./verdict.ts";

/** The findings as a table in plain text, without the closing newline. */
export function formatReport(findings: Findings, checks: readonly Check[]): string {
  const { generator, server, truth, machine } = findings;
  const lines = [
    `Load test "${findings.scenario}" of ${findings.url ?? "a server of its own"}: ${findings.steadySeconds.toFixed(1)} s measured after a ramp of ${findings.rampSeconds.toFixed(1)} s`,
    `${machine.workers} process${machine.workers === 1 ? "" : "es"} of bots on ${machine.processors} processors, ${machine.pinned ?? "nothing pinned"}`,
    "",
    row("joined", `${findings.joined}, of ${findings.asked} at once`),
    ...reasons("failed to join", findings.failed),
    row("dropped", String(totalOf(findings.dropped))),
    ...reasons("  of these", findings.dropped),
    ...reasons("refused messages", findings.refused),
    ...reasons("errors of decoding", findings.undecoded),
    ...(findings.hostileFrames > 0 ? [row("hostile frames sent", String(findings.hostileFrames))] : []),
    ...reasons("ends of the disturbers", findings.fates),
    row("ticks without a patch", String(findings.gaps)),
    row("truth", `${truth.right} comparisons right, ${truth.wrong} wrong`),
    ...reasons("  not compared", truth.unchecked),
    ...truth.untruths.map((line, i) => row(i === 0 ? "  wrong" : "", line)),
    row(
      "patches/s per client",
      spread(findings.patchesPerSecond, (rate) => rate.toFixed(2)),
    ),
    row(
      "KB/s per client",
      spread(findings.bytesPerSecond, (rate) => (rate / 1000).toFixed(2)),
    ),
    row("jitter of patches, ms", percentiles(findings.jitter)),
    row("input to effect, ms", percentiles(findings.inputToPatch)),
    row("", "from sending an input to having decoded the first patch that shows it"),
    row("join, ms", percentiles(findings.join)),
    ...(findings.back ? [row("back after a drop, ms", percentiles(findings.back))] : []),
    "",
  ];
  if ("unavailable" in server) {
    lines.push(row("server", `no figures: ${server.unavailable}`));
  } else {
    lines.push(row("server ticks/s", `${server.ticksPerSecond.toFixed(2)} (${server.ticks} ticks, of all rooms)`));
    lines.push(row("server tick, ms", duration(server.tick.total)));
    for (const phase of PHASES) lines.push(row(`  ${phase}`, duration(server.tick[phase])));
    if (server.cpu !== undefined) {
      lines.push(row("main thread CPU, ms/tick", `${duration(server.cpu)}   (what comes from sockets included)`));
    }
    if (server.cpuShare !== undefined) lines.push(row("main thread CPU", percent(server.cpuShare)));
    if (server.bytesPerPatch !== undefined) lines.push(row("bytes per patch", server.bytesPerPatch.toFixed(0)));
    if (server.skipped > 0) lines.push(row("patches left out", String(server.skipped)));
    if (server.rooms !== undefined) lines.push(row("rooms at the end", String(server.rooms)));
    if (server.clients !== undefined) lines.push(row("clients at the end", String(server.clients)));
    if (server.bodies !== undefined) lines.push(row("bodies at the end", String(server.bodies)));
  }
  const memory = findings.series.at(-1)?.serverMemory;
  if (memory !== undefined) lines.push(row("server memory at the end", `${(memory / 1e6).toFixed(0)} MB`));
  lines.push(
    "",
    row("load generator late, ms", percentiles(generator.late)),
    row(
      "load generator busy",
      `${percent(generator.busy)}   (its own processor time: ${percent(generator.cpu)} of a core)`,
    ),
  );
  if (generator.others !== undefined) {
    lines.push(row("others on the machine", `${generator.others.toFixed(2)} of ${machine.processors} processors`));
  }
  lines.push(...doubtsOf(findings));
  const met = checks.filter((check) => check.met);
  if (met.length > 0) {
    lines.push("", ...met.map(({ option, limit, found }) => row("threshold met", `--${option} ${limit}: ${found}`)));
  }
  return lines.join("\n");
}

/** The lines that name the missed thresholds. */
export function formatMisses(checks: readonly Check[]): string[] {
  return checks.filter((check) => !check.met).map(describeMiss);
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
