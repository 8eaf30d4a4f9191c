import { TICK_RATE } from "../../../shared/formulas.ts";
import type { Input } from "../../../shared/messages.ts";
import { latchInput } from "../input.ts";
import { addPlayer, leave, type Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { decide } from "./brain.ts";
import { clearMind } from "./mind.ts";
import { follow } from "./minions.ts";
import { BOT_NAMES } from "./names.ts";

/** A bot thinks once in so many ticks; those with near numbers do so in different ones. */
const THINK_INTERVAL = 4;
/** The longest that a bot goes without thinking, however much load is to be shed (ticks). */
const LONGEST_THINK_INTERVAL = 32;
/** Ticks for which a bot stays dead. */
const RESPAWN_DELAY = 2 * TICK_RATE;

/** Adds the bots that the settings ask for. */
export function addBots(simulation: Simulation): void {
  for (let i = 0; i < simulation.settings.bots; i++) {
    addPlayer(simulation, BOT_NAMES[i % BOT_NAMES.length], true);
  }
}

/** Bots do what the players of clients do: they ask to respawn when dead, and send inputs. */
export function playBots(simulation: Simulation): void {
  const { tick, players, shedding } = simulation;
  const interval = thinkInterval(shedding);
  for (const player of players.values()) {
    if (player.mind !== undefined) playBot(simulation, player, tick % interval === player.number % interval);
  }
}

/** How many ticks apart a bot's decisions are: each level of shedding doubles them. */
export function thinkInterval(shedding: number): number {
  return Math.min(LONGEST_THINK_INTERVAL, THINK_INTERVAL * 2 ** Math.max(0, Math.floor(shedding)));
}

function playBot(simulation: Simulation, player: Player, isDue: boolean): void {
  const { mind } = player;
  if (mind === undefined) return;
  if (mind.master > 0 && !simulation.players.has(mind.master)) {
    leave(simulation, player);
  } else if (!player.alive) {
    clearMind(mind);
    if (simulation.tick - player.diedAt >= RESPAWN_DELAY) player.waiting = true;
  } else if (isDue) {
    if (!follow(simulation, mind.master, decision)) decide(simulation, player, mind, decision);
    latchInput(player.controls, decision);
  }
}

/** Filled anew by each decision, and read at once. */
const decision: Input = { x: 0, y: 0, split: false, eject: false };
