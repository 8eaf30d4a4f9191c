import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, matchMaker, Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { Client as Sdk } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { syncBodies } from "../rooms/synced-bodies.ts";
import { circle, createSpace, slotOf } from "../space/space.ts";

const SIZE = 1000;
const RADIUS = 8;
const ROPE = 60; // balls 2k and 2k + 1 are tied

const Ball = schema({ x: t.float32(), y: t.float32() }, "Ball");
const State = schema({ step: t.uint32().default(0), balls: t.map(Ball) }, "State");

class BallsRoom extends Room<{ state: InstanceType<typeof State> }> {
  space = createSpace({ bounds: { minX: 0, minY: 0, maxX: SIZE, maxY: SIZE }, capacity: 200 });
  ids = Array.from({ length: 100 }, (_, i) => this.space.add(circle(RADIUS), 50 + 90 * (i % 10), 50 + 9 * i));
  speed = this.ids.map((_, i) => ({ x: 5 * Math.cos(i), y: 5 * Math.sin(i) }));
  sync = syncBodies(this, {
    space: this.space,
    bodyClass: Ball,
    mapField: "balls",
    fill: ({ x, y }) => {
      x.set(this.space.bodies.x.subarray(0, x.length)); // the columns are by slot, as the space's are
      y.set(this.space.bodies.y.subarray(0, y.length));
    },
  });
  override state = new State();

  override onCreate() {
    this.onMessage("look", (client, { x, y }) => {
      Object.assign(this.sync.viewerOf(client)?.areas[0] ?? {}, { centerX: x, centerY: y });
    });
    this.onMessage("broad phase", (_client, name) => this.space.useBroadPhase(name)); // and nobody notices
    this.setFixedTimestep(() => this.step(), 25);
    this.patchRate = null; // `sync.update` sends the patches
  }

  override onJoin(client: Client) {
    this.sync.addViewer(client, [{ centerX: SIZE / 2, centerY: SIZE / 2, width: 300, height: 300 }]);
  }

  override onLeave(client: Client) {
    this.sync.removeViewer(client);
  }

  step() {
    const { space, ids, speed } = this;
    const { x, y } = space.bodies;
    for (const [i, id] of ids.entries()) {
      const slot = slotOf(id);
      if (x[slot] < RADIUS || x[slot] > SIZE - RADIUS) speed[i].x = Math.abs(speed[i].x) * (x[slot] < RADIUS ? 1 : -1);
      if (y[slot] < RADIUS || y[slot] > SIZE - RADIUS) speed[i].y = Math.abs(speed[i].y) * (y[slot] < RADIUS ? 1 : -1);
      space.move(id, x[slot] + speed[i].x, y[slot] + speed[i].y);
    }
    space.step();
    const { a, b, normalX, normalY, depth, count } = space.contacts;
    for (let c = 0; c < count; c++) this.part(a[c], b[c], normalX[c], normalY[c], depth[c]);
    for (let i = 0; i < ids.length; i += 2) {
      const [one, other] = [slotOf(ids[i]), slotOf(ids[i + 1])];
      const distance = Math.hypot(x[other] - x[one], y[other] - y[one]);
      const excess = ROPE - distance; // below 0 while the rope is taut
      if (excess < 0)
        this.part(ids[i], ids[i + 1], (x[other] - x[one]) / distance, (y[other] - y[one]) / distance, excess);
    }
    this.state.step++;
    this.sync.update();
  }

  /** Moves two balls apart by `depth` along the normal from a to b (together, if it is below 0), and turns their speeds. */
  part(a: number, b: number, normalX: number, normalY: number, depth: number) {
    const { space, ids, speed } = this;
    const { x, y } = space.bodies;
    const [one, other] = [speed[ids.indexOf(a)], speed[ids.indexOf(b)]];
    const approach = (one.x - other.x) * normalX + (one.y - other.y) * normalY;
    if (approach * depth > 0) {
      one.x -= approach * normalX;
      one.y -= approach * normalY;
      other.x += approach * normalX;
      other.y += approach * normalY;
    }
    space.move(a, x[slotOf(a)] - (normalX * depth) / 2, y[slotOf(a)] - (normalY * depth) / 2);
    space.move(b, x[slotOf(b)] + (normalX * depth) / 2, y[slotOf(b)] + (normalY * depth) / 2);
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define("balls", BallsRoom);
await server.listen(0, "127.0.0.1");
const { port } = (transport.server as HttpServer).address() as AddressInfo;

// Any Colyseus client: it knows the state's classes, and nothing of Krill.
const room = await new Sdk(`http://127.0.0.1:${port}`).joinOrCreate("balls", {}, State);
const truth = matchMaker.getLocalRoomById(room.roomId) as unknown as BallsRoom;

/** Lets the room play for a second; true if the client then holds the balls that it sees, where they are, and those alone. */
async function playOn(): Promise<boolean> {
  const end = room.state.step + 25;
  while (room.state.step < end || room.state.step !== truth.state.step) {
    await new Promise((resolve) => room.onStateChange.once(resolve));
  }
  const { x, y } = truth.space.bodies;
  const seen = truth.sync.viewerOf(truth.clients[0])?.seen.count ?? 0;
  const isRight = [...room.state.balls].every(([slot, ball]) => {
    return ball.x === Math.fround(x[Number(slot)]) && ball.y === Math.fround(y[Number(slot)]);
  });
  return isRight && room.state.balls.size === seen && seen > 0;
}

console.log(`in the middle: ${await playOn()}`);
room.send("look", { x: 150, y: 150 });
console.log(`in the corner: ${await playOn()}`);
room.send("broad phase", "uniform-grid");
console.log(`on another broad phase: ${await playOn()}`);

await room.leave();
await server.gracefullyShutdown(false);
