import { EAT_RADIUS_RATIO } from "../../shared/formulas.ts";
import { type ArenaState, type Body, BodyKind, RADIUS_UNIT } from "../../shared/state.ts";
import type { Seen, Sight } from "./steering.ts";

/** What a bot has found among the bodies in view; the bodies themselves move on. */
export interface Look {
  /** Looks through all bodies in view: its largest cell, and what is nearest to where that was. */
  renew(state: ArenaState, number: number): void;
  /** Where all that is now. */
  sight(state: ArenaState): Sight;
}

export function createLook(): Look {
  let own: Body | undefined;
  let pellet: Body | undefined;
  let prey: Body | undefined;
  let hunter: Body | undefined;
  return {
    renew(state, number) {
      const from = own;
      let [toPellet, toPrey, toHunter] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      own = pellet = prey = hunter = undefined;
      for (const body of state.bodies.values()) {
        if (body.kind === BodyKind.cell && body.owner === number) {
          if (own === undefined || body.radius > own.radius) own = body;
          continue;
        }
        if (from === undefined) continue;
        const distance = (body.x - from.x) ** 2 + (body.y - from.y) ** 2;
        if (body.kind === BodyKind.pellet && distance < toPellet) {
          toPellet = distance;
          pellet = body;
        } else if (body.kind === BodyKind.cell && from.radius >= body.radius * EAT_RADIUS_RATIO && distance < toPrey) {
          toPrey = distance;
          prey = body;
        } else if (
          body.kind === BodyKind.cell &&
          body.radius >= from.radius * EAT_RADIUS_RATIO &&
          distance < toHunter
        ) {
          toHunter = distance;
          hunter = body;
        }
      }
    },
    sight(state) {
      const seen = (body: Body): Seen => ({
        x: body.x * state.positionUnit,
        y: body.y * state.positionUnit,
        radius: body.radius * RADIUS_UNIT,
      });
      const middle = state.worldSize / 2;
      return {
        own: own === undefined ? { x: middle, y: middle, radius: 0 } : seen(own),
        worldSize: state.worldSize,
        pellet: pellet && seen(pellet),
        prey: prey && seen(prey),
        hunter: hunter && seen(hunter),
      };
    },
  };
}
