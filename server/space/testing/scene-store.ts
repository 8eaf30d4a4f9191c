import { createBodyStore, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import type { BroadPhase } from "../broadphase/broad-phase.ts";
import type { PairList } from "../broadphase/pair-list.ts";
import { advanceScene, type Scene } from "../scenes/scenes.ts";

/** A store with the bodies of a scene, each in the slot of its index. */
export function storeScene({ count, x, y, shapes, still }: Scene): WritableBodyStore {
  const store = createBodyStore(Math.max(1, count));
  for (let i = 0; i < count; i++) store.add(shapes[i], x[i], y[i], { still: still[i] === 1 });
  return store;
}

/** Moves the bodies of a scene, and of the store made of it, by one tick. */
export function moveStoredScene(store: WritableBodyStore, scene: Scene): void {
  advanceScene(scene);
  for (let i = 0; i < scene.count; i++) {
    if (scene.still[i] === 0) store.move(store.ids[i], scene.x[i], scene.y[i]);
  }
}

/** A step as a space does it, as far as the pairs. */
export function stepBroadPhase(store: WritableBodyStore, broadPhase: BroadPhase, into: PairList): void {
  updateBoxes(store, false);
  broadPhase.build();
  broadPhase.findPairs(into);
  store.settle();
}
