import { NO_BODY } from "../space/bodies.ts";
import { hashMind } from "./bots/mind.ts";
import { createHash, type Hash } from "./hash.ts";
import type { Player } from "./players.ts";
import type { Simulation } from "./simulation.ts";

/**
 * A hash of what an arena's further course depends on: bodies, players, the tick, the randomness. Left out are the settings,
 * and which slots the next bodies get, which follows from all that was called before.
 */
export function hashState(simulation: Simulation): string {
  const hash = createHash();
  hash.add(simulation.tick);
  hash.add(simulation.lastNumber);
  hash.add(simulation.shedding);
  hash.add(simulation.firstEjecta);
  hash.add(simulation.ejectaCount);
  hash.add(simulation.motherPellets);
  const { minX, minY, maxX, maxY } = simulation.border;
  for (const side of [minX, minY, maxX, maxY]) hash.add(side);
  hash.addText(simulation.mode.name);
  simulation.mode.addToHash?.(hash);
  for (const word of simulation.random.state()) hash.add(word);
  hashBodies(simulation, hash);
  for (const id of simulation.pellets) hash.add(id);
  for (const id of simulation.ejecta) hash.add(id);
  hashIds(hash, simulation.flying.ids, simulation.flying.count);
  hashIds(hash, simulation.viruses.ids, simulation.viruses.count);
  hashIds(hash, simulation.motherCells.ids, simulation.motherCells.count);
  for (const player of simulation.players.values()) hashPlayer(hash, player);
  for (const player of simulation.leaving) hashPlayer(hash, player);
  return hash.digest();
}

function hashBodies(simulation: Simulation, hash: Hash): void {
  const { slotLimit, ids, x, y, radius, still } = simulation.space.bodies;
  const { kind, color, owner, bornAt, fromX, fromY, pushedAt, pressure, boostLeft, boostX, boostY, tally, parent } =
    simulation.bodies;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    hash.add(ids[slot]);
    hash.add(x[slot]);
    hash.add(y[slot]);
    hash.add(radius[slot]);
    hash.add(still[slot]);
    hash.add(kind[slot]);
    hash.add(color[slot]);
    hash.add(owner[slot]);
    hash.add(bornAt[slot]);
    hash.add(fromX[slot]);
    hash.add(fromY[slot]);
    hash.add(pushedAt[slot]);
    hash.add(pressure[slot]);
    hash.add(boostLeft[slot]);
    hash.add(boostX[slot]);
    hash.add(boostY[slot]);
    hash.add(tally[slot]);
    hash.add(parent[slot]);
  }
}

function hashPlayer(hash: Hash, player: Player): void {
  hash.add(player.number);
  hash.addText(player.name);
  hash.add(player.color);
  hash.add(player.team);
  hash.add(Number(player.bot));
  hash.add(Number(player.alive));
  hash.add(Number(player.connected));
  hash.add(player.mass);
  hash.add(Number(player.waiting));
  hash.add(player.refusedSpawns);
  hash.add(player.protectedTicks);
  hash.add(player.ejectedAt);
  hash.add(player.diedAt);
  hash.add(player.deathX);
  hash.add(player.deathY);
  hash.add(player.lostAt);
  hash.add(player.goesAt);
  const { controls } = player;
  hash.add(Number(controls.steering));
  hash.add(controls.pointerX);
  hash.add(controls.pointerY);
  hash.add(controls.aimX);
  hash.add(controls.aimY);
  hash.add(Number(controls.splitDown));
  hash.add(Number(controls.splitPressed));
  hash.add(Number(controls.ejectDown));
  hash.add(Number(controls.ejectPressed));
  hash.add(Number(controls.lockDown));
  hash.add(Number(controls.locked));
  hash.add(controls.lineX);
  hash.add(controls.lineY);
  hash.add(controls.lineDirectionX);
  hash.add(controls.lineDirectionY);
  const { rest } = player;
  hash.add(rest.x);
  hash.add(rest.y);
  hash.add(rest.cells);
  hash.add(rest.since);
  hashIds(hash, player.cells.ids, player.cells.count);
  if (player.mind !== undefined) hashMind(hash, player.mind);
}

function hashIds(hash: Hash, ids: Int32Array, count: number): void {
  hash.add(count);
  for (let i = 0; i < count; i++) hash.add(ids[i]);
}
