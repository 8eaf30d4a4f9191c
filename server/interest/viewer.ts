/**
 * Who sees what. A viewer has an area (a rectangle) and bodies that it always sees (its own); once per tick the space says
 * what the area holds, and the difference to the tick before gives what entered, stayed and left.
 *
 * A body is seen by its extent, not its centre. Ids are compared whole, with their generation: a slot that was freed and given
 * to another body counts as one body that left and one that entered.
 *
 * Cost per viewer: one query, and O(seen before + seen now); one array of marks serves all viewers, and nothing is allocated
 * once the lists have grown.
 */
import { slotOf } from "../space/bodies.ts";
import { append, createIdList, type IdList } from "../space/id-list.ts";
import type { Space } from "../space/space.ts";

/** A rectangle by its centre and full size, in world units. */
export interface Area {
  readonly centerX: number;
  readonly centerY: number;
  readonly width: number;
  readonly height: number;
}

/** What one viewer sees, and how that changed at its last update; slots of bodies, except `seen`, which has ids. */
export interface Viewer {
  readonly seen: IdList;
  readonly entered: IdList;
  readonly stayed: IdList;
  readonly left: IdList;
}

export interface Interest {
  createViewer(): Viewer;
  /** Renews what `viewer` sees: the bodies in `area`, and those of `alwaysSeen` that are still there. */
  update(viewer: Viewer, area: Area, alwaysSeen: Readonly<IdList>): void;
}

export function createInterest(space: Space): Interest {
  const { capacity } = space.bodies;
  /** By slot: the id that was marked, and the number of the mark that it got. */
  const markedId = new Int32Array(capacity);
  const markOf = new Int32Array(capacity);
  let lastMark = 0;

  function isMarked(id: number, mark: number): boolean {
    const slot = slotOf(id);
    return markOf[slot] === mark && markedId[slot] === id;
  }

  function setMark(id: number, mark: number): void {
    const slot = slotOf(id);
    markOf[slot] = mark;
    markedId[slot] = id;
  }

  /** Two marks that no body has yet: one for what was seen before, one for what is seen now. */
  function nextMarks(): number {
    if (lastMark > 0x7ffffff0) {
      markOf.fill(0);
      lastMark = 0;
    }
    lastMark += 2;
    return lastMark;
  }

  const before = createIdList();

  function update(viewer: Viewer, area: Area, alwaysSeen: Readonly<IdList>): void {
    const { seen, entered, stayed, left } = viewer;
    entered.count = 0;
    stayed.count = 0;
    left.count = 0;

    before.count = 0;
    const nowMark = nextMarks();
    const beforeMark = nowMark - 1;
    for (let i = 0; i < seen.count; i++) {
      const id = seen.ids[i];
      append(before, id);
      setMark(id, beforeMark);
    }

    const halfWidth = area.width / 2;
    const halfHeight = area.height / 2;
    const { centerX, centerY } = area;
    space.overlapRect(centerX - halfWidth, centerY - halfHeight, centerX + halfWidth, centerY + halfHeight, seen);
    for (let i = 0; i < seen.count; i++) classify(viewer, seen.ids[i], beforeMark, nowMark);
    for (let i = 0; i < alwaysSeen.count; i++) {
      const id = alwaysSeen.ids[i];
      if (isMarked(id, nowMark) || !space.has(id)) continue;
      append(seen, id);
      classify(viewer, id, beforeMark, nowMark);
    }

    for (let i = 0; i < before.count; i++) {
      const id = before.ids[i];
      if (!isMarked(id, nowMark)) append(left, slotOf(id));
    }
  }

  function classify(viewer: Viewer, id: number, beforeMark: number, nowMark: number): void {
    append(isMarked(id, beforeMark) ? viewer.stayed : viewer.entered, slotOf(id));
    setMark(id, nowMark);
  }

  return {
    createViewer: () => ({
      seen: createIdList(),
      entered: createIdList(),
      stayed: createIdList(),
      left: createIdList(),
    }),
    update,
  };
}
