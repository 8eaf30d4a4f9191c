import { massOf } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { addBody } from "../body-columns.ts";
import { removeBody } from "../removal.ts";
import type { Simulation } from "../simulation.ts";
import { launch } from "./boost.ts";
import { findSafeSpot } from "./spawn.ts";
import { swallow } from "./swallow.ts";

/** The colour of viruses, of COLORS (shared/state.ts): green. */
const VIRUS_COLOR = 21;

/** Brings the viruses up to the number that the world keeps, one in a tick, where no cell is. */
export function restockViruses(simulation: Simulation): void {
  const { viruses, settings } = simulation;
  if (viruses.count >= settings.viruses) return;
  const spot = findSafeSpot(simulation, settings.virusRadius);
  if (spot !== undefined) addVirus(simulation, spot.x, spot.y);
}

/** Fills a new world with its viruses. */
export function fillViruses(simulation: Simulation): void {
  for (let i = 0; i < simulation.settings.viruses; i++) restockViruses(simulation);
}

/** Whether viruses take ejected mass: not while there are as many as there can be. */
export function mayFeed({ viruses, settings }: Simulation): boolean {
  return settings.virusFed === "push" || viruses.count < settings.virusLimit;
}

/** A virus takes a piece of ejected mass: it grows and at last shoots, or is pushed the way that the piece flew. */
export function feedVirus(simulation: Simulation, virus: BodyId, piece: BodyId): void {
  const { bodies, settings } = simulation;
  const pieceSlot = slotOf(piece);
  const directionX = bodies.boostX[pieceSlot];
  const directionY = bodies.boostY[pieceSlot];
  if (settings.virusFed === "push") {
    removeBody(simulation, piece);
    pushVirus(simulation, virus, directionX, directionY);
    return;
  }
  swallow(simulation, virus, piece);
  const slot = slotOf(virus);
  bodies.tally[slot]++;
  if (bodies.tally[slot] >= settings.virusFeeds) shoot(simulation, virus, directionX, directionY);
}

/** The virus is as it was before it was fed, and a new one flies off. */
function shoot(simulation: Simulation, virus: BodyId, directionX: number, directionY: number): void {
  const { space, bodies, settings } = simulation;
  const { x, y } = space.bodies;
  const slot = slotOf(virus);
  bodies.tally[slot] = 0;
  space.resize(virus, settings.virusRadius);
  const shot = addVirus(simulation, x[slot], y[slot]);
  launch(simulation, shot, directionX, directionY, settings.virusShotDistance);
}

/** Adds a push to what the virus already has of a boost, as vectors. */
function pushVirus(simulation: Simulation, virus: BodyId, directionX: number, directionY: number): void {
  const { bodies, settings } = simulation;
  const slot = slotOf(virus);
  const boostX = bodies.boostX[slot] * bodies.boostLeft[slot] + directionX * settings.virusPushDistance;
  const boostY = bodies.boostY[slot] * bodies.boostLeft[slot] + directionY * settings.virusPushDistance;
  const distance = Math.sqrt(boostX * boostX + boostY * boostY);
  if (distance > 0) launch(simulation, virus, boostX / distance, boostY / distance, distance);
}

function addVirus(simulation: Simulation, x: number, y: number): BodyId {
  const { viruses, settings } = simulation;
  const id = addBody(simulation, BodyKind.virus, settings.virusRadius, x, y, VIRUS_COLOR);
  viruses.ids[viruses.count++] = id;
  return id;
}

/** What a shot changes in the mass of all bodies: one more virus, less what the virus was fed. */
export function massGainOfShot({ virusRadius, virusFeeds, ejectaRadius }: Simulation["settings"]): number {
  return massOf(virusRadius) - virusFeeds * massOf(ejectaRadius);
}
