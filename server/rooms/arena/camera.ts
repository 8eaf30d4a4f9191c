import type { Spectate } from "../../../shared/messages.ts";
import type { Watching } from "../../../shared/news.ts";
import type { World, WorldPlayer } from "../../arena/world.ts";

/** What one without cells looks at. A spectator costs the players nothing: the simulation does not know of it. */
export interface Camera {
  /** Chooses what to look at. */
  follow(wish: Spectate["follow"]): void;
  /** Where a free camera goes, in u. */
  steerTo(x: number, y: number): void;
  /** Puts a camera that follows nobody at a place, in u. */
  lookAt(x: number, y: number): void;
  /** One tick: finds the one who is followed, or moves. */
  move(): void;
  /** Where it looks now, with what clients are to be told of it. The object is filled anew by each `move`. */
  readonly watching: Readonly<Watching>;
  /** Whether that has changed since the last `move` in a way that a client has to hear of. */
  readonly hasChanged: boolean;
  /** The player who is followed, if it is there. */
  readonly target: WorldPlayer | undefined;
}

/** How far a free camera moves in a tick, in u. */
const SPEED = 32;
/**
 * Whoever is to be followed as the leader instead of another has this many times its mass: else two as heavy as each other would
 * have the camera leap between them.
 */
const LEAD = 1.1;

/** A camera that begins where (x, y) is and follows the leader. */
export function createCamera(world: World, x: number, y: number): Camera {
  const watching: Watching = { follow: "leader", player: 0, x, y };
  let wanted = 0;
  let aimX = x;
  let aimY = y;
  let hasChanged = true;
  let target: WorldPlayer | undefined;
  let leader: WorldPlayer | undefined;

  function find(): WorldPlayer | undefined {
    if (watching.follow === "free") return undefined;
    if (watching.follow === "leader") {
      const best = heaviest(world);
      const isStillThere = leader?.alive && world.players.get(leader.number) === leader;
      if (!isStillThere || (best && leader && best.mass > leader.mass * LEAD)) leader = best;
      return leader;
    }
    const player = world.players.get(wanted);
    return player?.alive ? player : undefined;
  }

  return {
    watching,
    get hasChanged() {
      return hasChanged;
    },
    get target() {
      return target;
    },
    follow(wish) {
      watching.follow = typeof wish === "number" ? "player" : wish;
      wanted = typeof wish === "number" ? wish : 0;
      leader = undefined;
      aimX = watching.x;
      aimY = watching.y;
    },
    lookAt(toX, toY) {
      watching.x = toX;
      watching.y = toY;
    },
    steerTo(toX, toY) {
      aimX = toX;
      aimY = toY;
    },
    move() {
      const before = watching.player;
      target = find();
      watching.player = target?.number ?? 0;
      hasChanged = watching.player !== before;
      if (target) {
        const view = world.viewOf(target);
        watching.x = view.centerX;
        watching.y = view.centerY;
      } else if (watching.follow === "free") {
        const { minX, minY, maxX, maxY } = world.border;
        const distance = Math.hypot(aimX - watching.x, aimY - watching.y);
        if (distance === 0) return;
        const share = Math.min(1, SPEED / distance);
        const nextX = Math.max(minX, Math.min(maxX, watching.x + (aimX - watching.x) * share));
        const nextY = Math.max(minY, Math.min(maxY, watching.y + (aimY - watching.y) * share));
        hasChanged ||= nextX !== watching.x || nextY !== watching.y;
        watching.x = nextX;
        watching.y = nextY;
      }
    },
  };
}

function heaviest({ players }: World): WorldPlayer | undefined {
  let best: WorldPlayer | undefined;
  for (const player of players.values()) {
    if (player.alive && (best === undefined || player.mass > best.mass)) best = player;
  }
  return best;
}
