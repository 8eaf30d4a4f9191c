/**
 * What a room tells those who look into it: what the broad phase looked at, who sees what and why, and what the ticks cost. All
 * in plain arrays. A body is named by its key, as in the state's map of bodies; coordinates are whole u.
 */
import type { Explanation } from "./explanation.ts";

/** Ticks between two inspections. */
export const INSPECTION_TICKS = 4;

/** The names of the messages. */
export const InspectionName = {
  /** Client to server: begin or end to be told (see `InspectRequest`). */
  inspect: "inspect",
  /** Client to server: explain a body in each inspection from now on (see `ExplainRequest`). */
  explain: "explain",
  /** Server to client, every INSPECTION_TICKS ticks: see `Inspection`. */
  inspection: "inspection",
  /** Server to client, at once, when it has asked about a body: see `BodyExplanation`. */
  explanation: "explanation",
} as const;

export interface InspectRequest {
  on: boolean;
  /** The admin token; needed in rooms with players. */
  token?: string;
}

export interface ExplainRequest {
  /** The body's; null for none. */
  key: number | null;
}

/** Why a viewer sees the body of a key, or does not. */
export interface BodyExplanation extends Explanation {
  key: number;
}

/** What the broad phase did in a tick. */
export interface InspectionCounters {
  /** Pairs of boxes compared on both axes. */
  boxTests: number;
  /** Pairs found to overlap on the swept axis; 0 where none is swept. */
  axisOverlaps: number;
  /** Places by which entries moved in lists that are kept from tick to tick. */
  swaps: number;
  /** Lists within which pairs are looked for, and bodies in them, one in several counted in each. */
  regions: number;
  entries: number;
  /** Pairs of boxes that overlap: the candidates. */
  pairs: number;
  /** Candidates whose shapes touch. */
  contacts: number;
}

/** The ticks since the inspection before, one entry a tick. */
export interface InspectedTicks {
  tick: number[];
  bodies: number[];
  boxTests: number[];
  pairs: number[];
  contacts: number[];
  /** Of all patches sent in the tick, to all clients. */
  bytes: number[];
  /** In µs: PHASES.length numbers a tick, in the order of PHASES. */
  phases: number[];
}

/** An area by its numbers: x, y, radius of a circle; x, y, width, height of a rectangle; x, y, radius, direction, angle of a cone. */
export type InspectedArea = number[];

export interface Inspection {
  tick: number;
  /** The broad phase's name; "" where the room does not say. */
  algorithm: string;
  /** Bodies in the room, those not listed too. */
  bodies: number;
  counters: InspectionCounters;
  /** The bodies' keys, and their boxes by middle and half size, by place in these lists. */
  keys: number[];
  x: number[];
  y: number[];
  halfWidth: number[];
  halfHeight: number[];
  /** 1 for a body at rest: two of them are never compared. */
  still: number[];
  /** The lists within which pairs are looked for: minX, minY, maxX, maxY each, cut off at the world's edge. */
  regionBounds: number[];
  /** 0 for the topmost level or the coarsest layer. */
  regionDepths: number[];
  /** How many of `regionKeys` belong to each, one region's after the other's, in the list's own order. */
  regionSizes: number[];
  regionKeys: number[];
  /** Two keys a pair: boxes that overlap while the shapes do not touch; and shapes that touch. */
  candidates: number[];
  contacts: number[];
  /** Where the viewer looks. What is seen stays seen until it is `leaveMargin` (u) outside. */
  areas: InspectedArea[];
  leaveMargin: number;
  explanation: BodyExplanation | null;
  /** How many of each were left out since there were too many. */
  omitted: { bodies: number; regions: number; pairs: number };
  ticks: InspectedTicks;
}
