import { medianOf, type Result } from "./figures.ts";

/** The runs of a scene in one line: the medians, and the lowest and highest processor time where there were several. */
export function lineOf(runs: readonly Result[]): string {
  const result = medianOf(runs);
  const costs = runs.map(({ cpu_ms }) => cpu_ms);
  const range = runs.length > 1 ? `${Math.min(...costs).toFixed(2)} to ${Math.max(...costs).toFixed(2)}, ` : "";
  const phases = Object.entries(result.phases).map(([phase, ms]) => `${phase} ${ms.toFixed(2)}`);
  return (
    `${result.scene}: CPU ${result.cpu_ms.toFixed(2)} ms a tick (${range}p99 ${result.cpu_p99_ms.toFixed(1)}; all threads ` +
    `${result.all_threads_ms.toFixed(2)}; a bare server ${result.bare_ms.toFixed(2)}), tick ` +
    `${result.tick_ms.toFixed(2)} (p99 ${result.tick_p99_ms.toFixed(1)}), ${result.hz.toFixed(1)} Hz, ` +
    `${result.kb_per_second.toFixed(2)} KB/s a client, ${result.bytes_per_visible.toFixed(2)} bytes a visible body and tick, ` +
    `${result.closed} closed, ${result.skipped} patches skipped; ${phases.join(", ")}`
  );
}
