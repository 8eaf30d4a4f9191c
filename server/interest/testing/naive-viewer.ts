/** The oracle of interest: one viewer, looked for the plainest way, body by body, as the docstrings say it. */
import { type BodyStore, slotOf } from "../../space/bodies.ts";
import { distanceTo } from "../../space/narrowphase/overlap.ts";
import { ShapeKind } from "../../space/shapes.ts";
import type { IdList } from "../../space/space.ts";
import { overlapsArea } from "../area-tests.ts";
import { type Area, isCone, isRectangle } from "../areas.ts";
import type { KindRule } from "../kind-rules.ts";
import { hidingWall } from "../line-of-sight.ts";

export interface NaiveOptions {
  readonly kinds: readonly (KindRule | undefined)[];
  readonly kindOf: ArrayLike<number>;
  readonly walls: readonly number[];
  readonly lineOfSight: boolean;
}

/** What is known of a body that is seen: the updates in which it entered, and up to which its changes were sent. */
interface Known {
  readonly enteredAt: number;
  knownAt: number;
}

export interface NaiveViewer {
  readonly seen: Map<number, Known>;
  entered: number[];
  left: number[];
  stayed: number[];
  /** Slots, with the ages of what is to be sent. */
  due: Map<number, number>;
  update(tick: number, areas: readonly Area[], focus: { x: number; y: number }, alwaysSeen: readonly IdList[]): void;
}

export function createNaiveViewer(bodies: BodyStore, options: NaiveOptions): NaiveViewer {
  const seen = new Map<number, Known>();
  const viewer: NaiveViewer = {
    seen,
    entered: [],
    left: [],
    stayed: [],
    due: new Map(),
    update(tick, areas, focus, alwaysSeen) {
      const ruleOf = (id: number) => options.kinds[options.kindOf[slotOf(id)]] ?? {};
      const distance = (id: number) => distanceTo(bodies, slotOf(id), focus.x, focus.y);
      const always = new Set(alwaysSeen.flatMap(({ ids, count }) => [...ids.subarray(0, count)]).filter(isThere));
      const isWanted = (id: number) => {
        const { leaveMargin = 0, leastStay = 0 } = ruleOf(id);
        const known = seen.get(id);
        const inArea = areas.some((area) => isIn(bodies, slotOf(id), area, 0));
        const inMargin = known !== undefined && areas.some((area) => isIn(bodies, slotOf(id), area, leaveMargin));
        const mustStay = known !== undefined && tick - known.enteredAt < leastStay;
        if (!inArea && !inMargin && !mustStay) return false;
        const eye = Float64Array.of(focus.x, focus.y);
        return !options.lineOfSight || hidingWall(options.walls, bodies, slotOf(id), eye) < 0;
      };
      const wanted = allIds(bodies).filter((id) => !always.has(id) && isWanted(id));
      const kept = wanted.filter((id) => {
        const { most = Infinity } = ruleOf(id);
        const kind = options.kindOf[slotOf(id)];
        const nearer = wanted.filter(
          (other) =>
            (ruleOf(other) === ruleOf(id) || options.kindOf[slotOf(other)] === kind) &&
            (distance(other) < distance(id) || (distance(other) === distance(id) && slotOf(other) < slotOf(id))),
        );
        return nearer.length < most;
      });
      const now = new Set([...always, ...kept]);

      viewer.entered = [...now].filter((id) => !seen.has(id)).map(slotOf);
      viewer.left = [...seen.keys()].filter((id) => !now.has(id)).map(slotOf);
      const stayed = [...now].filter((id) => seen.has(id));
      viewer.stayed = stayed.map(slotOf);
      viewer.due = new Map();
      for (const id of seen.keys()) if (!now.has(id)) seen.delete(id);
      for (const id of now) if (!seen.has(id)) seen.set(id, { enteredAt: tick, knownAt: tick });
      for (const id of stayed) {
        const known = seen.get(id) as Known;
        const applying = (ruleOf(id).rates ?? []).filter(({ beyond }) => distance(id) > beyond);
        const every = applying.toSorted((a, b) => b.beyond - a.beyond)[0]?.every ?? 1;
        const age = tick - known.knownAt;
        if (!always.has(id) && age < every && (tick + slotOf(id)) % every !== 0) continue;
        viewer.due.set(slotOf(id), age);
        known.knownAt = tick;
      }
    },
  };

  function isThere(id: number): boolean {
    return bodies.ids[slotOf(id)] === id;
  }

  return viewer;
}

function allIds(bodies: BodyStore): number[] {
  return [...bodies.ids.subarray(0, bodies.slotLimit)].filter((id) => id !== 0);
}

/** For circles by distances alone; for other shapes as the narrow phase has it. */
function isIn(bodies: BodyStore, slot: number, area: Area, margin: number): boolean {
  if (bodies.shape[slot] !== ShapeKind.circle || isCone(area)) return overlapsArea(bodies, slot, area, margin);
  const dx = Math.abs(bodies.x[slot] - area.centerX);
  const dy = Math.abs(bodies.y[slot] - area.centerY);
  if (!isRectangle(area)) return Math.hypot(dx, dy) <= area.radius + margin + bodies.radius[slot];
  const outsideX = Math.max(0, dx - area.width / 2 - margin);
  const outsideY = Math.max(0, dy - area.height / 2 - margin);
  return Math.hypot(outsideX, outsideY) <= bodies.radius[slot];
}
