import { type Client, Room, validate } from "@colyseus/core";
import { type SchemaType, schema, t } from "@colyseus/schema";
import { z } from "zod";
import { syncBodies } from "../rooms/synced-bodies.ts";
import { box, circle } from "../space/shapes.ts";
import { type BodyId, BROAD_PHASE_NAMES, createSpace, slotOf } from "../space/space.ts";

export const SIZE = 1000; // the inside of the walls, from (0, 0)
export const ROPE = 60;
const WALL = 100;
const CAPACITY = 256;

const Thing = schema(
  { x: t.float32(), y: t.float32(), radius: t.float32(), extentX: t.float32(), extentY: t.float32() },
  "Thing",
);
const State = schema({ tick: t.uint32().default(0), things: t.map(Thing) }, "State");
export type State = SchemaType<typeof State>; // and all that a client has to know

const length = z.number().min(0).max(SIZE);
const View = z.object({ x: length, y: length, size: length });

export class BouncingBalls extends Room<{ state: State }> {
  override state = new State();
  readonly space = createSpace({ bounds: { minX: 0, minY: 0, maxX: SIZE, maxY: SIZE }, capacity: CAPACITY });
  readonly sync = syncBodies(this, {
    space: this.space,
    bodyClass: Thing,
    mapField: "things",
    arrays: this.space.bodies, // or arrays of your own, by slot
  });
  readonly balls: BodyId[] = [];
  readonly ropes: [BodyId, BodyId][] = [];
  readonly #velocityX = new Float64Array(CAPACITY);
  readonly #velocityY = new Float64Array(CAPACITY);

  override messages = {
    look: validate(View, (client: Client, view) => this.#look(client, view)),
    broadPhase: validate(z.enum(BROAD_PHASE_NAMES), (_client: Client, name) => this.space.useBroadPhase(name)),
    _: () => {}, // else a message of another type closes its client, and one with a long name ends the process
  };

  override onCreate() {
    for (const side of [-WALL / 2, SIZE + WALL / 2]) {
      this.space.add(box(WALL, SIZE), side, SIZE / 2, { still: true });
      this.space.add(box(SIZE, WALL), SIZE / 2, side, { still: true });
    }
    for (let i = 0; i < 200; i++) {
      const ball = this.space.add(circle(10), 50 + 45 * (i % 20), 50 + 45 * Math.floor(i / 20));
      this.#velocityX[slotOf(ball)] = 100 * Math.cos(i);
      this.#velocityY[slotOf(ball)] = 100 * Math.sin(i);
      if (i % 4 === 1) this.ropes.push([this.balls[i - 1], ball]);
      this.balls.push(ball);
    }
    this.setFixedTimestep(({ dt }) => this.#tick(dt), 25);
  }

  override onJoin(client: Client) {
    this.sync.addViewer(client, [{ centerX: SIZE / 2, centerY: SIZE / 2, width: SIZE / 2, height: SIZE / 2 }]);
  }

  override onLeave(client: Client) {
    this.sync.removeViewer(client);
  }

  #look(client: Client, { x, y, size }: z.infer<typeof View>) {
    const viewer = this.sync.viewerOf(client);
    if (viewer) viewer.areas = [{ centerX: x, centerY: y, width: size, height: size }];
  }

  #tick(dt: number) {
    const { x, y } = this.space.bodies;
    const { a, b, count, normalX, normalY, depth } = this.space.contacts;
    for (let i = 0; i < count; i++) this.#bounce(a[i], b[i], normalX[i], normalY[i], depth[i]);
    for (const ball of this.balls) {
      const slot = slotOf(ball);
      this.space.move(ball, x[slot] + this.#velocityX[slot] * dt, y[slot] + this.#velocityY[slot] * dt);
    }
    // A rope that is too long is a contact the other way round.
    for (const [one, other] of this.ropes) {
      const acrossX = x[slotOf(one)] - x[slotOf(other)];
      const acrossY = y[slotOf(one)] - y[slotOf(other)];
      const length = Math.hypot(acrossX, acrossY);
      if (length > ROPE) this.#bounce(one, other, acrossX / length, acrossY / length, length - ROPE);
    }
    this.space.step();
    this.state.tick++;
    this.sync.send();
  }

  /** Moves b from a along the normal by the depth, and turns their approach round. What is still gives way to nothing. */
  #bounce(a: BodyId, b: BodyId, normalX: number, normalY: number, depth: number) {
    const [slotA, slotB] = [slotOf(a), slotOf(b)];
    const speedX = this.#velocityX[slotA] - this.#velocityX[slotB];
    const speedY = this.#velocityY[slotA] - this.#velocityY[slotB];
    const approach = Math.max(0, speedX * normalX + speedY * normalY);
    const { still } = this.space.bodies;
    const share = still[slotA] || still[slotB] ? 1 : 0.5;
    if (!still[slotA]) this.#push(a, -share * normalX, -share * normalY, depth, approach);
    if (!still[slotB]) this.#push(b, share * normalX, share * normalY, depth, approach);
  }

  #push(ball: BodyId, directionX: number, directionY: number, depth: number, approach: number) {
    const slot = slotOf(ball);
    const { x, y } = this.space.bodies;
    this.space.move(ball, x[slot] + depth * directionX, y[slot] + depth * directionY);
    this.#velocityX[slot] += 2 * approach * directionX;
    this.#velocityY[slot] += 2 * approach * directionY;
  }
}
