import { SPLIT_MIN_RADIUS } from "../../shared/formulas.ts";
import type { Random } from "../../shared/random.ts";
import { AIM_DISTANCE, createSteering, type Seen, type Steering } from "./steering.ts";

/** A hunter within this distance (u, from edge to edge) is fled from. */
const FEAR_DISTANCE = 250;
/** Prey within this distance (u) is split at. */
const STRIKE_DISTANCE = 450;
/** The share of beats in which a bot that may eject does. */
const EJECT_SHARE = 0.2;

/** Flees from whoever could eat it, hunts whomever it could eat and splits at them, ejects much, and else grazes. */
export function createHunting(random: Random): Steering {
  const grazing = createSteering(random);
  let pressed = false;
  return {
    steer(sight) {
      const { own, prey, hunter, pellet } = sight;
      const idle = grazing.steer(sight);
      const large = own.radius >= SPLIT_MIN_RADIUS;
      const eject = large && random.next() < EJECT_SHARE;
      if (hunter !== undefined && distance(own, hunter) - hunter.radius < FEAR_DISTANCE) {
        pressed = false;
        return { ...ahead(own, own.x - hunter.x, own.y - hunter.y), split: false, eject };
      }
      if (prey !== undefined) {
        // The button acts each time that it goes down.
        pressed = large && !pressed && distance(own, prey) < STRIKE_DISTANCE;
        return { x: prey.x, y: prey.y, split: pressed, eject };
      }
      pressed = false;
      if (pellet !== undefined) return { ...ahead(own, pellet.x - own.x, pellet.y - own.y), split: false, eject };
      return { ...idle, split: false, eject };
    },
  };
}

function distance(a: Seen, b: Seen): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A point to steer to from `own`, in a direction of any length but 0; straight on along x for that. */
function ahead(own: Seen, x: number, y: number): { x: number; y: number } {
  const length = Math.hypot(x, y);
  if (length === 0) return { x: own.x + AIM_DISTANCE, y: own.y };
  return { x: own.x + (AIM_DISTANCE * x) / length, y: own.y + (AIM_DISTANCE * y) / length };
}
