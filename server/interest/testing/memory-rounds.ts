/**
 * Measures what interest allocates once warm: `node memory-rounds.ts <plain, rated or full>` prints the rounds as JSON; see the
 * program of the same name in server/space/testing.
 */
import { createScene } from "../../space/scenes/scenes.ts";
import { circle, createIdList, createSpace, slotOf } from "../../space/space.ts";
import { measureRounds } from "../../space/testing/memory-rounds.ts";
import { createInterest } from "../interest.ts";

const BODIES = 300;
const VIEWERS = 4;

/** Bodies in motion, some of them removed and added anew, and viewers on their way. @returns runs one update */
function createWorld(look: string | undefined): () => number {
  const isFull = look === "full";
  const scene = createScene("uniform", BODIES, 1);
  const { bounds, x, y, radius } = scene;
  const space = createSpace({ bounds, capacity: BODIES + 2 });
  const width = bounds.maxX - bounds.minX;
  const bytes = { changed: new Uint16Array(BODIES + 2).fill(9), whole: 20, entry: 40, exit: 4 };
  const rates = [{ beyond: width / 8, every: 2 }];
  const kinds = isFull
    ? [{ leaveMargin: width / 20, leastStay: 3, most: 100, rates }]
    : look === "rated"
      ? [{ rates }]
      : [];
  const walls = [0, 0, width / 2, width / 2];
  const interest = createInterest(space, { kinds, bytes, walls });
  const own = createIdList();
  const shapes = Array.from(radius, (r) => circle(r));
  const ids = Int32Array.from(shapes, (shape, i) => space.add(shape, x[i], y[i]));
  const viewers = Array.from({ length: VIEWERS }, () => {
    const viewer = interest.addViewer(isFull ? { budget: 1000, lineOfSight: true } : {});
    const area = { centerX: 0, centerY: 0, width: width / 3, height: width / 3 };
    const circleArea = { centerX: width / 2, centerY: width / 2, radius: width / 6 };
    const cone = { centerX: width / 2, centerY: 0, radius: width / 3, direction: 1, angle: 1 };
    viewer.areas = isFull ? [area, circleArea, cone] : [area];
    viewer.alwaysSeen = [own];
    return { viewer, area };
  });
  let tick = 0;

  return () => {
    tick++;
    for (let i = 0; i < BODIES; i++) {
      x[i] = bounds.minX + ((x[i] - bounds.minX + 3 + (i % 5)) % width);
      space.move(ids[i], x[i], y[i]);
    }
    const gone = tick % BODIES;
    space.remove(ids[gone]);
    ids[gone] = space.add(shapes[gone], x[gone], y[gone]);
    own.count = 0;
    own.ids[own.count++] = ids[(gone + 1) % BODIES];
    for (let v = 0; v < VIEWERS; v++) {
      viewers[v].area.centerX = x[v];
      viewers[v].area.centerY = y[v];
    }
    interest.update();
    // Lists take what was freed by then, and so the space has to end its tick.
    space.step();
    let found = 0;
    for (let v = 0; v < VIEWERS; v++) found += viewers[v].viewer.seen.count + viewers[v].viewer.due.count;
    return found + slotOf(ids[0]);
  };
}

console.log(JSON.stringify(await measureRounds(createWorld(process.argv[2]))));
