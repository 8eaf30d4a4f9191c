/** What an arena tells its clients in messages, beside the state: who died, who leads, where the heaviest are. */
import { type Client, ClientState, type Room } from "@colyseus/core";
import { TICK_RATE } from "../../../shared/formulas.ts";
import { MessageName, SPAWN } from "../../../shared/message-names.ts";
import type { Refusal } from "../../../shared/messages.ts";
import type { Deaths, Minimap } from "../../../shared/news.ts";
import { byMass, type World } from "../../arena/world.ts";
import type { Life } from "./lives.ts";
import { drawMinimap } from "./minimap.ts";
import type { Roster } from "./roster.ts";
import { type Seat, takeNewSight } from "./seat.ts";

export interface NewsDesk {
  /**
   * Sends what is new since the last tick. Call once a tick.
   *
   * @param seats all that are taken, those of lost connections included: what happens to them is told once they are back.
   */
  send(seats: Iterable<Seat>, seatOf: (client: Client) => Seat | undefined): void;
}

/** Most deaths that are told of in one tick. */
const MOST_DEATHS = 20;
/** Ranks are renewed so often, and told to a part of the clients in each tick: all at once made that tick the dearest. */
const RANK_INTERVAL_TICKS = TICK_RATE;

const NO_SAFE_PLACE: Refusal = {
  message: SPAWN,
  field: "",
  reason: "There is no safe place to begin right now: you come in as soon as one is found.",
};

export function createNewsDesk(room: Room, world: World, roster: Roster): NewsDesk {
  const { minimapsPerSecond } = world.settings;
  const minimapTicks = minimapsPerSecond > 0 ? Math.max(1, Math.round(TICK_RATE / minimapsPerSecond)) : Infinity;
  /** By the number of their player; holds nothing between ticks. */
  const lives = new Map<number, Life>();
  /** By the number of the player, from 1 on. */
  let ranks: ReadonlyMap<number, number> = new Map();

  /** Counts the meals of the tick for those concerned, and tells all who died. */
  function tellMeals(seats: Iterable<Seat>): void {
    const { count, eater, prey, fatal } = world.meals;
    if (count === 0) return;
    for (const { player, life } of seats) if (player && life) lives.set(player.number, life);
    const deaths: Deaths["deaths"] = [];
    for (let i = 0; i < count; i++) {
      const isFatal = fatal[i] === 1;
      lives.get(eater[i])?.hasEaten(isFatal);
      if (!isFatal) continue;
      const byName = roster.nameOf(eater[i]);
      lives.get(prey[i])?.wasEatenBy(eater[i], byName);
      if (deaths.length < MOST_DEATHS) {
        deaths.push({ player: prey[i], name: roster.nameOf(prey[i]), by: eater[i], byName });
      }
    }
    // Those who leave are not to be held here until the next meal.
    lives.clear();
    if (deaths.length > 0) room.broadcast(MessageName.deaths, { deaths } satisfies Deaths);
  }

  /** 0 for one without cells. */
  function rankOf({ player }: Seat): number {
    return (player && ranks.get(player.number)) ?? 0;
  }

  function tellRank(client: Client, seat: Seat): void {
    const rank = rankOf(seat);
    if (seat.rank?.rank === rank && seat.rank.of === ranks.size) return;
    seat.rank = { rank, of: ranks.size };
    client.send(MessageName.rank, seat.rank);
  }

  /** Once for each time that its player finds no safe place: the world tries again in each tick by itself. */
  function tellWait(client: Client, seat: Seat): void {
    const isRefused = seat.player?.waiting === true && seat.player.refusedSpawns > 0;
    if (isRefused && !seat.knowsOfWait) client.send(MessageName.refused, NO_SAFE_PLACE);
    seat.knowsOfWait = isRefused;
  }

  return {
    send(seats, seatOf) {
      tellMeals(seats);
      const isRankTick = world.tick % RANK_INTERVAL_TICKS === 0;
      const isMinimapTick = world.tick % minimapTicks === 0;
      const leaders = isRankTick || isMinimapTick ? byMass(world.players.values()) : [];
      if (isRankTick) ranks = new Map(leaders.map(({ number }, index) => [number, index + 1]));
      if (isMinimapTick) room.broadcast(MessageName.minimap, { dots: drawMinimap(world, leaders) } satisfies Minimap);
      for (const seat of seats) {
        seat.life?.update(world.tick);
        if (isRankTick) seat.life?.hasRank(rankOf(seat));
      }
      for (const [index, client] of room.clients.entries()) {
        const seat = seatOf(client);
        // Until a client has acknowledged that it is there, its news wait: the framework would keep them all in memory.
        if (!seat || client.state !== ClientState.JOINED) continue;
        const life = seat.life?.takeEnded();
        if (life) client.send(MessageName.life, life);
        if ((world.tick + index) % RANK_INTERVAL_TICKS === 0) tellRank(client, seat);
        tellWait(client, seat);
        const sight = takeNewSight(seat, world.tick);
        if (sight) client.send(MessageName.watching, sight);
      }
    },
  };
}
