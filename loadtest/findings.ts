import type { PackedHistogram, Percentiles } from "./histogram.ts";
import type { ThresholdName } from "./option-table.ts";
import type { Thresholds } from "./options.ts";
import type { ScenarioName } from "./scenarios.ts";
import type { ServerFigures } from "./server-metrics.ts";
import type { ReasonCount, Spread } from "./statistics.ts";

/** The form of the report's JSON. */
export const REPORT_VERSION = 1;

/** What a load test found. Rates and durations are of the measured window: from the end of the ramp to the stop. */
export interface Findings {
  version: typeof REPORT_VERSION;
  /** When it began, in ISO 8601. */
  startedAt: string;
  scenario: ScenarioName;
  seed: number;
  /** The server's address; absent when the test had a server of its own. */
  url?: string | undefined;
  machine: Machine;
  asked: number;
  /** Players who joined, those who came in another's place too. */
  joined: number;
  failed: ReasonCount[];
  /** Players whose connection closed before they left, and did not come back, at any time, by close code. */
  dropped: ReasonCount[];
  /** Messages of players that the server refused. */
  refused: ReasonCount[];
  /** What the SDK could not decode. */
  undecoded: ReasonCount[];
  /** How clients that are no players (slow readers, hostile ones) ended, again and again. */
  fates: ReasonCount[];
  hostileFrames: number;
  /** Ticks of which a connected player got no patch. */
  gaps: number;
  truth: Truth;
  rampSeconds: number;
  steadySeconds: number;
  /** Over the players, each by its own share of the window; absent when none was there for long enough. */
  patchesPerSecond?: Spread | undefined;
  bytesPerSecond?: Spread | undefined;
  /** In ms, from sending an input to having decoded the first patch that shows its effect (see bots/bot.ts). */
  inputToPatch?: Percentiles | undefined;
  /** In ms, between when a patch came and when it was due after the one before it. */
  jitter?: Percentiles | undefined;
  /** In ms, from asking to join to having joined, the ramp included; and from a lost line to the first patch after it. */
  join?: Percentiles | undefined;
  back?: Percentiles | undefined;
  generator: Generator;
  /** What /metrics told, or why it told nothing. */
  server: ServerFigures | { unavailable: string };
  series: Row[];
  distributions: { inputToPatch: PackedHistogram; jitter: PackedHistogram };
  thresholds: Thresholds;
}

export interface Machine {
  processor: string;
  /** How many the test could use. */
  processors: number;
  node: string;
  /** As in "server on 0, bots on 1"; absent when nothing was pinned. */
  pinned?: string | undefined;
  /** Processes of bots. */
  workers: number;
}

/** Comparisons of what players hold with what the server says that they should see (see bots/truth.ts). */
export interface Truth {
  right: number;
  wrong: number;
  /** Comparisons that came to nothing, by reason; or why there were none at all. */
  unchecked: ReasonCount[];
  /** Some of what was wrong. */
  untruths: string[];
}

export interface Generator {
  /** Milliseconds by which the bots' own beats came late. */
  late?: Percentiles | undefined;
  /** The share of the time (0 to 1) for which the busiest process' event loop was not idle, in its busiest second. */
  busy: number;
  /** The processor time of a process in its busiest second, as a share of one core. Well below `busy`: others took the machine's cores. */
  cpu: number;
  /** Processors' worth of time that was neither the test's nor its server's; absent where it is not known. */
  others?: number | undefined;
}

/** A second of the test. What was not measured in it is absent. */
export interface Row {
  /** The second's end, in seconds since the test began. */
  at: number;
  /** Its true length, in seconds. */
  seconds: number;
  stage: "ramp" | "steady";
  /** Players connected at its end. */
  present: number;
  /** Patches and bytes that players received, per second. */
  patches: number;
  bytes: number;
  gaps: number;
  failed: number;
  dropped: number;
  wrong: number;
  jitter?: Percentiles | undefined;
  inputToPatch?: Percentiles | undefined;
  late?: Percentiles | undefined;
  /** Of the busiest process of bots. */
  botsBusy: number;
  /** Bytes of all processes of bots. */
  botsMemory: number;
  server?: ServerFigures | undefined;
  /** Resident bytes of the server. */
  serverMemory?: number | undefined;
  /** As in Generator. */
  others?: number | undefined;
}

/** A threshold, what was found, and whether it was met. */
export interface Check {
  option: ThresholdName;
  limit: number;
  /** What was found, in words. */
  found: string;
  met: boolean;
}
