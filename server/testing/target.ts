import assert from "node:assert/strict";
import { once } from "node:events";
import type { WebSocket } from "ws";
import { type CountingServer, type Counts, startCountingServer } from "./counts.ts";
import { firstGap, joinArena, type TestPlayer } from "./player.ts";
import { joinRaw } from "./raw-client.ts";

/** What no attack may write to the log. */
export const SECRET = "payload-of-the-attacker";

/** A server that is about to be attacked, with a bystander on the stock SDK in its arena. */
export interface Target {
  readonly server: CountingServer;
  readonly bystander: TestPlayer;
  /** What is counted while nobody attacks. */
  readonly atRest: Counts;
  /** The lines that the server has printed since its log was so long, of which those that hold `text`. */
  linesSince(length: number, text?: string): string[];
  untilLogged(length: number, text: string): Promise<void>;
  /** The bystander sees the room go on, and has missed no tick; nothing worse than a warning was logged, and no payload. */
  assertUndisturbed(logLength: number): Promise<void>;
}

/** With the bystander alone, and as many bots as the settings say. */
const AT_REST: Partial<Counts> = {
  clients: 1,
  reservedSeats: 0,
  seatTimeouts: 0,
  reconnections: 0,
  attempts: 0,
  rosterEntries: 6,
  players: 6,
  roomTimers: 0,
  listedClients: 1,
  clientObjects: 1,
  seatObjects: 1,
  areaObjects: 1,
  playerObjects: 1,
  addressSeats: 1,
};
const ENV = {
  KRILL_BOTS: "5",
  KRILL_WORLD_SIZE: "3000",
  KRILL_PELLETS: "300",
  KRILL_MAX_CLIENTS: "200",
  KRILL_LEFT_CELLS_SECONDS: "0",
  KRILL_RECONNECTION_SECONDS: "2",
  KRILL_JOINS_PER_MINUTE: "1000000",
  // So many that frames are judged by what they are, and so few that a flood is one.
  KRILL_MESSAGES_PER_SECOND: "10000",
  KRILL_BYTES_PER_SECOND: "1000000",
};

export async function startTarget(): Promise<Target> {
  const server = await startCountingServer({ env: ENV });
  const bystander = await joinArena(server.url, "bystander");
  // Once, so that what is made for the first visitor is not taken for a leak.
  (await joinRaw(server.url, "arena")).socket.close();
  const atRest = await server.returnsTo(AT_REST);

  function linesSince(length: number, text = ""): string[] {
    const lines = server.log().slice(length).trim().split("\n");
    return lines.filter((line) => line.includes(text));
  }

  return {
    server,
    bystander,
    atRest,
    linesSince,
    untilLogged: (length, text) => bystander.until(`the log says "${text}"`, () => linesSince(length, text).length > 0),
    async assertUndisturbed(logLength) {
      const end = bystander.room.state.tick + 10;
      await bystander.until("the room went on", () => bystander.room.state.tick >= end);
      assert.equal(firstGap(bystander.ticks), undefined);
      const [error] = [...linesSince(logLength, '"level":50'), ...linesSince(logLength, '"level":60')];
      assert.equal(error, undefined);
      assert.equal(server.log().includes(SECRET), false, "the log holds what an attacker sent");
    },
  };
}

/** The code that a socket is closed with. */
export async function fateOf(socket: WebSocket): Promise<number> {
  socket.on("error", () => {}); // "close" follows
  const [code] = await once(socket, "close");
  return code;
}
