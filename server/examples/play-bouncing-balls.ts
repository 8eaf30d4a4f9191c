import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@colyseus/core";
import { Client } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { BouncingBalls, SIZE, type State } from "./bouncing-balls.ts";

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define("balls", BouncingBalls);
await server.listen(0, "127.0.0.1");
const { port } = (transport.server as HttpServer).address() as AddressInfo;

// Any Colyseus client: it knows nothing of Krill.
const room = await new Client(`http://127.0.0.1:${port}`).joinOrCreate<State>("balls");

async function play(ticks: number): Promise<string> {
  const end = room.state.tick + ticks;
  while (room.state.tick < end) await new Promise((resolve) => room.onStateChange.once(resolve));
  const balls = [...room.state.things.values()].filter(({ radius }) => radius > 0);
  const isWithin = balls.every(({ x, y }) => Math.min(x, y, SIZE - x, SIZE - y) > 0);
  return `${balls.length} balls in view, ${isWithin ? "all within the walls" : "some in a wall"}`;
}

await new Promise((resolve) => room.onStateChange.once(resolve));
room.send("look", { x: SIZE / 2, y: SIZE / 2, size: SIZE });
console.log(await play(20));
for (const name of ["uniform-grid", "sweep-and-prune", "brute-force"]) {
  room.send("broadPhase", name);
  console.log(`${name} takes over: ${await play(20)}`);
}

await room.leave();
await server.gracefullyShutdown(false);
