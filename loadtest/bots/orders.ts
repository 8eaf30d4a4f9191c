import type { ScenarioName } from "../scenarios.ts";
import type { Sample } from "./measurements.ts";
import type { Rates } from "./presence.ts";

/** What a process of bots has to do. */
export interface Orders {
  url: string;
  scenario: ScenarioName;
  seed: number;
  /** The bots of this process are `first`, `first + step`, … below `end`. */
  first: number;
  step: number;
  end: number;
  /** Joins per second, of all processes together. */
  ramp: number;
  /** Compares what bots hold with what the server says; absent: it cannot be asked. */
  truth?: { adminToken: string; perSecond: number } | undefined;
}

/** What a process of bots is asked, each once it has answered the one before, but `take`, which may come at any time. */
export type Request =
  /** Joins all; answered once every join has come to something. */
  | { kind: "start"; orders: Orders }
  /** The measured window begins: rates count from here. */
  | { kind: "open" }
  | { kind: "take" }
  /** The window is over: the rates of all who were there. */
  | { kind: "close" }
  | { kind: "leave" };

/** The answer to each kind of request. */
export interface Answers {
  start: undefined;
  open: undefined;
  take: Taken;
  close: Rates[];
  leave: undefined;
}

export interface Taken {
  sample: Sample;
  /** Players connected now. */
  present: number;
  /** The share of the time (0 to 1) since the last take for which the event loop was not idle, and processor time of a core. */
  busy: number;
  cpu: number;
  /** Resident memory, in bytes. */
  memory: number;
}

/** A request or an answer under way between the processes. */
export interface Envelope<Body> {
  id: number;
  body: Body;
}
