/** What an arena tells its clients in messages, beside the state: who died, who leads, where the heaviest are. */
import { type Client, ClientState, type Room } from "@colyseus/core";
import { TICK_RATE } from "../../../shared/formulas.ts";
import { MessageName } from "../../../shared/message-names.ts";
import type { Deaths, Minimap } from "../../../shared/news.ts";
import type { World, WorldPlayer } from "../../arena/world.ts";
import { drawMinimap } from "./minimap.ts";
import type { Roster } from "./roster.ts";
import { type Seat, takeNewSight } from "./seat.ts";

export interface NewsDesk {
  /** Sends what is new since the last tick. Call once a tick. */
  send(seatOf: (client: Client) => Seat | undefined): void;
}

/** Most deaths that are told of in one tick. */
const MOST_DEATHS = 20;
const RANK_INTERVAL_TICKS = TICK_RATE;

export function createNewsDesk(room: Room, world: World, roster: Roster): NewsDesk {
  const { minimapsPerSecond } = world.settings;
  const minimapTicks = minimapsPerSecond > 0 ? Math.max(1, Math.round(TICK_RATE / minimapsPerSecond)) : Infinity;
  /** Seats with a player, by the player's number. */
  const seats = new Map<number, Seat>();

  function gatherSeats(seatOf: (client: Client) => Seat | undefined): void {
    seats.clear();
    for (const client of room.clients) {
      const seat = seatOf(client);
      if (seat?.player) seats.set(seat.player.number, seat);
    }
  }

  /** Counts the meals of the tick for those concerned, and tells all who died. */
  function tellMeals(): void {
    const { count, eater, prey, fatal } = world.meals;
    const deaths: Deaths["deaths"] = [];
    for (let i = 0; i < count; i++) {
      const isFatal = fatal[i] === 1;
      seats.get(eater[i])?.life?.hasEaten(isFatal);
      if (!isFatal) continue;
      const byName = roster.nameOf(eater[i]);
      seats.get(prey[i])?.life?.wasEatenBy(eater[i], byName);
      if (deaths.length < MOST_DEATHS) {
        deaths.push({ player: prey[i], name: roster.nameOf(prey[i]), by: eater[i], byName });
      }
    }
    if (deaths.length > 0) room.broadcast(MessageName.deaths, { deaths } satisfies Deaths);
  }

  function tellLives(client: Client, seat: Seat): void {
    const life = seat.life?.update(world.tick);
    if (life) tell(client, MessageName.life, life);
  }

  function tellRank(client: Client, seat: Seat, ranks: ReadonlyMap<number, number>): void {
    const rank = ranks.get(seat.player?.number ?? 0) ?? 0;
    if (rank > 0) seat.life?.hasRank(rank);
    if (seat.rank.rank === rank && seat.rank.of === ranks.size) return;
    seat.rank = { rank, of: ranks.size };
    tell(client, MessageName.rank, seat.rank);
  }

  function tellSight(client: Client, seat: Seat): void {
    const sight = takeNewSight(seat, world.tick);
    if (sight) tell(client, MessageName.watching, sight);
  }

  return {
    send(seatOf) {
      gatherSeats(seatOf);
      tellMeals();
      const isRankTick = world.tick % RANK_INTERVAL_TICKS === 0;
      const isMinimapTick = world.tick % minimapTicks === 0;
      const leaders = isRankTick || isMinimapTick ? rankPlayers(world) : [];
      const ranks = new Map(isRankTick ? leaders.map(({ number }, index) => [number, index + 1]) : []);
      if (isMinimapTick) room.broadcast(MessageName.minimap, { dots: drawMinimap(world, leaders) } satisfies Minimap);
      for (const client of room.clients) {
        const seat = seatOf(client);
        if (!seat) continue;
        tellLives(client, seat);
        if (isRankTick) tellRank(client, seat, ranks);
        tellSight(client, seat);
      }
    },
  };
}

/** The framework keeps what is sent to one who has not yet acknowledged the join: that one need not hear of this. */
function tell(client: Client, name: string, message: object): void {
  if (client.state === ClientState.JOINED) client.send(name, message);
}

/** The players alive, heaviest first. */
function rankPlayers({ players }: World): WorldPlayer[] {
  return [...players.values()].filter(({ alive }) => alive).sort((a, b) => b.mass - a.mass || a.number - b.number);
}
