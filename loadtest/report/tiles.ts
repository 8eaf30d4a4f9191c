import type { Findings } from "../findings.ts";
import type { Percentiles } from "../histogram.ts";
import { totalOf } from "../statistics.ts";
import { formatValue } from "./chart.ts";

/** A figure that is seen first. */
export interface Tile {
  readonly name: string;
  readonly value: string;
  readonly more: string;
}

export function tilesOf(findings: Findings): Tile[] {
  const { server, truth, patchesPerSecond, bytesPerSecond } = findings;
  const tick = "unavailable" in server ? undefined : server.tick.total;
  const cpu = "unavailable" in server ? undefined : server.cpuShare;
  const [failed, dropped] = [totalOf(findings.failed), totalOf(findings.dropped)];
  const none = "–";
  return [
    durations("input to effect, p99", findings.inputToPatch),
    durations("jitter, p99", findings.jitter),
    {
      name: "tick, p99",
      value: tick ? `${formatValue(tick.p99)} ms` : none,
      more: tick ? `mean ${formatValue(tick.mean)} ms` : "no figures",
    },
    {
      name: "main-thread CPU",
      value: cpu === undefined ? none : `${(100 * cpu).toFixed(0)} %`,
      more: "of a core",
    },
    {
      name: "slowest player",
      value: patchesPerSecond ? `${patchesPerSecond.least.toFixed(1)} /s` : none,
      more: patchesPerSecond ? `mean ${patchesPerSecond.mean.toFixed(1)} patches/s` : "none was measured",
    },
    {
      name: "bytes per player",
      value: bytesPerSecond ? `${formatValue(bytesPerSecond.mean / 1000)} KB/s` : none,
      more: bytesPerSecond ? `most ${formatValue(bytesPerSecond.most / 1000)} KB/s` : "none was measured",
    },
    { name: "dropped", value: String(dropped), more: `${failed} failed to join` },
    {
      name: "untrue",
      value: truth.right + truth.wrong === 0 ? none : String(truth.wrong),
      more: `of ${truth.right + truth.wrong} comparisons`,
    },
  ];
}

function durations(name: string, figures: Percentiles | undefined): Tile {
  if (figures === undefined) return { name, value: "–", more: "none was measured" };
  return { name, value: `${formatValue(figures.p99)} ms`, more: `median ${formatValue(figures.p50)} ms` };
}
