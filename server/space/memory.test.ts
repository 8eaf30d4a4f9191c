import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
import { createIdList } from "./id-list.ts";
import { advanceScene, createScene } from "./scenes/scenes.ts";
import { createSpace } from "./space.ts";

/**
 * Bytes that a step with its ten queries may allocate, in the mean. It cannot be 0, since V8 boxes a float (16 bytes) that is
 * passed to a call which it does not inline; but one for each body or contact would be over 3000.
 */
const MAX_BYTES_PER_STEP = 512;
const ROUND_STEPS = 500;
/** Until V8 has compiled all of it, code allocates where it will not later; some round up to this one has to be clean. */
const MAX_ROUNDS = 20;
const BODIES = 200;

describe.each(BROAD_PHASE_NAMES)("%s, once warm,", (name) => {
  test("allocates nothing per body in a step and its queries", () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const scene = createScene("agar", BODIES, 1);
    const space = createSpace({ bounds: scene.bounds, capacity: BODIES, broadPhase: name });
    const ids = new Int32Array(BODIES);
    for (let i = 0; i < BODIES; i++) ids[i] = space.add(scene.x[i], scene.y[i], scene.radius[i], scene.still[i] === 1);
    const list = createIdList();
    let hits = 0;

    const runRound = () => {
      for (let step = 0; step < ROUND_STEPS; step++) {
        advanceScene(scene);
        for (let i = 0; i < BODIES; i++) if (scene.still[i] === 0) space.move(ids[i], scene.x[i], scene.y[i]);
        space.step();
        for (let i = 0; i < 10; i++) hits += space.overlapRect(0, i * 50, 1000, i * 50 + 500, list);
      }
    };
    const bytesPerStep: number[] = [];
    do {
      collect();
      const before = process.memoryUsage();
      runRound();
      // Read before anything is collected, so that what was allocated and dropped counts too.
      const after = process.memoryUsage();
      bytesPerStep.push((after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / ROUND_STEPS);
    } while (Math.abs(bytesPerStep[bytesPerStep.length - 1]) > MAX_BYTES_PER_STEP && bytesPerStep.length < MAX_ROUNDS);
    expect(hits).toBeGreaterThan(0);
    expect(
      bytesPerStep.some((bytes) => Math.abs(bytes) <= MAX_BYTES_PER_STEP),
      bytesPerStep.join(" "),
    ).toBe(true);
  });
});
