import type { Competitor } from "./competitor.ts";
import type { Entry, Lane } from "./lane.ts";
import { fingerprintOf, isSame, oraclePairs } from "./pair-check.ts";
import { createWorld, type PairSceneName, sceneCount } from "./scenes.ts";

/** The competitors of a scene of pairs. @param count another number of bodies than the scene's own. */
export function pairEntries(
  scene: PairSceneName,
  competitors: readonly Competitor[],
  count: number = sceneCount(scene),
): Entry[] {
  const able = competitors.filter(({ reasonAgainst }) => reasonAgainst?.(scene, count) === undefined);
  return able.map((competitor) => ({ ...competitor, open: () => openLane(scene, count, competitor) }));
}

function openLane(scene: PairSceneName, count: number, competitor: Competitor): Lane {
  const { bodies, bounds, advance } = createWorld(scene, count);
  const finder = competitor.create(bodies, bounds);
  return {
    advance,
    run: finder.step,
    check() {
      const found = fingerprintOf(finder.pairs);
      return { found: found.count, isExact: isSame(found, oraclePairs(bodies)) };
    },
    close: () => finder.close?.(),
  };
}
