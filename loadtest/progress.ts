import type { Progress } from "./load-test.ts";

/** Seconds between two progress lines: one line rewritten on a terminal, lines one below the other elsewhere. */
const TERMINAL_INTERVAL = 1;
const LOG_INTERVAL = 5;

/** Where progress is shown. */
export interface ProgressLine {
  /** Shows a line if it is time for one. */
  poll(takeStock: () => Progress): void;
  /** Makes room for what follows. */
  end(): void;
}

export function createProgressLine(stream: { isTTY?: boolean; write(text: string): unknown }): ProgressLine {
  const interval = 1000 * (stream.isTTY ? TERMINAL_INTERVAL : LOG_INTERVAL);
  let last = performance.now();
  let open = false;
  return {
    poll(takeStock) {
      const now = performance.now();
      if (now - last < interval) return;
      last = now;
      const line = formatProgress(takeStock());
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

export function formatProgress(progress: Progress): string {
  const { stage, elapsedSeconds, asked, joined, failed, dropped, patchesPerSecond, bytesPerSecond } = progress;
  return [
    `${elapsedSeconds.toFixed(0).padStart(4)} s ${stage}`,
    `joined ${joined}/${asked}`,
    ...(failed > 0 ? [`failed ${failed}`] : []),
    `dropped ${dropped}`,
    `${patchesPerSecond.toFixed(1)} patches/s/client`,
    `${(bytesPerSecond / 1000).toFixed(1)} KB/s/client`,
  ].join("  ");
}
