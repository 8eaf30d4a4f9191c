/** A load test's report as one page that needs nothing else: no network, no file beside it. */
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { PHASES } from "../../shared/phases.ts";
import type { Check, Findings } from "../findings.ts";
import { SCENARIOS } from "../scenarios.ts";
import type { Duration } from "../server-metrics.ts";
import { drawFigure, formatValue } from "./chart.ts";
import { escapeHtml } from "./escape.ts";
import { happenings } from "./happenings.ts";
import { METHOD } from "./method.ts";
import { panelsOf } from "./panels.ts";
import { tilesOf } from "./tiles.ts";
import { doubtsOf, failureOf, isPassed } from "./verdict.ts";

export async function reportPage(findings: Findings, checks: readonly Check[]): Promise<string> {
  const [style, source] = await Promise.all([
    readFile(new URL("page.css", import.meta.url), "utf8"),
    readFile(new URL("page-script.ts", import.meta.url), "utf8"),
  ]);
  const script = await transform(source, { loader: "ts", minify: true, format: "iife", target: "es2022" });
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Load test: ${findings.scenario}, ${findings.asked} bots</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body><main>",
    heading(findings, checks),
    ...warnings(findings),
    tiles(findings),
    thresholds(checks),
    "<h2>Over time</h2>",
    `<div class="charts">${panelsOf(findings).map(drawFigure).join("\n")}</div>`,
    `<div class="columns"><section>${phases(findings)}</section><section>${happened(findings)}</section></div>`,
    '<h2>How it was measured</h2><div class="method">',
    ...METHOD.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    "</div>",
    "</main>",
    `<script>${script.code}</script>`,
    "</body></html>",
    "",
  ].join("\n");
}

function heading(findings: Findings, checks: readonly Check[]): string {
  const { scenario, asked, startedAt, url, machine, steadySeconds, rampSeconds } = findings;
  const missed = checks.filter(({ met }) => !met).length;
  const tone = checks.length === 0 && missed === 0 ? "" : isPassed(findings, checks) ? "good" : "bad";
  let verdict = `${checks.length} of ${checks.length} thresholds met`;
  if (checks.length === 0) verdict = "no thresholds were set";
  if (missed > 0) verdict = `${missed} of ${checks.length} thresholds missed`;
  const facts = [
    SCENARIOS[scenario].summary,
    `${steadySeconds.toFixed(0)} s measured after a ramp of ${rampSeconds.toFixed(0)} s`,
    url ?? "a server of the test's own",
    machine.pinned ?? "nothing pinned",
    `${machine.processors} × ${machine.processor}`,
    `Node ${machine.node.slice(1)}`,
    `${startedAt.slice(0, 16).replace("T", " ")} UTC`,
  ];
  return [
    "<header>",
    `<h1>${asked} bots, ${escapeHtml(scenario)}</h1>`,
    `<p class="verdict ${tone}">${escapeHtml(verdict)}</p>`,
    `<p class="facts">${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join(" ")}</p>`,
    "</header>",
  ].join("\n");
}

function warnings(findings: Findings): string[] {
  return [failureOf(findings) ?? [], doubtsOf(findings)]
    .flat()
    .map((text) => `<p class="warning">${escapeHtml(text)}</p>`);
}

function tiles(findings: Findings): string {
  const all = tilesOf(findings).map(
    ({ name, value, more }) =>
      `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}<small>${escapeHtml(more)}</small></dd></div>`,
  );
  return `<dl class="tiles">${all.join("\n")}</dl>`;
}

function thresholds(checks: readonly Check[]): string {
  if (checks.length === 0) return "";
  const rows = checks.map(({ option, limit, found, met }) => [
    `<td>--${option} ${limit}</td>`,
    `<td>${escapeHtml(found)}</td>`,
    `<td class="${met ? "good" : "bad"}">${met ? "met" : "missed"}</td>`,
  ]);
  return `<h2>Thresholds</h2>${table("<th>threshold</th><th>found</th><th></th>", rows)}`;
}

function phases({ server }: Findings): string {
  if ("unavailable" in server) {
    return `<h2>The server's tick</h2><p class="warning">No figures: ${escapeHtml(server.unavailable)}</p>`;
  }
  const row = (name: string, { mean, p50, p99 }: Duration) => [
    `<td>${name}</td>`,
    ...[mean, p50, p99].map((value) => `<td class="number">${formatValue(value)}</td>`),
  ];
  const rows = [row("whole tick", server.tick.total), ...PHASES.map((phase) => row(phase, server.tick[phase]))];
  if (server.cpu !== undefined) rows.push(row("CPU of the main thread, tick to tick", server.cpu));
  const head = '<th>ms</th><th class="number">mean</th><th class="number">p50</th><th class="number">p99</th>';
  return `<h2>The server's tick</h2>${table(head, rows)}`;
}

function happened(findings: Findings): string {
  const rows = happenings(findings).map(({ what, reason, count }) => [
    `<td>${escapeHtml(what)}</td>`,
    `<td>${escapeHtml(reason)}</td>`,
    `<td class="number">${count}</td>`,
  ]);
  return `<h2>What happened</h2>${table('<th>what</th><th>why</th><th class="number">times</th>', rows)}`;
}

function table(head: string, rows: readonly (readonly string[])[]): string {
  const body = rows.map((cells) => `<tr>${cells.join("")}</tr>`).join("\n");
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
