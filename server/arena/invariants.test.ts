import fc from "fast-check";
import { describe, it } from "vitest";
import { decayedRadius, massOf, pelletRadius, TICK_RATE } from "../../shared/formulas.ts";
import type { Phase } from "../../shared/phases.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../shared/settings.ts";
import { BodyKind } from "../../shared/state.ts";
import { type BodyId, NO_BODY, slotOf } from "../space/bodies.ts";
import { addCell, roomForCells } from "./cells.ts";
import { addPlayer, type Player } from "./players.ts";
import { massGainOfShot } from "./rules/viruses.ts";
import { createSimulation, type Simulation } from "./simulation.ts";
import { SHRINK_LIMIT } from "./test-scene.ts";
import { startSimulation, worldOf } from "./world.ts";

const WORLD_SIZE = 3000;
const MAX_NUMBER_OF_PLAYERS = 6;
const GAMES = 20;

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
  settings: fc.record({
    bots: fc.integer({ min: 0, max: 3 }),
    maxCells: fc.constantFrom(1, 2, 16, 16, 64),
    mergeSeconds: fc.constantFrom(0, 1, 2, 30),
    passThroughTicks: fc.constantFrom(0, 13, 40),
    cellLimit: fc.constantFrom(20, 100, 4096),
    // No less than can be ejected in a tick: none comes and goes within one.
    ejectaLimit: fc.constantFrom(600, 2000),
    ejectaSeconds: fc.constantFrom(0.5, 3, 120),
    leftCellsSeconds: fc.constantFrom(0, 0.5, 2),
    virusFeeds: fc.integer({ min: 1, max: 7 }),
    virusLimit: fc.integer({ min: 10, max: 40 }),
    virusPopEqual: fc.boolean(),
    motherCells: fc.integer({ min: 0, max: 3 }),
  }),
  events: fc.array(events, { minLength: 40, maxLength: 100 }),
});

/** Plays a game and calls `onPhase` at the end of each phase of each tick, and before each tick with "start". */
function playGame(
  game: { seed: number; settings: Partial<Settings>; events: Event[] },
  onPhase: (simulation: Simulation, phase: Phase | "start") => void,
): void {
  const settings = {
    ...DEFAULT_SETTINGS,
    ...game.settings,
    seed: game.seed,
    worldSize: WORLD_SIZE,
    viruses: 10,
    // Pellets made of nothing, and what is clamped off, could not be told from what the rules get wrong.
    motherCellPelletChance: 0,
    motherCellMaxRadius: 8000,
    pellets: 150,
    maxClients: MAX_NUMBER_OF_PLAYERS,
  };
  const simulation = createSimulation(settings);
  startSimulation(simulation);
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

/** A player who joins as a cell of any size, so that much happens soon; in a full room it waits as any other. */
function joinLarge(simulation: Simulation, radius: number): void {
  const player = addPlayer(simulation, "", false);
  if (roomForCells(simulation, player) === 0) return;
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

/** Mass of the bodies that came to be in this tick and for which `counts` holds. */
function massBornNow(simulation: Simulation, counts: (slot: number) => boolean): number {
  return massWhere(simulation, (slot) => simulation.bodies.bornAt[slot] === simulation.tick && counts(slot));
}

/** The ejecta that there are, with their masses. */
function ejectaOf(simulation: Simulation): Map<BodyId, number> {
  const { ids, radius, slotLimit } = simulation.space.bodies;
  const ejecta = new Map<BodyId, number>();
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY || simulation.bodies.kind[slot] !== BodyKind.ejecta) continue;
    ejecta.set(ids[slot], massOf(radius[slot]));
  }
  return ejecta;
}

/** Mass of those of `ejecta` that are gone. */
function massGone(simulation: Simulation, ejecta: Map<BodyId, number>): number {
  let mass = 0;
  for (const [id, pieceMass] of ejecta) if (!simulation.space.has(id)) mass += pieceMass;
  return mass;
}

/** What the rules phase adds to the mass of all bodies: what is spawned, and what a virus gains or loses by a shot. */
function massGainOfRules(simulation: Simulation): number {
  const { kind, parent, boostLeft, bornAt } = simulation.bodies;
  const { ids, slotLimit } = simulation.space.bodies;
  const spawned = massBornNow(
    simulation,
    (slot) =>
      (kind[slot] === BodyKind.pellet && parent[slot] === NO_BODY) ||
      (kind[slot] === BodyKind.virus && boostLeft[slot] === 0) ||
      kind[slot] === BodyKind.motherCell,
  );
  let shots = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    const isNew = ids[slot] !== NO_BODY && bornAt[slot] === simulation.tick;
    if (isNew && kind[slot] === BodyKind.virus && boostLeft[slot] > 0) shots++;
  }
  return spawned + shots * massGainOfShot(simulation.settings);
}

/** What the move phase adds to the mass of all bodies: growth of pellets, less decay and what is clamped off. */
function massGainOfMove(simulation: Simulation): number {
  const { ids, radius, slotLimit } = simulation.space.bodies;
  const { kind, bornAt } = simulation.bodies;
  const { maxCells, maxRadius } = simulation.settings;
  let gain = 0;
  for (let slot = simulation.tick % TICK_RATE; slot < slotLimit; slot += TICK_RATE) {
    if (ids[slot] === NO_BODY || kind[slot] !== BodyKind.pellet) continue;
    gain += massOf(pelletRadius(simulation.tick - bornAt[slot])) - massOf(radius[slot]);
  }
  // Cells split by themselves in this order, while there are places.
  let free = simulation.cellLimit - simulation.cellCount;
  for (const { cells } of simulation.owners.values()) {
    let count = cells.count;
    for (let i = 0; i < cells.count; i++) {
      const before = radius[slotOf(cells.ids[i])];
      const decayed = decayedRadius(before);
      const places = Math.max(0, Math.min(maxCells - count, free));
      const pieces = Math.min(Math.ceil((decayed / maxRadius) ** 2), 1 + places);
      gain += Math.min(massOf(decayed), pieces * massOf(maxRadius)) - massOf(before);
      count += pieces - 1;
      free -= pieces - 1;
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
  if (cellsOfNobody !== simulation.cellCount) return `${simulation.cellCount} cells are counted, not ${cellsOfNobody}`;
  if (simulation.cellCount > simulation.cellLimit) return `${simulation.cellCount} cells in all`;
  if (ejectaOf(simulation).size > simulation.settings.ejectaLimit) return `${ejectaOf(simulation).size} ejecta`;
  if (simulation.viruses.count > simulation.settings.virusLimit) return `${simulation.viruses.count} viruses`;
  for (const { number, alive, cells } of simulation.owners.values()) {
    if (cells.count > simulation.settings.maxCells) return `player ${number} has ${cells.count} cells`;
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
  it("mass comes and goes only by spawns, growth, decay, ejection, a virus's shot and leaving", () => {
    let before = 0;
    let leaving = new Map<Player, number>();
    let dead = new Set<Player>();
    let ejecta = new Map<BodyId, number>();
    let gainOfMove = 0;

    function expectedMass(simulation: Simulation, phase: Phase): number {
      const { ejectaRadius, ejectLossRadius, startRadius } = simulation.settings;
      const { owners, bodies } = simulation;
      if (phase === "input") {
        const spawned = [...simulation.players.values()].filter((player) => player.alive && dead.has(player));
        const isEjecta = (slot: number) => bodies.kind[slot] === BodyKind.ejecta;
        const kept = massBornNow(simulation, isEjecta);
        const lost = (kept / massOf(ejectaRadius)) * massOf(ejectLossRadius) - kept;
        // Those whose time is over, and those who make room for others.
        const left = [...leaving].reduce((mass, [{ number }, own]) => (owners.has(number) ? mass : mass + own), 0);
        return before + spawned.length * massOf(startRadius) - lost - left - massGone(simulation, ejecta);
      }
      if (phase === "move") return before + gainOfMove - massGone(simulation, ejecta);
      if (phase === "rules") return before + massGainOfRules(simulation);
      return before;
    }

    function check(simulation: Simulation, phase: Phase | "start"): void {
      const { bodies } = simulation;
      const total = massWhere(simulation, () => true);
      if (phase === "start") {
        const massOfPlayer = ({ number }: Player) => massWhere(simulation, (slot) => bodies.owner[slot] === number);
        leaving = new Map(simulation.leaving.map((player) => [player, massOfPlayer(player)]));
        dead = new Set([...simulation.players.values()].filter((player) => !player.alive));
      } else {
        const expected = expectedMass(simulation, phase);
        if (Math.abs(total - expected) > 1e-6) {
          throw new Error(`After ${phase} of tick ${simulation.tick} the mass is ${total}, not ${expected}.`);
        }
      }
      if (phase === "input") gainOfMove = massGainOfMove(simulation);
      ejecta = ejectaOf(simulation);
      before = total;
    }

    fc.assert(
      fc.property(games, (game) => playGame(game, check)),
      { numRuns: GAMES, ...SHRINK_LIMIT },
    );
  });

  it("cells stay in the world, finite, at most as many as a player may have, and each is its owner's", () => {
    fc.assert(
      fc.property(games, (game) =>
        playGame(game, (simulation, phase) => {
          const fault = phase === "start" ? undefined : findFault(simulation, phase);
          if (fault !== undefined) throw new Error(`After ${phase} of tick ${simulation.tick}: ${fault}.`);
        }),
      ),
      { numRuns: GAMES, ...SHRINK_LIMIT },
    );
  });
});
