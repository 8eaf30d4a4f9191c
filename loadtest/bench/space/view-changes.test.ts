import { expect, test } from "vitest";
import { createViewChanges, type ViewLists } from "./view-changes.ts";

function fill(lists: ViewLists, views: number[][]): void {
  for (const [view, slots] of views.entries()) {
    for (const slot of slots) lists.slots[lists.count++] = slot;
    lists.ends[view] = lists.count;
  }
}

function read({ slots, ends }: ViewLists): number[][] {
  return Array.from(ends, (end, view) => [...slots.subarray(view === 0 ? 0 : ends[view - 1], end)].sort());
}

test("what entered and left each view is told, view by view", () => {
  const changes = createViewChanges(10, 3);
  const tick = (views: number[][]) => {
    changes.begin();
    fill(changes.now, views);
    changes.compare();
    return { entered: read(changes.entered), left: read(changes.left) };
  };
  expect(tick([[1, 2], [2], []])).toEqual({ entered: [[1, 2], [2], []], left: [[], [], []] });
  expect(tick([[2, 3], [2], [9, 1]])).toEqual({ entered: [[3], [], [1, 9]], left: [[1], [], []] });
  expect(tick([[], [5], [1, 9]])).toEqual({ entered: [[], [5], []], left: [[2, 3], [2], []] });
  expect(read(changes.before)).toEqual([[2, 3], [2], [1, 9]]);
});
