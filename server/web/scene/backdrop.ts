/** A quiet arena behind the menu: pellets at rest and a few cells that drift about, the same for everyone. */
import { createRandom } from "../../../shared/random.ts";
import { BodyKind, COLORS } from "../../../shared/state.ts";
import type { VisibleBody } from "../motion/interpolation.ts";

const WIDTH = 2400;
const HEIGHT = 1500;
const PELLETS = 130;
const CELLS = 11;
const VIRUSES = 3;
/** How far (u) and how fast (radians a second) cells drift around their places. */
const DRIFT = 90;
const DRIFT_SPEED = 0.22;

export interface Backdrop {
  /** What it shows at `now` (milliseconds); without motion, always the same. The middle is (0, 0). */
  at(now: number): readonly VisibleBody[];
}

export function createBackdrop(isStill: () => boolean): Backdrop {
  const random = createRandom(11);
  const between = (low: number, high: number) => low + random.next() * (high - low);
  const place = () => ({ x: between(-WIDTH / 2, WIDTH / 2), y: between(-HEIGHT / 2, HEIGHT / 2), owner: 0 });
  const color = () => Math.floor(between(0, COLORS));
  const bodies: VisibleBody[] = [];
  for (let i = 0; i < PELLETS; i++) bodies.push({ ...place(), radius: 10, kind: BodyKind.pellet, color: color() });
  for (let i = 0; i < VIRUSES; i++) bodies.push({ ...place(), radius: 100, kind: BodyKind.virus, color: 0 });
  const cells = Array.from({ length: CELLS }, (_, i) => {
    const body = { ...place(), radius: 36 + 150 * (i / CELLS) ** 2, kind: BodyKind.cell, color: color() };
    bodies.push(body);
    return { body, homeX: body.x, homeY: body.y, phase: between(0, 7) };
  });

  return {
    at(now) {
      const time = isStill() ? 0 : (now / 1000) * DRIFT_SPEED;
      for (const { body, homeX, homeY, phase } of cells) {
        body.x = homeX + DRIFT * Math.sin(time + phase);
        body.y = homeY + DRIFT * Math.sin(time * 0.7 + phase * 2);
      }
      return bodies;
    },
  };
}
