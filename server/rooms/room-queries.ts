import type { World } from "../arena/world.ts";
import type { Interest, Viewer } from "../interest/interest.ts";
import { NO_BODY, slotOf } from "../space/bodies.ts";
import { createIdList, type IdList } from "../space/space.ts";

/** What tools may ask an arena; http/room-queries.ts says of what form. */
export interface RoomQueries {
  inRectangle(minX: number, minY: number, maxX: number, maxY: number, limit: number): FoundBodies;
  inCircle(x: number, y: number, radius: number, limit: number): FoundBodies;
  nearest(x: number, y: number, count: number, limit: number): FoundBodies;
  explain(session: string, key: number): object | "no-session" | "no-body";
}

interface FoundBodies {
  readonly bodies: readonly object[];
  readonly truncated: boolean;
}

/** @param viewerOf of the client of a session, if there is one. */
export function createRoomQueries(
  { space, bodies }: World,
  interest: Interest,
  viewerOf: (session: string) => Viewer | undefined,
): RoomQueries {
  const list = createIdList();

  function describe({ ids, count }: IdList, limit: number): FoundBodies {
    const found = [...ids.subarray(0, Math.min(count, limit))].map((id) => {
      const slot = slotOf(id);
      const { x, y, radius } = space.bodies;
      const { kind, owner, color } = bodies;
      return {
        key: slot,
        id,
        kind: kind[slot],
        owner: owner[slot],
        color: color[slot],
        x: x[slot],
        y: y[slot],
        radius: radius[slot],
      };
    });
    return { bodies: found, truncated: count > limit };
  }

  return {
    inRectangle(minX, minY, maxX, maxY, limit) {
      space.overlapRect(minX, minY, maxX, maxY, list);
      return describe(list, limit);
    },
    inCircle(x, y, radius, limit) {
      space.overlapCircle(x, y, radius, list);
      return describe(list, limit);
    },
    nearest(x, y, count, limit) {
      // One more than are shown tells whether there are more.
      space.nearest(x, y, Math.min(count, limit + 1), list);
      return describe(list, limit);
    },
    explain(session, key) {
      const viewer = viewerOf(session);
      const id = key < space.bodies.slotLimit ? space.bodies.ids[key] : NO_BODY;
      if (viewer === undefined) return "no-session";
      if (id === NO_BODY) return "no-body";
      return interest.explain(viewer, id);
    },
  };
}
