/**
 * The server, with a second port on which it counts, after a garbage collection, what could leak: run by the end-to-end tests
 * of hostile clients, of churn and of long play as its own process. With COUNTING_TICK_RATE in its environment, so many ticks are
 * played in a second, each of them as ever.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Client, type FixedTimestepCallback, matchMaker, Room } from "@colyseus/core";
import type { ArenaState } from "../../shared/state.ts";
import { createApp } from "../app.ts";
import type { World } from "../arena/world.ts";
import { readConfig } from "../config.ts";
import { consoleFor, createLogger } from "../logger.ts";
import type { Seat } from "../rooms/arena/seat.ts";
import type { CountedHere } from "./counts.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const tickRate = process.env.COUNTING_TICK_RATE;
if (tickRate !== undefined) {
  const { setFixedTimestep } = Room.prototype;
  Room.prototype.setFixedTimestep = function (step: FixedTimestepCallback) {
    setFixedTimestep.call(this, step, Number(tickRate));
  };
}

const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
Object.assign(console, consoleFor(logger, "console"));
process.on("unhandledRejection", (reason) => logger.error({ err: reason }, "a promise was rejected"));
const app = await createApp(config, logger);
const port = await app.listen();

/** Fields of a room that are private to the framework. */
interface RoomInternals {
  readonly _reservedSeats: object;
  readonly _reservedSeatTimeouts: object;
  readonly _reconnections: object;
  readonly _reconnectionAttempts: object;
  readonly _events: { on(event: "join", listener: (client: Client) => void): void };
  readonly _serializer: {
    readonly encoder: { readonly root: { readonly refCount: object; readonly changeTrees: object } };
  };
}

/** Everything that has ever belonged to a client: what of it is still there? */
const remembered: { readonly kind: keyof CountedHere; readonly thing: WeakRef<object> }[] = [];

const [{ roomId }] = await matchMaker.query({ name: "arena" });
const room = matchMaker.getLocalRoomById(roomId) as Room<{ state: ArenaState }> & { readonly world: World };
const internals = room as unknown as RoomInternals;
internals._events.on("join", (client) => {
  const seat = client.userData as Seat;
  const things: [keyof CountedHere, object | undefined][] = [
    ["clientObjects", client],
    ["seatObjects", seat],
    // Its viewer holds it.
    ["areaObjects", seat.area],
    ["playerObjects", seat.player],
  ];
  for (const [kind, thing] of things) if (thing) remembered.push({ kind, thing: new WeakRef(thing) });
});

async function count(): Promise<CountedHere> {
  // What waits to be finalized goes with the second collection.
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await nextTurn();
  }
  const alive = (kind: keyof CountedHere) =>
    remembered.filter((each) => each.kind === kind && each.thing.deref() !== undefined).length;
  const active = (name: string) => process.getActiveResourcesInfo().filter((resource) => resource === name).length;
  const { refCount, changeTrees } = internals._serializer.encoder.root;
  return {
    clients: room.clients.length,
    reservedSeats: Object.keys(internals._reservedSeats).length,
    seatTimeouts: Object.keys(internals._reservedSeatTimeouts).length,
    reconnections: Object.keys(internals._reconnections).length,
    attempts: Object.keys(internals._reconnectionAttempts).length,
    rosterEntries: room.state.players.size,
    players: room.world.players.size,
    roomTimers: room.clock.delayed.length,
    references: Object.values(refCount).filter((references) => references > 0).length,
    changeTrees: Object.keys(changeTrees).length,
    listedClients: (await matchMaker.query({ roomId }))[0].clients,
    sockets: active("TCPSocketWrap"),
    timers: active("Timeout"),
    clientObjects: alive("clientObjects"),
    seatObjects: alive("seatObjects"),
    areaObjects: alive("areaObjects"),
    playerObjects: alive("playerObjects"),
    heapBytes: process.memoryUsage().heapUsed,
  };
}

// Each answer on a connection of its own, which is not there any more when the next is counted.
const counter = createServer((_request, response) => {
  void count().then((counts) => response.setHeader("connection", "close").end(JSON.stringify(counts)));
});
counter.listen(0, "127.0.0.1", () => {
  logger.info({ counts: `http://127.0.0.1:${(counter.address() as AddressInfo).port}` }, "counting");
  logger.info({ url: `http://localhost:${port}` }, "ready");
});
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
