/** The server's figures, as tests of limits read them. */

/** Of one series of `/metrics`, as in `krill_limit_refusals_total{limit="origins"}`. */
export async function figureOf(url: string, series: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
  if (line === undefined) throw new Error(`${series} is not among the metrics`);
  return Number(line.slice(series.length + 1));
}

/** Refusals by a limit so far. */
export function refusalsOf(url: string, limit: string): Promise<number> {
  return figureOf(url, `krill_limit_refusals_total{limit="${limit}"}`);
}

/** Resolves once a series is as `holds` wants it; if that never comes, the test runs into its time limit. */
export async function untilFigure(url: string, series: string, holds: (value: number) => boolean): Promise<void> {
  while (!holds(await figureOf(url, series))) await new Promise(setImmediate);
}
