/**
 * The yardstick of the rooms' bench: a server that does nothing for its clients but what no server on Node and `ws` can do
 * without. Each tick it sends every client as many bytes as a room did, in one write; what they send it reads, and forgets.
 * What a room costs beyond this is Krill's and Colyseus's.
 *
 * Run with an IPC channel as `node bare-server.ts BYTES` (to each client, a tick): it sends `{ url }`, answers every message with
 * its BareCounts, and ends when the channel closes.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { WebSocketServer } from "ws";
import { TICK_RATE } from "../../../shared/formulas.ts";

export interface BareCounts {
  readonly ticks: number;
  /** Of the main thread, in milliseconds. */
  readonly cpu: number;
}

const MICROSECONDS_PER_MILLISECOND = 1000;

if (import.meta.main) await serve(Number(process.argv[2]));

async function serve(bytesPerTick: number): Promise<void> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  server.on("connection", (socket) => socket.on("message", () => {}));
  let ticks = 0;
  setInterval(() => {
    ticks++;
    // Anew for each tick, as a room's frames are.
    const frame = Buffer.alloc(bytesPerTick);
    for (const socket of server.clients) socket.send(frame);
  }, 1000 / TICK_RATE);
  process.on("disconnect", () => process.exit(0));
  process.on("message", () => {
    const { user, system } = process.threadCpuUsage();
    process.send?.({ ticks, cpu: (user + system) / MICROSECONDS_PER_MILLISECOND } satisfies BareCounts);
  });
  process.send?.({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
