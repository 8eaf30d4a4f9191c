import { TICK_RATE } from "../../../shared/formulas.ts";
import { NO_BODY } from "../../space/bodies.ts";
import type { Mode, RoundPhase } from "../mode.ts";
import type { Player } from "../players.ts";
import { removeBody } from "../removal.ts";
import type { Simulation } from "../simulation.ts";

/**
 * A round: it waits for enough players, counts down, is played, and is over; then the arena is made anew and the next one waits.
 * Counted in ticks. A mode that is played in rounds has one, and makes its hooks its own.
 */

/** Who won a round: a player, or a team, or nobody. */
export interface Outcome {
  readonly winner: number;
  readonly winnerTeam: number;
  readonly winnerName: string;
}

export const NOBODY: Outcome = { winner: 0, winnerTeam: 0, winnerName: "" };

/** What differs from mode to mode. */
export interface RoundRules {
  /** Whether one may play before the round begins, too. */
  readonly isOpenBefore: boolean;
  /**
   * How the round ended, asked each tick while it is played; undefined while it goes on, which it may not once time is up.
   *
   * @param pending players of the round who are still to get their first cell
   */
  outcome(simulation: Simulation, isTimeUp: boolean, pending: ReadonlySet<number>): Outcome | undefined;
  /** The round has begun. */
  onBegin?(simulation: Simulation): void;
  /** The arena has been made anew for the next round. */
  onRestart?(simulation: Simulation): void;
}

export interface Round {
  readonly phase: RoundPhase;
  /** The tick in which the phase began. */
  readonly since: number;
  readonly hooks: Required<Pick<Mode, "onTick" | "mayJoin" | "onSpawn" | "status" | "addToHash">>;
}

const PHASES: readonly RoundPhase[] = ["waiting", "countdown", "playing", "over"];

export function createRound(rules: RoundRules): Round {
  let phase: RoundPhase = "waiting";
  let since = 0;
  let outcome = NOBODY;
  const pending = new Set<number>();

  function enter(next: RoundPhase, tick: number): void {
    phase = next;
    since = tick;
  }

  function onTick(simulation: Simulation): void {
    const { tick, players } = simulation;
    const isTimeUp = phase !== "waiting" && tick - since >= ticksOf(simulation, phase);
    if (phase === "waiting") {
      if (hasEnough(simulation)) enter("countdown", tick);
    } else if (phase === "countdown") {
      if (!hasEnough(simulation)) enter("waiting", tick);
      else if (isTimeUp) begin(simulation);
    } else if (phase === "playing") {
      for (const number of pending) if (players.get(number)?.connected !== true) pending.delete(number);
      const ended = rules.outcome(simulation, isTimeUp, pending);
      if (ended === undefined) return;
      outcome = ended;
      pending.clear();
      enter("over", tick);
    } else if (isTimeUp) restart(simulation);
  }

  /** Those who wait to play are of the round, and have places kept for them. */
  function begin(simulation: Simulation): void {
    for (const { number, waiting, connected } of simulation.players.values()) {
      if (waiting && connected) pending.add(number);
    }
    enter("playing", simulation.tick);
    rules.onBegin?.(simulation);
  }

  function restart(simulation: Simulation): void {
    clearArena(simulation);
    for (const player of simulation.players.values()) player.waiting = player.connected;
    outcome = NOBODY;
    enter("waiting", simulation.tick);
    rules.onRestart?.(simulation);
  }

  const hooks: Round["hooks"] = {
    onTick,
    mayJoin(_simulation, player) {
      if (phase === "playing") return pending.has(player.number);
      return phase !== "over" && rules.isOpenBefore;
    },
    onSpawn(_simulation, player) {
      pending.delete(player.number);
    },
    status(simulation) {
      const left = phase === "waiting" ? 0 : ticksOf(simulation, phase) - (simulation.tick - since);
      const isOn = phase === "playing" || phase === "over";
      return {
        phase,
        secondsLeft: Math.max(0, Math.ceil(left / TICK_RATE)),
        players: isOn ? countStanding(simulation, pending) : countReady(simulation),
        playersNeeded: simulation.settings.roundPlayers,
        ...outcome,
        isClosed: phase === "playing",
      };
    },
    addToHash(hash) {
      hash.add(PHASES.indexOf(phase));
      hash.add(since);
      hash.add(outcome.winner);
      hash.add(outcome.winnerTeam);
      hash.addText(outcome.winnerName);
      hash.add(pending.size);
      for (const number of pending) hash.add(number);
    },
  };

  return {
    get phase() {
      return phase;
    },
    get since() {
      return since;
    },
    hooks,
  };
}

/** The last player who stands, or when time is up the heaviest; nobody when all fell at once. */
export function lastStanding(
  simulation: Simulation,
  isTimeUp: boolean,
  pending: ReadonlySet<number>,
): Outcome | undefined {
  if (!isTimeUp && countStanding(simulation, pending) > 1) return undefined;
  let best: Player | undefined;
  for (const player of simulation.players.values()) {
    if (player.alive && (best === undefined || player.mass > best.mass)) best = player;
  }
  if (best !== undefined) return { winner: best.number, winnerTeam: 0, winnerName: best.name };
  return isTimeUp || pending.size === 0 ? NOBODY : undefined;
}

/** Players who are in the round: those alive, and those who are still to get their first cell. */
function countStanding(simulation: Simulation, pending: ReadonlySet<number>): number {
  let count = pending.size;
  for (const { alive } of simulation.players.values()) if (alive) count++;
  return count;
}

/** Players who count for the next round. */
function countReady(simulation: Simulation): number {
  let count = 0;
  for (const { connected } of simulation.players.values()) if (connected) count++;
  return count;
}

/** Whether a round can begin: bots fill it, but do not play rounds by themselves. */
function hasEnough(simulation: Simulation): boolean {
  let people = 0;
  for (const { connected, bot } of simulation.players.values()) if (connected && !bot) people++;
  return people > 0 && countReady(simulation) >= simulation.settings.roundPlayers;
}

/** How long a phase takes at most, in ticks; of "waiting", which has no end of its own, of no meaning. */
function ticksOf({ settings }: Simulation, phase: RoundPhase): number {
  const { roundCountdownSeconds, roundSeconds, roundPauseSeconds } = settings;
  const seconds = { waiting: 0, countdown: roundCountdownSeconds, playing: roundSeconds, over: roundPauseSeconds };
  return Math.ceil(seconds[phase] * TICK_RATE);
}

/** Takes every body away: pellets, viruses and mother cells come back by themselves, bit by bit. */
function clearArena(simulation: Simulation): void {
  const { ids, slotLimit } = simulation.space.bodies;
  for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY) removeBody(simulation, ids[slot]);
}
