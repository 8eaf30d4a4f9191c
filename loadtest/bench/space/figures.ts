/** What the benchmark has to show: the default algorithm's ratio to the best peer in each scene, and two figures of its own. */
import type { Row } from "./measure.ts";
import type { SceneName } from "./scene-catalog.ts";
import { sceneCount } from "./scenes.ts";

export interface Figure {
  readonly what: string;
  /** With what it is compared. */
  readonly against: string;
  /** By the medians. */
  readonly value: number;
  /** The same by the means, where it is a ratio to a peer. */
  readonly byMean?: number;
  readonly atLeast: number;
  readonly aim: number;
  /** Whether less is better: then `atLeast` is the most that is allowed. */
  readonly isLimit: boolean;
}

/** How many times faster than the best exact peer the default algorithm has to be. */
const RATIOS: readonly { scene: SceneName; atLeast: number; aim: number }[] = [
  { scene: "uniform-10k", atLeast: 13, aim: 16 },
  { scene: "uniform-100k", atLeast: 11, aim: 15 },
  { scene: "agar-10k", atLeast: 9, aim: 17 },
  { scene: "agar-50k", atLeast: 10, aim: 13 },
  { scene: "clustered-10k", atLeast: 10, aim: 15 },
  { scene: "teleport-10k", atLeast: 13, aim: 17 },
  { scene: "coherent-10k", atLeast: 13, aim: 23 },
  { scene: "column-10k", atLeast: 7, aim: 20 },
  { scene: "coincident-2k", atLeast: 1, aim: 1.8 },
  { scene: "agar-10k-views", atLeast: 2.5, aim: 4 },
];
const TELEPORT_LIMIT = 1.2;
const GROWTH_LIMIT = { atLeast: 2, aim: 1.5 };

/** The row of the default algorithm in a scene, if it was measured and exact. */
export function defaultRow(rows: readonly Row[], scene: string): Row | undefined {
  return rows.find((row) => row.scene === scene && row.default && row.exact);
}

/** The fastest exact peer in a scene. */
export function bestPeer(rows: readonly Row[], scene: string): Row | undefined {
  const peers = rows.filter((row) => row.scene === scene && !row.ours && row.exact);
  return peers.toSorted((a, b) => a.median_ms - b.median_ms)[0];
}

/** All figures that the rows suffice for. */
export function figuresOf(rows: readonly Row[]): Figure[] {
  const figures: Figure[] = [];
  for (const { scene, atLeast, aim } of RATIOS) {
    const own = defaultRow(rows, scene);
    const peer = bestPeer(rows, scene);
    if (own === undefined || peer === undefined) continue;
    figures.push({
      what: `${scene}: times faster than the best peer`,
      against: peer.name,
      value: peer.median_ms / own.median_ms,
      byMean: peer.mean_ms / own.mean_ms,
      atLeast,
      aim,
      isLimit: false,
    });
  }
  const teleport = defaultRow(rows, "teleport-10k");
  const uniform = defaultRow(rows, "uniform-10k");
  if (teleport !== undefined && uniform !== undefined) {
    const value = teleport.median_ms / uniform.median_ms;
    const against = "its own uniform-10k";
    const what = "teleport-10k: time";
    figures.push({ what, against, value, atLeast: TELEPORT_LIMIT, aim: TELEPORT_LIMIT, isLimit: true });
  }
  const many = defaultRow(rows, "uniform-100k");
  const few = defaultRow(rows, "uniform-1k");
  if (many !== undefined && few !== undefined) {
    const perBody = (row: Row, bodies: number) => row.median_ms / bodies;
    const value = perBody(many, sceneCount("uniform-100k")) / perBody(few, sceneCount("uniform-1k"));
    figures.push({
      what: "uniform-100k: time per body",
      against: "its own uniform-1k",
      value,
      ...GROWTH_LIMIT,
      isLimit: true,
    });
  }
  return figures;
}

export function isMet({ value, atLeast, isLimit }: Figure): boolean {
  return isLimit ? value <= atLeast : value >= atLeast;
}

export function isAimMet({ value, aim, isLimit }: Figure): boolean {
  return isLimit ? value <= aim : value >= aim;
}

/** The last line: how many figures are met, and which are not. */
export function verdictOf(figures: readonly Figure[]): string {
  if (figures.length === 0) return "No figure is asked of what was run.";
  const missed = figures.filter((figure) => !isMet(figure));
  const aims = figures.filter(isAimMet).length;
  const met = `${figures.length - missed.length} of ${figures.length} figures are met, ${aims} of the aims`;
  if (missed.length === 0) return `${met}.`;
  return `${met}; not met: ${missed.map(({ what }) => what).join("; ")}.`;
}
