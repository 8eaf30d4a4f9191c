import { TICK_RATE } from "../../../shared/formulas.ts";
import type { Input } from "../../../shared/messages.ts";
import { latchInput } from "../input.ts";
import { addPlayer } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { decide } from "./brain.ts";
import { BOT_NAMES } from "./names.ts";

/** A bot thinks once in so many ticks; those with near numbers do so in different ones. */
const THINK_INTERVAL = 4;
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
  for (const player of simulation.players.values()) {
    if (!player.bot) continue;
    if (!player.alive) {
      if (simulation.tick - player.diedAt >= RESPAWN_DELAY) player.waiting = true;
    } else if ((simulation.tick + player.number) % THINK_INTERVAL === 0) {
      decide(simulation, player, decision);
      latchInput(player.controls, decision);
    }
  }
}

/** Filled anew by each decision, and read at once. */
const decision: Input = { x: 0, y: 0, split: false, eject: false };
