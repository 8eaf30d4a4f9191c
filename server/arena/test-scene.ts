import { DEFAULT_SETTINGS, type Settings } from "../../shared/settings.ts";
import { BodyKind } from "../../shared/state.ts";
import { type BodyId, slotOf } from "../space/bodies.ts";
import type { BroadPhaseName } from "../space/broadphase/catalog.ts";
import { addBody } from "./body-columns.ts";
import { addCell } from "./cells.ts";
import type { Mode } from "./mode.ts";
import { addPlayer, type Player } from "./players.ts";
import { createSimulation, type Simulation } from "./simulation.ts";
import { startSimulation, type World, worldOf } from "./world.ts";

/** Ticks of age at which any cell may merge. */
const OLD = 100_000;

export interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** An arena for a test, empty unless `overrides` says otherwise, in which cells can be put where they are wanted. */
export interface Scene {
  simulation: Simulation;
  world: World;
  /** A player who has just these cells, of age 0. */
  place(...cells: Circle[]): Player;
  /** A body that is nobody's, at rest; an ejected piece is in the ring of them. */
  put(kind: number, circle: Circle): BodyId;
  step(ticks?: number): void;
  /** Makes a cell old enough to merge. */
  makeOld(id: BodyId): void;
  circle(id: BodyId): Circle;
}

/**
 * For properties of whole games. To shrink a game that fails takes a thousand games and more: after this time (ms) the least one
 * found so far is shown, well before the test's own time is over.
 */
export const SHRINK_LIMIT = { interruptAfterTimeLimit: 40_000 };

/** For steps whose time nobody measures. */
export const NO_TIMER = { mark: () => {} };

export function createScene(overrides: Partial<Settings> = {}, broadPhase?: BroadPhaseName, mode?: Mode): Scene {
  const settings = { ...DEFAULT_SETTINGS, pellets: 0, viruses: 0, bots: 0, leftCellsSeconds: 0, ...overrides };
  const simulation = createSimulation(settings, broadPhase, mode);
  startSimulation(simulation);
  const world = worldOf(simulation);
  const { x, y, radius } = simulation.space.bodies;
  return {
    simulation,
    world,
    place(...cells) {
      const player = addPlayer(simulation, "", false);
      player.waiting = false;
      player.alive = true;
      for (const cell of cells) addCell(simulation, player, cell.x, cell.y, cell.radius);
      return player;
    },
    put(kind, { x: bodyX, y: bodyY, radius: bodyRadius }) {
      const id = addBody(simulation, kind, bodyRadius, bodyX, bodyY, 0);
      const { viruses, motherCells, ejecta } = simulation;
      if (kind === BodyKind.virus) viruses.ids[viruses.count++] = id;
      else if (kind === BodyKind.motherCell) motherCells.ids[motherCells.count++] = id;
      else if (kind === BodyKind.ejecta) ejecta[simulation.ejectaCount++] = id;
      simulation.space.setStill(id, true);
      return id;
    },
    step(ticks = 1) {
      for (let i = 0; i < ticks; i++) world.step(NO_TIMER);
    },
    makeOld(id) {
      simulation.bodies.bornAt[slotOf(id)] = simulation.tick - OLD;
    },
    circle(id) {
      const slot = slotOf(id);
      return { x: x[slot], y: y[slot], radius: radius[slot] };
    },
  };
}

/** An input that steers to (x, y), with the buttons that are named pressed. */
export function steer(x: number, y: number, ...buttons: ("split" | "eject")[]) {
  return { x, y, split: buttons.includes("split"), eject: buttons.includes("eject") };
}

/** The ids of all bodies of a kind. */
export function bodiesOfKind(simulation: Simulation, kind: number): BodyId[] {
  const { ids, slotLimit } = simulation.space.bodies;
  return [...ids.subarray(0, slotLimit)].filter((id) => id !== 0 && simulation.bodies.kind[slotOf(id)] === kind);
}

/** Distance in u between two centres. */
export function distanceBetween(one: Circle, other: Circle): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
