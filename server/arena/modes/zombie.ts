import { COLORS } from "../../../shared/state.ts";
import { paintCells } from "../cells.ts";
import type { Mode } from "../mode.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { createRound, type Outcome } from "./round.ts";

/** The teams. */
const HUMAN = 1;
const ZOMBIE = 2;

/** Green, of COLORS (shared/state.ts), and how far a human's colour is from it at least. */
const ZOMBIE_COLOR = 21;
const LEAST_DIFFERENCE = 8;

const HUMANS_WON: Outcome = { winner: 0, winnerTeam: HUMAN, winnerName: "Humans" };
const ZOMBIES_WON: Outcome = { winner: 0, winnerTeam: ZOMBIE, winnerName: "Zombies" };

/** A player's own colour, or the one opposite to it if it could be taken for a zombie's. */
function humanColor(color: number): number {
  return Math.abs(color - ZOMBIE_COLOR) < LEAST_DIFFERENCE ? (color + COLORS / 2) % COLORS : color;
}

/** Humans and zombies, each of whom eat only the others. */
export function createZombie(): Mode {
  /** The colours that zombies had as humans, by number. */
  const ownColors = new Map<number, number>();
  const round = createRound({
    isOpenBefore: true,
    outcome(simulation, isTimeUp) {
      if (countHumans(simulation) === 0) return ZOMBIES_WON;
      return isTimeUp ? HUMANS_WON : undefined;
    },
    onRestart(simulation) {
      for (const player of simulation.players.values()) {
        player.team = HUMAN;
        player.color = ownColors.get(player.number) ?? humanColor(player.color);
      }
      ownColors.clear();
    },
  });

  function infect(simulation: Simulation, player: Player): void {
    ownColors.set(player.number, player.color);
    player.team = ZOMBIE;
    player.color = ZOMBIE_COLOR;
    paintCells(simulation, player, ZOMBIE_COLOR);
  }

  /** One of the humans becomes a zombie when none is there: as the round begins, or when the last one has gone. */
  function infectFirst(simulation: Simulation): void {
    const humans: Player[] = [];
    for (const player of simulation.players.values()) {
      if (player.team === ZOMBIE && player.connected) return;
      if (player.team === HUMAN && player.alive) humans.push(player);
    }
    if (humans.length > 0) infect(simulation, humans[simulation.random.integer(humans.length)]);
  }

  const { hooks } = round;
  return {
    ...hooks,
    name: "zombie",
    onTick(simulation) {
      hooks.onTick(simulation);
      if (round.phase === "playing") infectFirst(simulation);
    },
    teamOf: () => HUMAN,
    colorOf: (_simulation, { team, color }) => (team === ZOMBIE ? ZOMBIE_COLOR : humanColor(color)),
    mayJoin: (simulation, player) => round.phase === "playing" || hooks.mayJoin(simulation, player),
    onSpawn(simulation, player) {
      hooks.onSpawn(simulation, player);
      // Whoever comes late, or has died otherwise.
      if (round.phase === "playing" && player.team === HUMAN) infect(simulation, player);
    },
    // Who comes late comes as a zombie.
    status: (simulation) => ({ ...hooks.status(simulation), isClosed: false }),
    mayEat: (_simulation, eater, prey) => eater.team !== prey.team,
    onEaten(simulation, eater, prey) {
      const isFatal = prey.cells.count === 1;
      if (round.phase !== "playing" || !isFatal || eater?.team !== ZOMBIE) return;
      infect(simulation, prey);
      // It rises at once.
      prey.waiting = prey.connected && simulation.players.has(prey.number);
    },
    addToHash(hash) {
      hooks.addToHash(hash);
      hash.add(ownColors.size);
      for (const [number, color] of ownColors) {
        hash.add(number);
        hash.add(color);
      }
    },
  };
}

/** Humans present and alive. */
function countHumans(simulation: Simulation): number {
  let count = 0;
  for (const { team, alive } of simulation.players.values()) if (team === HUMAN && alive) count++;
  return count;
}
