import type { WordFilter } from "../../../shared/blocked-words.ts";
import type { Rank, Watching } from "../../../shared/news.ts";
import type { World, WorldPlayer } from "../../arena/world.ts";
import type { RectangleArea } from "../../interest/interest.ts";
import { type Camera, createCamera } from "./camera.ts";
import { type ChatVoice, createChatVoice } from "./chat.ts";
import { createLife, type Life } from "./lives.ts";

/** Who a client is in its room; kept in `client.userData`, which a reconnection takes over. */
export interface Seat {
  /** Undefined for a spectator who has not played yet. */
  player: WorldPlayer | undefined;
  life: Life | undefined;
  /** Whether it looks at what its camera follows; otherwise, having no cells, at where it died. */
  isWatching: boolean;
  readonly camera: Camera;
  /** Whether the client has yet to hear of what the camera looks at. */
  hasNewSight: boolean;
  /** What it sees, renewed each tick. */
  readonly area: { -readonly [K in keyof RectangleArea]: number };
  readonly voice: ChatVoice;
  /** As the client was last told. */
  rank: Rank;
}

export function createSeat(world: World, filter: WordFilter): Seat {
  const middle = world.settings.worldSize / 2;
  return {
    player: undefined,
    life: undefined,
    isWatching: true,
    camera: createCamera(world, middle, middle),
    hasNewSight: true,
    area: { centerX: middle, centerY: middle, width: 0, height: 0 },
    voice: createChatVoice(world.settings, filter),
    rank: { rank: 0, of: 0 },
  };
}

/** Gives a seat a player, who is to play now. */
export function seatPlayer(seat: Seat, player: WorldPlayer): void {
  seat.player = player;
  seat.life = createLife(player);
  seat.isWatching = false;
}

/** Brings the area of a seat to where it looks now. */
export function aimSeat(seat: Seat, world: World): void {
  const { player, camera, area } = seat;
  if (player?.alive) seat.isWatching = false;
  let shown = player;
  if (seat.isWatching) {
    camera.move();
    seat.hasNewSight ||= camera.hasChanged;
    shown = camera.target;
  }
  if (shown) {
    const { centerX, centerY, width, height } = world.viewOf(shown);
    area.centerX = centerX;
    area.centerY = centerY;
    area.width = width;
    area.height = height;
    return;
  }
  const { viewWidth, viewHeight, spectatorScale } = world.settings;
  area.centerX = camera.watching.x;
  area.centerY = camera.watching.y;
  area.width = viewWidth / spectatorScale;
  area.height = viewHeight / spectatorScale;
}

/** What a watching client is to be told now, if anything: a free camera's place every second tick. */
export function takeNewSight(seat: Seat, tick: number): Readonly<Watching> | undefined {
  const { watching } = seat.camera;
  if (!seat.isWatching || !seat.hasNewSight || (watching.follow === "free" && tick % 2 === 1)) return undefined;
  seat.hasNewSight = false;
  return watching;
}
