import type { Row } from "./findings.ts";

/** Rows between two progress lines: one line rewritten on a terminal, lines one below the other elsewhere. */
const LOG_INTERVAL = 5;

/** Where progress is shown, a row of the test at a time. */
export interface ProgressLine {
  show(row: Row): void;
  /** Makes room for what follows. */
  end(): void;
}

export function createProgressLine(
  stream: { isTTY?: boolean; write(text: string): unknown },
  asked: number,
): ProgressLine {
  let rows = 0;
  let open = false;
  let failed = 0;
  let dropped = 0;
  let wrong = 0;
  return {
    show(row) {
      failed += row.failed;
      dropped += row.dropped;
      wrong += row.wrong;
      rows++;
      if (!stream.isTTY && rows % LOG_INTERVAL !== 0) return;
      const line = formatProgress(row, { asked, failed, dropped, wrong });
      // Carriage return, the line, and "erase to the end of the line".
      stream.write(stream.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
      open = stream.isTTY === true;
    },
    end() {
      if (open) stream.write("\n");
      open = false;
    },
  };
}

/** What has gone wrong up to a row, and how many clients were asked for. */
interface SoFar {
  asked: number;
  failed: number;
  dropped: number;
  wrong: number;
}

export function formatProgress(row: Row, { asked, failed, dropped, wrong }: SoFar): string {
  const perClient = (rate: number) => rate / Math.max(1, row.present);
  const tick = row.server?.tick.total.p99;
  return [
    `${row.at.toFixed(0).padStart(4)} s ${row.stage}`,
    `${row.present}/${asked} in`,
    ...(failed > 0 ? [`failed ${failed}`] : []),
    `dropped ${dropped}`,
    ...(wrong > 0 ? [`untrue ${wrong}`] : []),
    `${perClient(row.patches).toFixed(1)} patches/s/client`,
    `${(perClient(row.bytes) / 1000).toFixed(1)} KB/s/client`,
    ...(row.inputToPatch ? [`latency p99 ${row.inputToPatch.p99.toFixed(0)} ms`] : []),
    ...(tick === undefined ? [] : [`tick p99 ${Number.isFinite(tick) ? tick.toFixed(1) : "> 200"} ms`]),
  ].join("  ");
}
