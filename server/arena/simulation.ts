import { MAX_CELLS } from "../../shared/formulas.ts";
import { createRandom, type Random } from "../../shared/random.ts";
import type { Settings } from "../../shared/settings.ts";
import { type BroadPhaseName, DEFAULT_BROAD_PHASE } from "../space/broadphase/catalog.ts";
import { createIdList, createSpace, type IdList, type Space } from "../space/space.ts";
import { type BodyColumns, createBodyColumns } from "./body-columns.ts";
import type { Player } from "./players.ts";

/** The whole state of an arena: what the rules read and change. */
export interface Simulation {
  readonly settings: Settings;
  readonly space: Space;
  readonly bodies: BodyColumns;
  readonly random: Random;
  /** By number, in the order in which they came. */
  readonly players: Map<number, Player>;
  /** Players removed since the last tick, whose cells are still there. */
  readonly leaving: Player[];
  /** The number that was given out last. */
  lastNumber: number;
  /** Ticks done; during a tick, its number (the first is 1). */
  tick: number;
  /** The pellets, `settings.pellets` of them; an eaten one's place holds a stale id until it is refilled. */
  readonly pellets: Int32Array;
  /** The latest pieces of ejected mass, a ring: those eaten meanwhile are stale ids, those never used are 0. */
  readonly ejecta: Int32Array;
  /** Where in `ejecta` the next one goes, over the oldest. */
  nextEjecta: number;
  /** Ejecta that have not yet come to rest. */
  readonly flying: IdList;
  /** For queries within a rule; holds nothing between them. */
  readonly nearby: IdList;
}

/** How many pieces of ejected mass can lie about: so many, and so many more for each player there may be. */
const EJECTA_LIMIT_BASE = 1000;
const EJECTA_LIMIT_PER_PLAYER = MAX_CELLS;

/**
 * An arena without players or pellets.
 *
 * Capacity: a slot that was freed is not used again before the next `space.step()`, so in the worst tick every body is
 * removed and replaced: twice the most bodies there can be.
 */
export function createSimulation(settings: Settings, broadPhase: BroadPhaseName = DEFAULT_BROAD_PHASE): Simulation {
  const { worldSize } = settings;
  const maxPlayers = settings.maxClients + settings.bots;
  const ejectaLimit = EJECTA_LIMIT_BASE + EJECTA_LIMIT_PER_PLAYER * maxPlayers;
  const capacity = 2 * (settings.pellets + maxPlayers * MAX_CELLS + ejectaLimit);
  return {
    settings,
    space: createSpace({ bounds: { minX: 0, minY: 0, maxX: worldSize, maxY: worldSize }, capacity, broadPhase }),
    bodies: createBodyColumns(capacity),
    random: createRandom(settings.seed),
    players: new Map(),
    leaving: [],
    lastNumber: 0,
    tick: 0,
    pellets: new Int32Array(settings.pellets),
    ejecta: new Int32Array(ejectaLimit),
    nextEjecta: 0,
    // Those that fly are among the latest `ejectaLimit`; the rest is for stale ids, at most a tick's ejections.
    flying: createIdList(2 * ejectaLimit),
    nearby: createIdList(),
  };
}
