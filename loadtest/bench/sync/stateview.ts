import { Decoder, Encoder, type MapSchema, StateView, schema, t } from "@colyseus/schema";
import { Body } from "../../../shared/state.ts";
import { CHECKED_VIEWERS, type Contestant } from "./contestant.ts";
import { createPlainInterest, lookOf, type MovingScene, RADIUS_STEPS, STEPS_PER_UNIT, seenIn } from "./scene.ts";

const State = schema({ tick: t.uint32().default(0), bodies: t.map(Body).view() }, "State");

/** Room for the state and all views of a tick: by default the package would warn and start anew. */
const ENCODE_BUFFER_BYTES = 8 * 1024 * 1024;

/**
 * The stock way: bodies are Schema instances, and each client has a StateView. It is given the lists of what entered and left,
 * which a game has to find by itself: their making is not timed.
 */
export function createStateView(scene: MovingScene): Contestant & { readonly prepare: () => void } {
  Encoder.BUFFER_SIZE = Math.max(Encoder.BUFFER_SIZE, ENCODE_BUFFER_BYTES);
  const { x, y, areas } = scene;
  const { interest, viewers } = createPlainInterest(scene);
  const state = new State();
  const map = state.bodies as unknown as MapSchema<Body>;
  const encoder = new Encoder(state);
  const instances = Array.from(x, (_, i) => {
    const body = new Body();
    Object.assign(body, { radius: RADIUS_STEPS, ...lookOf(i), x: 0, y: 0 });
    map.set(String(i), body);
    return body;
  });
  const views = viewers.map(() => new StateView());
  const decoders = views.slice(0, CHECKED_VIEWERS).map(() => new Decoder(new State()));
  const iterator = { offset: 0 };
  encoder.encodeAll(iterator);
  const shared = iterator.offset;
  for (const [i, decoder] of decoders.entries()) {
    decoder.decode(encoder.encodeAllView(views[i], shared, { offset: shared }).slice());
  }
  encoder.discardChanges();
  for (const view of views) view.changes.clear();
  const frames: Uint8Array[] = [];

  return {
    name: "stateview",
    prepare: () => interest.update(),
    run() {
      for (let i = 0; i < instances.length; i++) {
        instances[i].x = Math.floor(x[i] * STEPS_PER_UNIT + 0.5);
        instances[i].y = Math.floor(y[i] * STEPS_PER_UNIT + 0.5);
      }
      state.tick++;
      for (let v = 0; v < views.length; v++) {
        const { entered, left } = viewers[v];
        for (let i = 0; i < left.count; i++) views[v].remove(instances[left.slots[i]]);
        for (let i = 0; i < entered.count; i++) views[v].add(instances[entered.slots[i]]);
      }
      const it = { offset: 0 };
      encoder.encode(it);
      const offset = it.offset;
      let bytes = 0;
      for (let v = 0; v < views.length; v++) {
        frames[v] = encoder.encodeView(views[v], offset, it).slice();
        it.offset = offset;
        bytes += frames[v].length;
      }
      encoder.discardChanges();
      return bytes;
    },
    framesToCheck: () => frames.slice(0, CHECKED_VIEWERS),
    check(ticks) {
      return decoders.every((decoder, v) => {
        for (const made of ticks) decoder.decode(made[v]);
        const decoded = decoder.state.bodies as unknown as MapSchema<Body>;
        const expected = seenIn(scene, areas[v]);
        return (
          decoded.size === expected.length &&
          expected.every((body) => {
            const got = decoded.get(String(body));
            return got !== undefined && got.x === instances[body].x && got.y === instances[body].y;
          })
        );
      });
    },
  };
}
