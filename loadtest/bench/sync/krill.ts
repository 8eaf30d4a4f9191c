import { type Client, ClientState } from "@colyseus/core";
import { Decoder, schema, t } from "@colyseus/schema";
import { createInterest, type InterestOptions } from "../../../server/interest/interest.ts";
import type { Viewer, ViewerOptions } from "../../../server/interest/viewer.ts";
import { createBodyEncoder } from "../../../server/sync/body-encoder.ts";
import { BodySerializer } from "../../../server/sync/body-serializer.ts";
import { Body } from "../../../shared/state.ts";
import { CHECKED_VIEWERS, type Contestant } from "./contestant.ts";
import { lookOf, type MovingScene, RADIUS_STEPS, STEPS_PER_UNIT, seenIn } from "./scene.ts";

const State = schema({ tick: t.uint32().default(0), bodies: t.map(Body) }, "State");

/** What each phase of a run took, in milliseconds. */
export interface KrillPhases {
  columns: number;
  encode: number;
  interest: number;
  frames: number;
}

export interface KrillOptions {
  readonly interest?: InterestOptions;
  readonly viewer?: ViewerOptions;
}

/** Interest and sync as a room uses them, the frames given to clients that keep them. */
export function createKrill(
  scene: MovingScene,
  { interest: interestOptions = {}, viewer: viewerOptions = {} }: KrillOptions = {},
): Contestant & { readonly phases: KrillPhases } {
  const { space, x, y, areas } = scene;
  const { bodies } = space;
  const encoder = createBodyEncoder(Body, bodies.capacity);
  const interest = createInterest(space, { bytes: encoder.bytes, ...interestOptions });
  const frames: Buffer[] = [];
  const viewers = new Map<unknown, Viewer>();
  const clients = areas.map((area, number) => {
    const client = {
      sessionId: String(number),
      state: ClientState.JOINED,
      raw: (frame: Buffer) => {
        frames[number] = frame;
      },
    } as unknown as Client;
    const viewer = interest.addViewer(viewerOptions);
    viewer.areas = [area];
    viewers.set(client, viewer);
    return client;
  });
  const viewerOf = (client: Client) => viewers.get(client) as Viewer;
  const state = new State();
  const serializer = new BodySerializer<InstanceType<typeof State>>({
    encoder,
    mapField: "bodies",
    viewerOf,
    restartViewer(client) {
      interest.restart(viewerOf(client));
      return viewerOf(client);
    },
  });
  serializer.reset(state);
  const { x: xColumn, y: yColumn } = encoder.columns;
  for (let i = 0; i < x.length; i++) {
    const { color, kind, owner } = lookOf(i);
    encoder.columns.radius[i] = RADIUS_STEPS;
    encoder.columns.color[i] = color;
    encoder.columns.kind[i] = kind;
    encoder.columns.owner[i] = owner;
  }
  const decoders = clients.slice(0, CHECKED_VIEWERS).map(() => new Decoder(new State()));
  for (const [i, decoder] of decoders.entries()) decoder.decode(serializer.getFullState(clients[i]), { offset: 1 });
  const phases: KrillPhases = { columns: 0, encode: 0, interest: 0, frames: 0 };

  return {
    name: "krill",
    phases,
    run() {
      const begun = performance.now();
      for (let i = 0; i < x.length; i++) {
        xColumn[i] = x[i] * STEPS_PER_UNIT + 0.5;
        yColumn[i] = y[i] * STEPS_PER_UNIT + 0.5;
      }
      const filled = performance.now();
      encoder.beginTick(bodies.ids, bodies.slotLimit);
      const encoded = performance.now();
      interest.update();
      const looked = performance.now();
      state.tick++;
      serializer.applyPatches(clients);
      phases.columns = filled - begun;
      phases.encode = encoded - filled;
      phases.interest = looked - encoded;
      phases.frames = performance.now() - looked;
      let bytes = 0;
      for (let i = 0; i < frames.length; i++) bytes += frames[i].length;
      return bytes;
    },
    framesToCheck: () => frames.slice(0, CHECKED_VIEWERS),
    check(ticks) {
      return decoders.every((decoder, i) => {
        for (const made of ticks) decoder.decode(made[i], { offset: 1 });
        const { bodies: decoded, tick } = decoder.state;
        const expected = seenIn(scene, areas[i]);
        return (
          tick === state.tick &&
          decoded.size === expected.length &&
          expected.every((body) => {
            const got = decoded.get(String(body));
            const { color, kind, owner } = lookOf(body);
            return (
              got !== undefined &&
              got.x === Math.floor(x[body] * STEPS_PER_UNIT + 0.5) &&
              got.y === Math.floor(y[body] * STEPS_PER_UNIT + 0.5) &&
              got.radius === RADIUS_STEPS &&
              got.color === color &&
              got.kind === kind &&
              got.owner === owner
            );
          })
        );
      });
    },
  };
}
