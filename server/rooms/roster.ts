import type { MapSchema } from "@colyseus/schema";
import { type ArenaState, LEADERBOARD_LENGTH, LeaderboardEntry, Player } from "../../shared/state.ts";
import type { World, WorldPlayer } from "../arena/world.ts";

/** The world's players as the clients' low-rate state: who plays, and who leads. */
export interface Roster {
  /** Makes `player` known under `key`, its key in `ArenaState.players`. */
  add(key: string, player: WorldPlayer): void;
  remove(key: string): void;
  /** Takes over what has changed in the players. Call once a tick. */
  update(): void;
  /** Renews the leaderboard. */
  updateLeaderboard(world: World): void;
}

export function createRoster(state: ArenaState): Roster {
  const players = new Map<string, WorldPlayer>();

  function add(key: string, player: WorldPlayer): void {
    players.set(key, player);
    const entry = new Player();
    entry.number = player.number;
    entry.bot = player.bot;
    copy(player, entry);
    (state.players as MapSchema<Player>).set(key, entry);
  }

  function remove(key: string): void {
    players.delete(key);
    state.players.delete(key);
  }

  function update(): void {
    for (const [key, player] of players) {
      const entry = state.players.get(key);
      if (entry) copy(player, entry);
    }
  }

  function updateLeaderboard(world: World): void {
    const leaders = [...world.players.values()]
      .filter((player) => player.alive)
      .sort((a, b) => b.mass - a.mass || a.number - b.number)
      .slice(0, LEADERBOARD_LENGTH);
    const { leaderboard } = state;
    while (leaderboard.length > leaders.length) leaderboard.pop();
    for (const [rank, player] of leaders.entries()) {
      let entry = leaderboard[rank];
      if (!entry) {
        entry = new LeaderboardEntry();
        leaderboard.push(entry);
      }
      const mass = Math.round(player.mass);
      if (entry.player !== player.number) entry.player = player.number;
      if (entry.name !== player.name) entry.name = player.name;
      if (entry.mass !== mass) entry.mass = mass;
    }
  }

  return { add, remove, update, updateLeaderboard };
}

/** Only what differs is assigned: each assignment is a change that is sent to everyone. */
function copy(player: WorldPlayer, entry: Player): void {
  if (entry.name !== player.name) entry.name = player.name;
  if (entry.color !== player.color) entry.color = player.color;
  if (entry.alive !== player.alive) entry.alive = player.alive;
  if (entry.connected !== player.connected) entry.connected = player.connected;
}
