import type { Competitor } from "./competitor.ts";
import type { Entry, Lane } from "./lane.ts";
import { type Fingerprint, fingerprintOf, isSame, oraclePairs } from "./pair-check.ts";
import { createWorld, type PairSceneName, sceneCount } from "./scenes.ts";

/** The competitors of a scene of pairs. @param count another number of bodies than the scene's own. */
export function pairEntries(
  scene: PairSceneName,
  competitors: readonly Competitor[],
  count: number = sceneCount(scene),
): Entry[] {
  const able = competitors.filter(({ reasonAgainst }) => reasonAgainst?.(scene, count) === undefined);
  // The worlds of all competitors go the same way: the oracle looks at each tick once.
  const expected = new Map<number, Fingerprint>();
  return able.map((competitor) => ({ ...competitor, open: () => openLane(scene, count, competitor, expected) }));
}

function openLane(
  scene: PairSceneName,
  count: number,
  competitor: Competitor,
  expected: Map<number, Fingerprint>,
): Lane {
  const world = createWorld(scene, count);
  const { bodies, bounds } = world;
  const finder = competitor.create(bodies, bounds);
  let tick = 0;
  function expectedNow(): Fingerprint {
    const known = expected.get(tick) ?? oraclePairs(bodies);
    expected.set(tick, known);
    return known;
  }
  return {
    advance() {
      world.advance();
      tick++;
    },
    run: finder.step,
    check() {
      const found = fingerprintOf(finder.pairs);
      return { found: found.count, isExact: isSame(found, expectedNow()) };
    },
    close: () => finder.close?.(),
  };
}
