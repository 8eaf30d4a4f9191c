/**
 * A broad phase that stands for one of several, one after the other: whoever holds on to it sees the change, and needs not know.
 *
 * The next one takes over when it has been built. Until then the one before answers, which knows the bodies as of the last
 * step; so a change between two steps is seen by no query, and a build that throws leaves everything as it was.
 */
import type { BroadPhase } from "./broad-phase.ts";

export interface ReplaceableBroadPhase extends BroadPhase {
  /** Has `next` take over with the next build; what it takes over from is disposed of. */
  replace(next: BroadPhase): void;
  /** Disposes of what there is: the current one, and the next one. */
  dispose(): Promise<void>;
}

export function createReplaceableBroadPhase(first: BroadPhase): ReplaceableBroadPhase {
  let current = first;
  let next: BroadPhase | undefined;

  return {
    get counters() {
      return current.counters;
    },

    build() {
      if (!next) {
        current.build();
        return;
      }
      next.build();
      void current.dispose?.();
      current = next;
      next = undefined;
    },

    findPairs(into) {
      current.findPairs(into);
    },

    queryRect(minX, minY, maxX, maxY, into) {
      current.queryRect(minX, minY, maxX, maxY, into);
    },

    inspect: () => current.inspect(),

    replace(replacement) {
      void next?.dispose?.();
      next = replacement;
    },

    async dispose() {
      await Promise.all([current.dispose?.(), next?.dispose?.()]);
    },
  };
}
