/** The view rectangles of the clients of an arena: each about a mover of its own, which it follows. */
import { type BodyStore, NO_BODY } from "../../../server/space/bodies.ts";
import type { Rectangle } from "../../../server/space/rectangle.ts";
import { createRandom } from "../../../shared/random.ts";

export interface Views {
  readonly count: number;
  /** Edges in u, as of the last `follow`. */
  readonly minX: Float64Array;
  readonly minY: Float64Array;
  readonly maxX: Float64Array;
  readonly maxY: Float64Array;
  /** Puts each view about its mover as it is now. */
  follow(): void;
}

/** A view covers from 1 to 2 hundredths of the world. */
const LEAST_PART = 0.01;
const MOST_PART = 0.02;

export function createViews(bodies: BodyStore, bounds: Rectangle, count: number, seed: number): Views {
  const random = createRandom(seed);
  const { ids, still, x, y } = bodies;
  const movers: number[] = [];
  for (let slot = 0; slot < bodies.slotLimit; slot++) if (ids[slot] !== NO_BODY && still[slot] === 0) movers.push(slot);
  const side = bounds.maxX - bounds.minX;
  const followed = Int32Array.from({ length: count }, () => movers[random.integer(movers.length)]);
  const reach = Float64Array.from(
    { length: count },
    () => (side * Math.sqrt(random.between(LEAST_PART, MOST_PART))) / 2,
  );
  const column = () => new Float64Array(count);
  const views = { count, minX: column(), minY: column(), maxX: column(), maxY: column(), follow };

  function follow(): void {
    for (let view = 0; view < count; view++) {
      const slot = followed[view];
      views.minX[view] = x[slot] - reach[view];
      views.minY[view] = y[slot] - reach[view];
      views.maxX[view] = x[slot] + reach[view];
      views.maxY[view] = y[slot] + reach[view];
    }
  }
  follow();
  return views;
}
