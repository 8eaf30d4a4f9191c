import type { Input } from "../../../shared/messages.ts";
import { addCell } from "../cells.ts";
import { addPlayer, type Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import type { Circle } from "../test-scene.ts";
import { decide } from "./brain.ts";

/** A bot that has just these cells, for a test. */
export function placeBot(simulation: Simulation, ...cells: Circle[]): Player {
  const bot = addPlayer(simulation, "Bot", true);
  bot.waiting = false;
  bot.alive = true;
  for (const cell of cells) addCell(simulation, bot, cell.x, cell.y, cell.radius);
  return bot;
}

/** What the bot would do now. */
export function decisionOf(simulation: Simulation, bot: Player): Input {
  const input = { x: 0, y: 0, split: false, eject: false };
  if (bot.mind === undefined) throw new Error(`player ${bot.number} is no bot`);
  decide(simulation, bot, bot.mind, input);
  return input;
}
