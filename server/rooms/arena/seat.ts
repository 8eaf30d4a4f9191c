import type { Client } from "@colyseus/core";
import type { WordFilter } from "../../../shared/blocked-words.ts";
import type { Spectate } from "../../../shared/messages.ts";
import type { Rank, Watching } from "../../../shared/news.ts";
import type { World, WorldPlayer } from "../../arena/world.ts";
import type { RectangleArea } from "../../interest/interest.ts";
import { type Camera, createCamera } from "./camera.ts";
import { type ChatVoice, createChatVoice } from "./chat.ts";
import { createLife, type Life } from "./lives.ts";

/** What a player looks like to others. */
export interface Looks {
  readonly name: string;
  /** Undefined for one by chance. */
  readonly color: number | undefined;
  /** "" for none. */
  readonly skin: string;
}

/** Who a client is in its room; kept in `client.userData`, which a reconnection takes over. */
export interface Seat {
  /** Undefined for a spectator who has not played yet. */
  player: WorldPlayer | undefined;
  life: Life | undefined;
  /** As it joined: what a spectator will look like who plays without saying anything else. */
  readonly looks: Looks;
  /** Whether it looks at what its camera follows; otherwise, having no cells, at where it died. */
  isWatching: boolean;
  readonly camera: Camera;
  /** Whether the client has yet to hear of what the camera looks at. */
  hasNewSight: boolean;
  /** What it sees, renewed each tick. */
  readonly area: { -readonly [K in keyof RectangleArea]: number };
  readonly voice: ChatVoice;
  /** As the client was last told; undefined when it has yet to hear of it. */
  rank: Rank | undefined;
  /** Whether the client has been told that its player has to wait for a first cell. */
  knowsOfWait: boolean;
}

export function createSeat(world: World, filter: WordFilter, looks: Looks): Seat {
  const middle = world.settings.worldSize / 2;
  const camera = createCamera(world, middle, middle);
  // The state with which a client begins shows what it looks at, though no tick has passed.
  camera.move();
  return {
    player: undefined,
    life: undefined,
    looks,
    isWatching: true,
    camera,
    hasNewSight: true,
    area: { centerX: middle, centerY: middle, width: 0, height: 0 },
    voice: createChatVoice(world.settings, filter),
    rank: undefined,
    knowsOfWait: false,
  };
}

/** The seat of a client that has one. */
export function seatOf(client: Client): Seat | undefined {
  return client.userData as Seat | undefined;
}

/** Gives a seat a player, who is to play now. */
export function seatPlayer(seat: Seat, player: WorldPlayer): void {
  seat.player = player;
  seat.life = createLife(player);
  seat.isWatching = false;
}

/** Looks at something else, from where its player died on, if it has had one. */
export function watch(seat: Seat, follow: Spectate["follow"]): void {
  if (!seat.isWatching && seat.player) seat.camera.lookAt(seat.player.deathX, seat.player.deathY);
  seat.isWatching = true;
  seat.hasNewSight = true;
  seat.camera.follow(follow);
}

/** Moves the camera of one who watches, as long as its player has no cells. Call once a tick, whether patches are sent or not. */
export function moveCamera(seat: Seat): void {
  if (seat.player?.alive) seat.isWatching = false;
  if (!seat.isWatching) return;
  seat.camera.move();
  seat.hasNewSight ||= seat.camera.hasChanged;
}

/** The client is to be told everything anew: it may be another page by now. */
export function forgetTold(seat: Seat): void {
  seat.hasNewSight = true;
  seat.rank = undefined;
  seat.knowsOfWait = false;
}

/** Brings the area of a seat to where it looks now. */
export function aimSeat({ player, isWatching, camera, area }: Seat, world: World): void {
  const shown = isWatching ? camera.target : player;
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
