import { setTimeout as sleep } from "node:timers/promises";
import { figureOf } from "./figures.ts";
import { type ServerOptions, type ServerProcess, startServer } from "./server-process.ts";

/** What could leak in a server with one arena (counting-server.ts). */
export interface Counts {
  readonly clients: number;
  readonly reservedSeats: number;
  readonly seatTimeouts: number;
  readonly reconnections: number;
  readonly attempts: number;
  readonly rosterEntries: number;
  readonly players: number;
  readonly roomTimers: number;
  /** Objects of the state that the serializer knows. */
  readonly references: number;
  readonly changeTrees: number;
  readonly listedClients: number;
  readonly sockets: number;
  readonly timers: number;
  /** Objects of clients that the garbage collector could not remove. */
  readonly clientObjects: number;
  readonly seatObjects: number;
  readonly areaObjects: number;
  readonly playerObjects: number;
  readonly heapBytes: number;
  /** Seats that are counted by address. */
  readonly addressSeats: number;
  /** Connections that are counted by address, among them the test's own. */
  readonly addressConnections: number;
}

/** What the counting server counts itself; the rest is of its metrics. */
export type CountedHere = Omit<Counts, "addressSeats" | "addressConnections">;

export interface CountingServer extends ServerProcess {
  counts(): Promise<Counts>;
  /** Resolves with all counts once nothing is more than in `before`, give or take SLACK. @throws Error naming what is. */
  returnsTo(before: Partial<Counts>): Promise<Counts>;
}

/** Seats are kept for 8 s, sockets that close for 10 s: what has not gone after this time (ms) never will. */
const PATIENCE = 40_000;
const POLL_MILLISECONDS = 250;
/**
 * What is no leak: compiled code and metrics of a warm process; the player that was last eaten, or hunted by a bot; the rows of
 * the leaderboard, which are as many as there are players alive, up to ten; idle connections that the test's own `fetch` keeps.
 */
const SLACK: Partial<Counts> = {
  heapBytes: 12 * 1024 * 1024,
  playerObjects: 3,
  references: 10,
  changeTrees: 10,
  sockets: 40,
  addressConnections: 40,
};

export async function startCountingServer(options: ServerOptions = {}): Promise<CountingServer> {
  const server = await startServer({ ...options, program: "server/testing/counting-server.ts" });
  const address = /"counts":"([^"]+)"/.exec(server.log())?.[1];
  if (address === undefined) throw new Error("the server does not say where it counts");
  const counts = async (): Promise<Counts> => {
    const counted: CountedHere = await (await fetch(address)).json();
    return {
      ...counted,
      addressSeats: await figureOf(server.url, "krill_limited_seats"),
      addressConnections: await figureOf(server.url, "krill_limited_connections"),
    };
  };

  async function returnsTo(before: Partial<Counts>): Promise<Counts> {
    const names = Object.keys(before) as (keyof Counts)[];
    const limitOf = (name: keyof Counts) => (before[name] ?? 0) + (SLACK[name] ?? 0);
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      const now = await counts();
      const more = names.filter((name) => now[name] > limitOf(name));
      if (more.length === 0) return now;
      if (performance.now() > deadline) {
        throw new Error(`not given back: ${more.map((name) => `${name} ${before[name]} -> ${now[name]}`).join(", ")}`);
      }
      await sleep(POLL_MILLISECONDS);
    }
  }

  return { ...server, counts, returnsTo };
}
