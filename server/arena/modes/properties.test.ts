import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TICK_RATE } from "../../../shared/formulas.ts";
import { MODE_NAMES, type ModeName, settingsOf } from "../../../shared/modes.ts";
import { BodyKind, COLORS } from "../../../shared/state.ts";
import { NO_BODY, slotOf } from "../../space/bodies.ts";
import type { RoundPhase } from "../mode.ts";
import { createSimulation, type Simulation } from "../simulation.ts";
import { NO_TIMER } from "../test-scene.ts";
import { startSimulation, type World, worldOf } from "../world.ts";
import { createMode } from "./catalog.ts";

const WORLD_SIZE = 1500;
const MOST_PEOPLE = 6;
const GAMES = 4;
/** Games of hundreds of cells take long. */
const BIG_GAMES = 1;
const TIMEOUT_MILLISECONDS = 60_000;

const ROUND = { roundPlayers: 3, roundCountdownSeconds: 0.4, roundSeconds: 4, roundPauseSeconds: 0.4 };
const BORDER = { borderShrinkSeconds: 2, borderEndSize: 500 };
/** Ticks in which whatever is outside of the border is found (border.ts), and how far (u) the border comes in meanwhile. */
const SWEEP_TICKS = 25;
const SWEEP_DISTANCE =
  ((WORLD_SIZE - BORDER.borderEndSize) / 2 / (BORDER.borderShrinkSeconds * TICK_RATE)) * SWEEP_TICKS;

const who = fc.nat(50);
const coordinate = fc.oneof(fc.double({ min: 0, max: WORLD_SIZE, noNaN: true }), fc.constantFrom(-1e6, 1e6, 0, -0));

/** One thing that happens between two ticks, to the player with the index `who` among those present. */
const events = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant("input" as const),
      who,
      x: coordinate,
      y: coordinate,
      split: fc.boolean(),
      eject: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("join" as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("respawn" as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("grow" as const), who, radius: fc.integer({ min: 60, max: 1600 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("leave" as const), who }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("connection" as const), who, on: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ type: fc.constant("ticks" as const), count: fc.integer({ min: 1, max: 25 }) }) },
);
type Event = typeof events extends fc.Arbitrary<infer T> ? T : never;

const games = fc.record({
  seed: fc.nat(),
  settings: fc.record({
    bots: fc.integer({ min: 0, max: 4 }),
    startRadius: fc.constantFrom(32, 100, 200),
    leftCellsSeconds: fc.constantFrom(0, 1, 60),
    spawnProtectionSeconds: fc.constantFrom(0, 0.2),
    cellLimit: fc.constantFrom(8, 100, 2000),
  }),
  events: fc.array(events, { minLength: 60, maxLength: 120 }),
});
interface Game {
  seed: number;
  settings: Partial<Simulation["settings"]>;
  events: Event[];
}

interface Play {
  readonly simulation: Simulation;
  readonly world: World;
  step(): void;
}

/** An arena of a mode; `onTick` is called after each tick. */
function start(name: ModeName, game: Game, onTick: (simulation: Simulation) => void): Play {
  const settings = settingsOf(name, {
    ...ROUND,
    ...BORDER,
    ...game.settings,
    seed: game.seed,
    maxClients: MOST_PEOPLE,
    worldSize: WORLD_SIZE,
    pellets: 100,
    viruses: 3,
    virusLimit: 8,
    ejectaLimit: 300,
  });
  const simulation = createSimulation(settings, undefined, createMode(name));
  startSimulation(simulation);
  const world = worldOf(simulation);
  return {
    simulation,
    world,
    step() {
      world.step(NO_TIMER);
      onTick(simulation);
    },
  };
}

function play({ simulation, world, step }: Play, events: readonly Event[]): void {
  for (const event of events) {
    if (event.type === "ticks") {
      for (let i = 0; i < event.count; i++) step();
      continue;
    }
    const people = [...world.players.values()].filter((player) => !player.bot);
    if (event.type === "join") {
      if (people.length < MOST_PEOPLE) world.addPlayer("", false);
      continue;
    }
    if (people.length === 0) continue;
    const { number, cells } = people[event.who % people.length];
    if (event.type === "respawn") world.requestRespawn(number);
    else if (event.type === "leave") world.removePlayer(number);
    else if (event.type === "connection") world.setConnected(number, event.on);
    else if (event.type === "grow") {
      if (cells.count > 0) simulation.space.resize(cells.ids[0], event.radius);
    } else world.setInput(number, { x: event.x, y: event.y, split: event.split, eject: event.eject });
  }
}

/** The first thing that is wrong with the bodies and their owners; undefined when all is well. */
function findFault(simulation: Simulation): string | undefined {
  const { ids, x, y, radius, slotLimit } = simulation.space.bodies;
  const { kind, owner, color } = simulation.bodies;
  const { minX, minY, maxX, maxY } = simulation.border;
  let cells = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    const body = () =>
      `body ${ids[slot]} of kind ${kind[slot]} at (${x[slot]}, ${y[slot]}), radius ${radius[slot]}, ` +
      `border ${minX}, ${minY}, ${maxX}, ${maxY}`;
    if (!Number.isFinite(x[slot] + y[slot])) return `not finite: ${body()}`;
    // A cell may take in as much as all others are; the next tick splits or clamps it.
    if (!(radius[slot] > 0 && radius[slot] <= 10 * simulation.settings.maxRadius)) return `of no sane mass: ${body()}`;
    if (color[slot] >= COLORS) return `of no colour: ${body()}`;
    const outside = Math.max(minX - x[slot], x[slot] - maxX, minY - y[slot], y[slot] - maxY);
    const isCell = kind[slot] === BodyKind.cell;
    if (outside > (isCell ? 1e-9 : SWEEP_DISTANCE)) return `outside: ${body()}`;
    if (isCell) cells++;
  }
  if (cells !== simulation.cellCount) return `${simulation.cellCount} cells are counted, not ${cells}`;
  if (cells > simulation.cellLimit) return `${cells} cells in all`;
  for (const player of simulation.owners.values()) {
    const { number, alive, mass, cells: own } = player;
    if (own.count > simulation.settings.maxCells) return `player ${number} has ${own.count} cells`;
    if (alive !== own.count > 0) return `player ${number} with ${own.count} cells is ${alive ? "alive" : "dead"}`;
    if (!Number.isFinite(mass) || mass < 0) return `player ${number} has mass ${mass}`;
    for (const id of own.ids.subarray(0, own.count)) {
      if (!simulation.space.has(id) || owner[slotOf(id)] !== number) return `player ${number} has no cell ${id}`;
    }
    cells -= own.count;
  }
  return cells === 0 ? undefined : `${cells} cells have no owner`;
}

function checkBodies(simulation: Simulation): void {
  const fault = findFault(simulation);
  if (fault !== undefined) throw new Error(`After tick ${simulation.tick}: ${fault}.`);
}

const FOLLOWERS: Record<RoundPhase, readonly RoundPhase[]> = {
  waiting: ["countdown"],
  countdown: ["waiting", "playing"],
  playing: ["over"],
  over: ["waiting"],
};
const MOST_TICKS: Record<RoundPhase, number> = {
  waiting: Number.POSITIVE_INFINITY,
  countdown: ROUND.roundCountdownSeconds * TICK_RATE,
  playing: ROUND.roundSeconds * TICK_RATE,
  over: ROUND.roundPauseSeconds * TICK_RATE,
};
const LONGEST_ROUND = MOST_TICKS.countdown + MOST_TICKS.playing + MOST_TICKS.over + 1;

/** Follows the rounds from outside: each phase is followed by the right one and in time, and who is out stays out. */
function createReferee(isClosed: boolean) {
  let phase: RoundPhase = "waiting";
  let since = 0;
  let mayPlay = new Set<number>();
  const playing = new Set<number>();
  let rounds = 0;
  return {
    get rounds() {
      return rounds;
    },
    watch(simulation: Simulation): void {
      const { tick, players } = simulation;
      const status = simulation.mode.status?.(simulation);
      if (status === undefined) throw new Error("There is no status.");
      const { secondsLeft, players: count } = status;
      if (status.phase !== phase) {
        expect(FOLLOWERS[phase]).toContain(status.phase);
        phase = status.phase;
        since = tick;
        if (phase === "over") rounds++;
        if (phase === "playing") {
          mayPlay = new Set(players.keys());
          playing.clear();
        }
      }
      expect(tick - since).toBeLessThanOrEqual(MOST_TICKS[phase]);
      expect(Number.isInteger(secondsLeft) && secondsLeft >= 0 && Number.isInteger(count)).toBe(true);
      if (!isClosed || (phase !== "playing" && phase !== "over")) return;
      for (const { number, alive } of players.values()) {
        if (alive) {
          expect(mayPlay).toContain(number);
          playing.add(number);
        } else if (playing.has(number)) mayPlay.delete(number);
      }
    },
  };
}

const IN_ROUNDS = MODE_NAMES.filter((name) => createMode(name).status !== undefined);

describe.each(MODE_NAMES)("in any game of %s", (name) => {
  it(
    "bodies stay finite, sane, inside and their owners', and the same calls give the same arena",
    () => {
      const check = (game: Game) => {
        const hashes = [checkBodies, () => {}].map((onTick) => {
          const played = start(name, game, onTick);
          play(played, game.events);
          return played.world.hash();
        });
        expect(hashes[0]).toBe(hashes[1]);
      };
      fc.assert(fc.property(games, check), { numRuns: name.startsWith("big") ? BIG_GAMES : GAMES });
    },
    TIMEOUT_MILLISECONDS,
  );
});

describe.each(IN_ROUNDS)("in any game of %s", (name) => {
  it(
    "rounds end in time and begin again, and who is out stays out",
    () => {
      const check = (game: Game) => {
        const referee = createReferee(name !== "zombie");
        const played = start(name, game, referee.watch);
        play(played, game.events);
        const { world, step } = played;
        for (const { number } of world.players.values()) world.setConnected(number, true);
        while (world.players.size < ROUND.roundPlayers + (game.settings.bots ?? 0)) world.addPlayer("", false);
        const before = referee.rounds;
        for (let i = 0; i < 3 * LONGEST_ROUND; i++) step();
        expect(referee.rounds - before).toBeGreaterThanOrEqual(2);
      };
      fc.assert(fc.property(games, check), { numRuns: GAMES });
    },
    TIMEOUT_MILLISECONDS,
  );
});

it(
  "in no game of teams does anyone eat a team-mate",
  () => {
    let meals = 0;
    const check = (game: Game) => {
      const teams = new Map<number, number>();
      const played = start("teams", game, (simulation) => {
        for (const { number, team } of simulation.owners.values()) teams.set(number, team);
        const { eater, prey, count } = simulation.meals;
        for (let i = 0; i < count; i++) expect(teams.get(eater[i])).not.toBe(teams.get(prey[i]));
        meals += count;
      });
      play(played, game.events);
    };
    fc.assert(fc.property(games, check), { numRuns: 2 * GAMES });
    expect(meals).toBeGreaterThan(0);
  },
  TIMEOUT_MILLISECONDS,
);
