import { createRandom, type Random } from "../../shared/random.ts";
import { mostBodies, mostCells, parseSettings, type Settings } from "../../shared/settings.ts";
import { type BroadPhaseName, DEFAULT_BROAD_PHASE } from "../space/broadphase/catalog.ts";
import { createIdList, createSpace, type IdList, type Space } from "../space/space.ts";
import { type BodyColumns, createBodyColumns } from "./body-columns.ts";
import type { Border } from "./border.ts";
import { createMeals, type Meals } from "./meals.ts";
import { FREE_FOR_ALL, type Mode } from "./mode.ts";
import type { Player } from "./players.ts";

/** The whole state of an arena: what the rules read and change. */
export interface Simulation {
  readonly settings: Settings;
  readonly mode: Mode;
  readonly space: Space;
  readonly bodies: BodyColumns;
  readonly random: Random;
  /** Where the game is played: the whole world, unless the mode shrinks it. */
  readonly border: Border;
  /** Those present, by number, in the order in which they came. */
  readonly players: Map<number, Player>;
  /** Those who may have cells: those present, and those who have left and whose cells are still there. */
  readonly owners: Map<number, Player>;
  /** Those who have left and whose cells are still there, in the order in which they left. */
  readonly leaving: Player[];
  /** The number that was given out last. */
  lastNumber: number;
  /** Ticks done; during a tick, its number (the first is 1). */
  tick: number;
  /** How much load to shed, from 0, nothing; set from outside. */
  shedding: number;
  /** Cells of all players, and the most that there can be. */
  cellCount: number;
  readonly cellLimit: number;
  /** The pellets, `settings.pellets` of them; an eaten one's place holds a stale id until it is refilled. */
  readonly pellets: Int32Array;
  /** Pellets of mother cells that lie about. */
  motherPellets: number;
  readonly viruses: IdList;
  readonly motherCells: IdList;
  /** The latest pieces of ejected mass, a ring of `ejectaCount` ids from `firstEjecta`, oldest first; eaten ones are stale. */
  readonly ejecta: Int32Array;
  firstEjecta: number;
  ejectaCount: number;
  /** Bodies other than cells whose boost is not yet over. */
  readonly flying: IdList;
  /** What was eaten in the last step. */
  readonly meals: Meals;
  /** For the push of own cells: the contacts to be pushed apart, by index; holds nothing between ticks. */
  readonly pushes: IdList;
  /** For queries within a rule; holds nothing between them. */
  readonly nearby: IdList;
}

/**
 * An arena without players or pellets.
 *
 * Capacity: a slot that was freed is not used again before the next `space.step()`, so in the worst tick every body is
 * removed and replaced: twice the most bodies there can be.
 *
 * @throws SettingsError for settings that cannot be used.
 */
export function createSimulation(
  given: Settings,
  broadPhase: BroadPhaseName = DEFAULT_BROAD_PHASE,
  mode: Mode = FREE_FOR_ALL,
): Simulation {
  const settings = parseSettings(given);
  const { worldSize } = settings;
  const capacity = 2 * (1 + mostBodies(settings));
  const cellLimit = mostCells(settings);
  const border = { minX: 0, minY: 0, maxX: worldSize, maxY: worldSize };
  return {
    settings,
    mode,
    space: createSpace({ bounds: border, capacity, broadPhase, sweep: true }),
    bodies: createBodyColumns(capacity),
    random: createRandom(settings.seed),
    border,
    players: new Map(),
    owners: new Map(),
    leaving: [],
    lastNumber: 0,
    tick: 0,
    shedding: 0,
    cellCount: 0,
    cellLimit,
    pellets: new Int32Array(settings.pellets),
    motherPellets: 0,
    viruses: createIdList(settings.virusLimit + 1),
    motherCells: createIdList(settings.motherCells + 1),
    ejecta: new Int32Array(settings.ejectaLimit),
    firstEjecta: 0,
    ejectaCount: 0,
    // Each body flies but once, and leaves the list in the tick after it has gone.
    flying: createIdList(capacity),
    meals: createMeals(2 * cellLimit),
    pushes: createIdList(),
    nearby: createIdList(),
  };
}
