import { CHECKED_VIEWERS, type Contestant } from "./contestant.ts";
import { createPlainInterest, lookOf, type MovingScene, RADIUS_STEPS, STEPS_PER_UNIT, seenIn } from "./scene.ts";

/** Room for the largest frame of a viewer. */
const SCRATCH_BYTES = 1 << 20;

/**
 * The yardstick: bytes packed by hand, six for each body that moves (its number, x and y in 16 bits each), from the same
 * interest. What a client needs to read them is a program of its own. Written as one does by hand: positions are rounded where
 * they are written. (Rounded once a tick into columns, as Krill does, it would take a fifth less time.)
 */
export function createPacked(scene: MovingScene): Contestant {
  const { x, y, areas } = scene;
  const { interest, viewers } = createPlainInterest(scene);
  const colors = Uint8Array.from(x, (_, body) => lookOf(body).color);
  const kinds = Uint8Array.from(x, (_, body) => lookOf(body).kind);
  const owners = Uint16Array.from(x, (_, body) => lookOf(body).owner);
  const scratch = new Uint8Array(SCRATCH_BYTES);
  const frames: Uint8Array[] = viewers.map(() => scratch);
  const clients = viewers.slice(0, CHECKED_VIEWERS).map(() => new Map<number, [number, number]>());

  return {
    name: "packed",
    run() {
      interest.update();
      let bytes = 0;
      for (let v = 0; v < viewers.length; v++) {
        const { entered, left, stayed } = viewers[v];
        let at = 0;
        scratch[at++] = left.count & 255;
        scratch[at++] = left.count >> 8;
        for (let i = 0; i < left.count; i++) {
          const slot = left.slots[i];
          scratch[at++] = slot & 255;
          scratch[at++] = slot >> 8;
        }
        scratch[at++] = entered.count & 255;
        scratch[at++] = entered.count >> 8;
        for (let i = 0; i < entered.count; i++) {
          const slot = entered.slots[i];
          scratch[at++] = slot & 255;
          scratch[at++] = slot >> 8;
          const stepX = Math.round(x[slot] * STEPS_PER_UNIT);
          const stepY = Math.round(y[slot] * STEPS_PER_UNIT);
          scratch[at++] = stepX & 255;
          scratch[at++] = stepX >> 8;
          scratch[at++] = stepY & 255;
          scratch[at++] = stepY >> 8;
          scratch[at++] = RADIUS_STEPS;
          scratch[at++] = kinds[slot];
          scratch[at++] = colors[slot];
          scratch[at++] = owners[slot] & 255;
          scratch[at++] = owners[slot] >> 8;
        }
        const { slots, count } = stayed;
        for (let i = 0; i < count; i++) {
          const slot = slots[i];
          const stepX = Math.round(x[slot] * STEPS_PER_UNIT);
          const stepY = Math.round(y[slot] * STEPS_PER_UNIT);
          scratch[at++] = slot & 255;
          scratch[at++] = slot >> 8;
          scratch[at++] = stepX & 255;
          scratch[at++] = stepX >> 8;
          scratch[at++] = stepY & 255;
          scratch[at++] = stepY >> 8;
        }
        frames[v] = scratch.slice(0, at);
        bytes += at;
      }
      return bytes;
    },
    framesToCheck: () => frames.slice(0, CHECKED_VIEWERS),
    check(ticks) {
      return clients.every((known, v) => {
        for (const made of ticks) unpack(made[v], known);
        const expected = seenIn(scene, areas[v]);
        return (
          known.size === expected.length &&
          expected.every((body) => {
            const got = known.get(body);
            return (
              got !== undefined &&
              got[0] === Math.round(x[body] * STEPS_PER_UNIT) &&
              got[1] === Math.round(y[body] * STEPS_PER_UNIT)
            );
          })
        );
      });
    },
  };
}

/** What a client would do with a frame: by body, its x and y. */
function unpack(frame: Uint8Array, known: Map<number, [number, number]>): void {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  let at = 0;
  const next = () => {
    at += 2;
    return view.getUint16(at - 2, true);
  };
  for (let left = next(); left > 0; left--) known.delete(next());
  for (let entered = next(); entered > 0; entered--) {
    known.set(next(), [next(), next()]);
    at += 5;
  }
  while (at < frame.length) known.set(next(), [next(), next()]);
}
