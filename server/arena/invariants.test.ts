import fc from "fast-check";
import { describe, it } from "vitest";
import {
  decayedRadius,
  EJECT_MASS_LOSS,
  EJECTA_RADIUS,
  MAX_CELLS,
  MAX_RADIUS,
  massOf,
  pelletRadius,
  START_RADIUS,
  TICK_RATE,
} from "../../shared/formulas.ts";
import type { Phase } from "../../shared/phases.ts";
import { DEFAULT_SETTINGS } from "../../shared/settings.ts";
import { BodyKind } from "../../shared/state.ts";
import { NO_BODY, slotOf } from "../space/bodies.ts";
import { addBots } from "./bots/bots.ts";
import { addCell } from "./cells.ts";
import { addPlayer, type Player } from "./players.ts";
import { fillPellets } from "./rules/pellets.ts";
import { createSimulation, type Simulation } from "./simulation.ts";
import { worldOf } from "./world.ts";

const WORLD_SIZE = 3000;
const MAX_NUMBER_OF_PLAYERS = 6;
const GAMES = 20;
const TIMEOUT_MILLISECONDS = 60_000;

/** One thing that happens between two ticks, to the player with the index `who` among those present. */
const events = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant("input" as const),
      who: fc.nat(50),
      // Any point that a client may send, the far ones of the protocol's limit among them.
      x: fc.oneof(fc.double({ min: 0, max: WORLD_SIZE, noNaN: true }), fc.constantFrom(-1e6, 1e6, 0, -0)),
      y: fc.oneof(fc.double({ min: 0, max: WORLD_SIZE, noNaN: true }), fc.constantFrom(-1e6, 1e6, 0, -0)),
      ownCenter: fc.boolean(),
      split: fc.boolean(),
      eject: fc.boolean(),
      released: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("respawn" as const), who: fc.nat(50) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("join" as const),
      radius: fc.double({ min: 32, max: 1700, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("leave" as const), who: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("connection" as const), who: fc.nat(50), on: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ type: fc.constant("ticks" as const), count: fc.integer({ min: 1, max: 25 }) }) },
);
type Event = typeof events extends fc.Arbitrary<infer T> ? T : never;

const games = fc.record({
  seed: fc.nat(),
  bots: fc.integer({ min: 0, max: 3 }),
  events: fc.array(events, { minLength: 40, maxLength: 100 }),
});

/** Plays a game and calls `onPhase` at the end of each phase of each tick, and before each tick with "start". */
function playGame(
  game: { seed: number; bots: number; events: Event[] },
  onPhase: (simulation: Simulation, phase: Phase | "start") => void,
): void {
  const settings = {
    ...DEFAULT_SETTINGS,
    ...game,
    worldSize: WORLD_SIZE,
    pellets: 150,
    maxClients: MAX_NUMBER_OF_PLAYERS,
  };
  const simulation = createSimulation(settings);
  fillPellets(simulation);
  addBots(simulation);
  const world = worldOf(simulation);
  for (const event of game.events) {
    if (event.type === "ticks") {
      for (let i = 0; i < event.count; i++) {
        onPhase(simulation, "start");
        world.step({ mark: (phase) => onPhase(simulation, phase) });
      }
      continue;
    }
    if (event.type === "join") {
      if (world.players.size < MAX_NUMBER_OF_PLAYERS) joinLarge(simulation, event.radius);
      continue;
    }
    const players = [...simulation.players.values()].filter((player) => !player.bot);
    if (players.length === 0) continue;
    const player = players[event.who % players.length];
    const { number } = player;
    if (event.type === "respawn") world.requestRespawn(number);
    else if (event.type === "leave") world.removePlayer(number);
    else if (event.type === "connection") world.setConnected(number, event.on);
    else {
      const view = world.viewOf(player);
      const aim = event.ownCenter ? { x: view.centerX, y: view.centerY } : { x: event.x, y: event.y };
      world.setInput(number, { ...aim, split: event.split, eject: event.eject });
      if (event.released) world.setInput(number, { ...aim, split: false, eject: false });
    }
  }
}

/** A player who joins as a cell of any size, so that much happens soon. */
function joinLarge(simulation: Simulation, radius: number): void {
  const player = addPlayer(simulation, "", false);
  player.waiting = false;
  player.alive = true;
  const { random } = simulation;
  addCell(simulation, player, random.between(0, WORLD_SIZE), random.between(0, WORLD_SIZE), radius);
}

/** Total mass of the bodies for which `counts` holds. */
function massWhere(simulation: Simulation, counts: (slot: number) => boolean): number {
  const { ids, radius, slotLimit } = simulation.space.bodies;
  let mass = 0;
  for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY && counts(slot)) mass += massOf(radius[slot]);
  return mass;
}

function massBornNow(simulation: Simulation, bodyKind: number): number {
  const { kind, bornAt } = simulation.bodies;
  return massWhere(simulation, (slot) => kind[slot] === bodyKind && bornAt[slot] === simulation.tick);
}

/** What the move phase adds to the mass of all bodies: growth of pellets, less decay and what is clamped off. */
function massGainOfMove(simulation: Simulation): number {
  const { radius } = simulation.space.bodies;
  let gain = 0;
  for (let i = simulation.tick % TICK_RATE; i < simulation.pellets.length; i += TICK_RATE) {
    if (!simulation.space.has(simulation.pellets[i])) continue;
    const slot = slotOf(simulation.pellets[i]);
    gain += massOf(pelletRadius(simulation.tick - simulation.bodies.bornAt[slot])) - massOf(radius[slot]);
  }
  for (const { cells } of simulation.players.values()) {
    for (let i = 0; i < cells.count; i++) {
      const before = radius[slotOf(cells.ids[i])];
      const decayed = decayedRadius(before);
      const after = cells.count === MAX_CELLS ? Math.min(decayed, MAX_RADIUS) : decayed;
      gain += massOf(after) - massOf(before);
    }
  }
  return gain;
}

/** The first thing that is wrong with the bodies and their owners; undefined when all is well. */
function findFault(simulation: Simulation, phase: Phase): string | undefined {
  const { ids, x, y, radius, slotLimit } = simulation.space.bodies;
  const { kind, owner } = simulation.bodies;
  let cellsOfNobody = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    const place = () => `body ${ids[slot]} of kind ${kind[slot]} at (${x[slot]}, ${y[slot]}), radius ${radius[slot]}`;
    if (!Number.isFinite(x[slot] + y[slot] + radius[slot])) return `not finite: ${place()}`;
    if (kind[slot] !== BodyKind.cell) continue;
    cellsOfNobody++;
    // In the rules phase a cell may grow at the border; the next move brings it in again.
    const margin = phase === "move" ? Math.min(radius[slot], WORLD_SIZE) / 2 - 1e-9 : 0;
    const isInside = Math.min(x[slot], y[slot]) >= margin && Math.max(x[slot], y[slot]) <= WORLD_SIZE - margin;
    if (!isInside) return `outside: ${place()}`;
  }
  for (const { number, alive, cells } of simulation.players.values()) {
    if (cells.count > MAX_CELLS) return `player ${number} has ${cells.count} cells`;
    if (alive !== cells.count > 0) return `player ${number} with ${cells.count} cells is ${alive ? "alive" : "dead"}`;
    cellsOfNobody -= cells.count;
    for (let i = 0; i < cells.count; i++) {
      const isThere = simulation.space.has(cells.ids[i]) && owner[slotOf(cells.ids[i])] === number;
      if (!isThere) return `player ${number} has no cell ${cells.ids[i]}`;
    }
  }
  return cellsOfNobody === 0 ? undefined : `${cellsOfNobody} cells have no owner`;
}

describe("in any game", () => {
  it(
    "mass comes and goes only by spawns, growth, decay, ejection and leaving",
    () => {
      let before = 0;
      let leavingMass = 0;
      let dead = new Set<Player>();
      let gainOfMove = 0;

      function expectedMass(simulation: Simulation, phase: Phase): number {
        if (phase === "input") {
          const spawned = [...simulation.players.values()].filter((player) => player.alive && dead.has(player));
          const ejected = massBornNow(simulation, BodyKind.ejecta) / massOf(EJECTA_RADIUS);
          const lossPerPiece = EJECT_MASS_LOSS - massOf(EJECTA_RADIUS);
          return before + spawned.length * massOf(START_RADIUS) - ejected * lossPerPiece - leavingMass;
        }
        if (phase === "move") return before + gainOfMove;
        if (phase === "rules") return before + massBornNow(simulation, BodyKind.pellet);
        return before;
      }

      function check(simulation: Simulation, phase: Phase | "start"): void {
        const total = massWhere(simulation, () => true);
        if (phase === "start") {
          const leaving = new Set(simulation.leaving.map((player) => player.number));
          leavingMass = massWhere(simulation, (slot) => leaving.has(simulation.bodies.owner[slot]));
          dead = new Set([...simulation.players.values()].filter((player) => !player.alive));
        } else {
          const expected = expectedMass(simulation, phase);
          if (Math.abs(total - expected) > 1e-6) {
            throw new Error(`After ${phase} of tick ${simulation.tick} the mass is ${total}, not ${expected}.`);
          }
        }
        if (phase === "input") gainOfMove = massGainOfMove(simulation);
        before = total;
      }

      fc.assert(
        fc.property(games, (game) => playGame(game, check)),
        { numRuns: GAMES },
      );
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    "cells stay in the world, finite, at most 16 a player, and each is its owner's",
    () => {
      fc.assert(
        fc.property(games, (game) =>
          playGame(game, (simulation, phase) => {
            const fault = phase === "start" ? undefined : findFault(simulation, phase);
            if (fault !== undefined) throw new Error(`After ${phase} of tick ${simulation.tick}: ${fault}.`);
          }),
        ),
        { numRuns: GAMES },
      );
    },
    TIMEOUT_MILLISECONDS,
  );
});
