/**
 * Interest as a game has it, through the front door: a whole step of the space, contacts and events included, and then what
 * each client sees by exact shapes. No peer does all of this; the scene shows what our own comfort costs.
 */
import { createInterest } from "../../../server/interest/interest.ts";
import { type BodyStore, NO_BODY } from "../../../server/space/bodies.ts";
import { overlapsRectangle } from "../../../server/space/narrowphase/overlap.ts";
import { createSpace } from "../../../server/space/space.ts";
import { ours } from "./competitor.ts";
import type { Entry, Lane } from "./lane.ts";
import { createWorldIn, type PairSceneName } from "./scenes.ts";
import { VIEW_COUNT, VIEW_SEED } from "./view-lane.ts";
import { createViews, type Views } from "./views.ts";

/** @param count how many bodies there are. */
export function interestEntries(scene: PairSceneName, count: number): Entry[] {
  return [{ ...ours("space and interest", true), open: () => openLane(scene, count) }];
}

function openLane(scene: PairSceneName, count: number): Lane {
  const world = createWorldIn(scene, count, (bounds, capacity) => createSpace({ bounds, capacity }));
  const { host: space, bodies, bounds } = world;
  const views = createViews(bodies, bounds, VIEW_COUNT, VIEW_SEED);
  const interest = createInterest(space);
  const areas = Array.from({ length: VIEW_COUNT }, () => ({ centerX: 0, centerY: 0, width: 0, height: 0 }));
  const viewers = areas.map((area) => {
    const viewer = interest.addViewer();
    viewer.areas = [area];
    return viewer;
  });

  return {
    advance() {
      world.advance();
      views.follow();
    },
    run() {
      space.step();
      for (let view = 0; view < VIEW_COUNT; view++) {
        const area = areas[view];
        area.centerX = (views.minX[view] + views.maxX[view]) / 2;
        area.centerY = (views.minY[view] + views.maxY[view]) / 2;
        area.width = views.maxX[view] - views.minX[view];
        area.height = views.maxY[view] - views.minY[view];
      }
      interest.update();
    },
    check() {
      const found = viewers.reduce((sum, { seen }) => sum + seen.count, 0);
      return { found, isExact: viewers.every(({ seen }, view) => isRight(bodies, views, view, seen)) };
    },
  };
}

/** Whether a view holds what it should, and that alone. */
function isRight(bodies: BodyStore, views: Views, view: number, seen: { ids: Int32Array; count: number }): boolean {
  const expected = new Set<number>();
  for (let slot = 0; slot < bodies.slotLimit; slot++) {
    if (bodies.ids[slot] === NO_BODY) continue;
    const { minX, minY, maxX, maxY } = views;
    // By the centre and size that the interest was given, which may differ in the last digit.
    const centerX = (minX[view] + maxX[view]) / 2;
    const centerY = (minY[view] + maxY[view]) / 2;
    const halfWidth = (maxX[view] - minX[view]) / 2;
    const halfHeight = (maxY[view] - minY[view]) / 2;
    const isSeen = overlapsRectangle(
      bodies,
      slot,
      centerX - halfWidth,
      centerY - halfHeight,
      centerX + halfWidth,
      centerY + halfHeight,
    );
    if (isSeen) expected.add(bodies.ids[slot]);
  }
  return seen.count === expected.size && seen.ids.subarray(0, seen.count).every((id) => expected.has(id));
}
