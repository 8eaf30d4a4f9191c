import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
import { createIdList } from "./id-list.ts";
import { advanceScene, createScene } from "./scenes/scenes.ts";
import { createSpace } from "./space.ts";

/** Bytes that a step with its queries may leave behind, in the mean: less than one small object each. */
const MAX_BYTES_PER_STEP = 64;
const WARM_UP_STEPS = 400;
const STEPS = 2000;

/** Collects all garbage. */
function exposeGarbageCollection(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

describe.each(BROAD_PHASE_NAMES)("%s, once warm,", (name) => {
  test("allocates nothing in a step and its queries", () => {
    const collect = exposeGarbageCollection();
    const scene = createScene("agar", 200, 1);
    const space = createSpace({ bounds: scene.bounds, capacity: 200, broadPhase: name });
    const ids = new Int32Array(200);
    for (let i = 0; i < 200; i++) ids[i] = space.add(scene.x[i], scene.y[i], scene.radius[i], scene.still[i] === 1);
    const list = createIdList();
    let hits = 0;

    const run = (steps: number) => {
      for (let step = 0; step < steps; step++) {
        advanceScene(scene);
        for (let i = 0; i < 200; i++) if (scene.still[i] === 0) space.move(ids[i], scene.x[i], scene.y[i]);
        space.step();
        for (let i = 0; i < 10; i++) hits += space.overlapRect(0, i * 50, 1000, i * 50 + 500, list);
      }
    };
    run(WARM_UP_STEPS);
    collect();
    const before = process.memoryUsage();
    run(STEPS);
    // Not collected before this is read: what was allocated and dropped counts too, unless a collection came between.
    const after = process.memoryUsage();
    collect();
    const kept = process.memoryUsage();
    expect(hits).toBeGreaterThan(0);
    expect((after.heapUsed - before.heapUsed) / STEPS).toBeLessThan(MAX_BYTES_PER_STEP);
    expect((kept.heapUsed - before.heapUsed) / STEPS).toBeLessThan(MAX_BYTES_PER_STEP);
    expect(kept.arrayBuffers).toBe(before.arrayBuffers);
  });
});
