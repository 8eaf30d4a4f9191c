import type { MapSchema } from "@colyseus/schema";
import { type ArenaState, LEADERBOARD_LENGTH, LeaderboardEntry, Player } from "../../../shared/state.ts";
import type { World, WorldPlayer } from "../../arena/world.ts";

/** The world's players, round and border as the clients' low-rate state. */
export interface Roster {
  /** Makes `player` known under `key`, its key in `ArenaState.players`. */
  add(key: string, player: WorldPlayer, skin: string): void;
  setSkin(key: string, skin: string): void;
  /** The player has left; it stays known as long as its cells stay. */
  leave(key: string): void;
  /** What a player is called that is known; "" for any other number, and 0. */
  nameOf(number: number): string;
  /** Takes over what has changed. Call once a tick. */
  update(): void;
  /** Renews the leaderboard. */
  updateLeaderboard(): void;
}

export function createRoster(state: ArenaState, world: World): Roster {
  const players = new Map<string, WorldPlayer>();
  const keys = new Map<number, string>();
  const left = new Set<string>();
  const entries = state.players as MapSchema<Player>;

  function forget(key: string): void {
    const number = players.get(key)?.number;
    if (number !== undefined && keys.get(number) === key) keys.delete(number);
    players.delete(key);
    left.delete(key);
    entries.delete(key);
  }

  function updateRound(): void {
    const status = world.status();
    if (status === undefined) return;
    const { round } = state;
    assign(round, "phase", status.phase);
    assign(round, "secondsLeft", status.secondsLeft);
    assign(round, "players", status.players);
    assign(round, "playersNeeded", status.playersNeeded);
    assign(round, "winner", status.winnerName);
  }

  return {
    add(key, player, skin) {
      players.set(key, player);
      keys.set(player.number, key);
      const entry = new Player();
      entry.number = player.number;
      entry.bot = player.bot;
      entry.skin = skin;
      copy(player, entry);
      entries.set(key, entry);
    },
    setSkin(key, skin) {
      const entry = entries.get(key);
      if (entry) assign(entry, "skin", skin);
    },
    leave: (key) => left.add(key),
    nameOf(number) {
      const key = keys.get(number);
      return (key !== undefined && players.get(key)?.name) || "";
    },
    update() {
      // Not in the tick in which its cells go, but in the next one: the news of that tick have to name it.
      for (const key of left) {
        if (!players.get(key)?.alive && !entries.get(key)?.alive) forget(key);
      }
      for (const [key, player] of players) {
        const entry = entries.get(key);
        if (!entry) continue;
        copy(player, entry);
        assign(entry, "connected", player.connected && !left.has(key));
      }
      const { minX, minY, maxX, maxY } = world.border;
      assign(state, "borderMinX", Math.fround(minX));
      assign(state, "borderMinY", Math.fround(minY));
      assign(state, "borderMaxX", Math.fround(maxX));
      assign(state, "borderMaxY", Math.fround(maxY));
      updateRound();
    },
    updateLeaderboard() {
      const lines = world.leaderboard().slice(0, LEADERBOARD_LENGTH);
      const { leaderboard } = state;
      while (leaderboard.length > lines.length) leaderboard.pop();
      for (const [rank, { player, team = 0, name, mass }] of lines.entries()) {
        let entry = leaderboard[rank];
        if (!entry) {
          entry = new LeaderboardEntry();
          leaderboard.push(entry);
        }
        assign(entry, "player", player);
        assign(entry, "team", team);
        assign(entry, "name", name);
        assign(entry, "mass", Math.round(mass));
      }
    },
  };
}

function copy(player: WorldPlayer, entry: Player): void {
  assign(entry, "name", player.name);
  assign(entry, "color", player.color);
  assign(entry, "team", player.team);
  assign(entry, "alive", player.alive);
}

/** Only what differs is assigned: each assignment is a change that is sent to everyone. */
function assign<T, K extends keyof T>(to: T, field: K, value: T[K]): void {
  if (to[field] !== value) to[field] = value;
}
