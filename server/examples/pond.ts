import { type Client, Room } from "@colyseus/core";
import { type SchemaType, schema, t } from "@colyseus/schema";
import { syncBodies } from "../rooms/synced-bodies.ts";
import { circle } from "../space/shapes.ts";
import { type BodyId, createSpace } from "../space/space.ts";

export const Fish = schema({ x: t.float32(), y: t.float32(), isAsleep: t.boolean() }, "Fish");
export type Fish = SchemaType<typeof Fish>;
export const PondState = schema({ tick: t.uint32().default(0), fish: t.map(Fish) }, "PondState");
export type PondState = SchemaType<typeof PondState>;

export class Pond extends Room<{ state: PondState }> {
  override state = new PondState(); // its map stays empty on the server
  readonly fish = new Map<BodyId, Fish>();
  readonly space = createSpace({ bounds: { minX: 0, minY: 0, maxX: 1000, maxY: 1000 }, capacity: 100 });
  readonly sync = syncBodies(this, { space: this.space, bodyClass: Fish, mapField: "fish", objects: this.fish });

  override onCreate() {
    for (let i = 0; i < 50; i++) this.spawn(20 * i, 500);
    this.setFixedTimestep(() => this.tick(), 25);
  }

  override onJoin(client: Client) {
    this.sync.addViewer(client, [{ centerX: 500, centerY: 500, width: 300, height: 200 }]);
  }

  override onLeave(client: Client) {
    this.sync.removeViewer(client);
  }

  spawn(x: number, y: number): BodyId {
    const id = this.space.add(circle(5), x, y);
    this.fish.set(id, new Fish().assign({ x, y, isAsleep: x % 60 === 0 }));
    return id;
  }

  tick() {
    for (const [id, fish] of this.fish) {
      if (!fish.isAsleep) fish.x = (fish.x + 5) % 1000;
      this.space.move(id, fish.x, fish.y);
    }
    this.space.step();
    this.state.tick++;
    this.sync.send();
  }
}
