/**
 * The oracle of interest: several viewers, looked for the plainest way, body by body, as the docstrings say it. What a budget
 * lets go out is not foretold, since claims of equal urgency may go in any order: it is judged, and then taken over.
 */
import { type BodyId, type BodyStore, NO_BODY, slotOf } from "../../space/bodies.ts";
import { distanceTo } from "../../space/narrowphase/overlap.ts";
import { overlapsArea } from "../area-tests.ts";
import type { Explanation, InterestOptions, KindRule, Viewer } from "../interest.ts";
import { hidingWall } from "../line-of-sight.ts";

export type NaiveOptions = Required<InterestOptions>;

/** What is known of a body that is seen. */
interface Seen {
  readonly enteredAt: number;
  /** The update up to which its changes were sent. */
  readonly knownAt: number;
  /** Bytes of changes since. */
  readonly pending: number;
}

/** Something that a budget may let go out. */
interface Claim {
  readonly id: BodyId;
  readonly isEntry: boolean;
  readonly urgency: number;
  readonly bytes: number;
}

/** What the oracle keeps of a viewer. */
export interface NaiveViewer {
  readonly viewer: Viewer;
  readonly budget: number;
  readonly lineOfSight: boolean;
  seen: Map<BodyId, Seen>;
  /** Since which update bodies wait for the budget. */
  waiting: Map<BodyId, number>;
  /** Why each body is seen or not, as of the last look. */
  reasons: Map<BodyId, Explanation["reason"]>;
}

/** What a viewer has to show, all by ids. */
export interface Expected {
  readonly seen: BodyId[];
  readonly entered: BodyId[];
  readonly left: BodyId[];
  readonly stayed: BodyId[];
  /** With their ages. */
  readonly due: Map<BodyId, number>;
}

/**
 * @param known the bodies that there were at the last update
 * @param isRestart whether it is to be as if nothing had been seen before
 * @returns what the viewer has to show, and what is wrong with the use of its budget
 */
export function lookNaively(
  naive: NaiveViewer,
  bodies: BodyStore,
  known: ReadonlySet<BodyId>,
  options: NaiveOptions,
  tick: number,
  isRestart: boolean,
): { expected: Expected; faults: string[] } {
  const { kinds, kindOf, bytes } = options;
  const before = isRestart ? new Map<BodyId, Seen>() : naive.seen;
  const budget = isRestart ? Infinity : naive.budget;
  const { wanted, always, reasons } = findWanted(naive, before, bodies, known, options, tick);
  const rule = (id: BodyId) => kinds[kindOf[slotOf(id)]] ?? {};
  const weight = (id: BodyId) => rule(id).weight ?? 1;
  const focus = focusOf(naive.viewer);
  const { rateUnit } = sourceOf(naive.viewer);
  const stayed = wanted.filter((id) => before.has(id));
  const left = [...before.keys()].filter((id) => !wanted.includes(id));
  const seen = new Map<BodyId, Seen>();
  const waiting = new Map<BodyId, number>();
  const claims: Claim[] = [];
  const due = new Map<BodyId, number>();
  const entered: BodyId[] = [];
  let spent = left.length * bytes.exit;

  for (const id of wanted) {
    const was = before.get(id);
    if (was !== undefined) continue;
    if (budget === Infinity || always.has(id)) {
      spent += bytes.entry;
      entered.push(id);
      continue;
    }
    const since = naive.waiting.get(id) ?? tick;
    claims.push({ id, isEntry: true, urgency: weight(id) * (tick - since + 1), bytes: bytes.entry });
    waiting.set(id, since);
  }
  for (const id of stayed) {
    const was = before.get(id) as Seen;
    const age = tick - was.knownAt;
    const pending = was.pending + bytes.changed[slotOf(id)];
    const cost = Math.min(pending, bytes.whole);
    const every = intervalAt(rule(id), distanceTo(bodies, slotOf(id), focus.x, focus.y), rateUnit);
    const isDue = age >= every || (tick + slotOf(id)) % every === 0;
    seen.set(id, { ...was, pending });
    if (always.has(id) || (isDue && budget === Infinity)) {
      spent += cost;
      due.set(id, age);
    } else if (isDue && pending === 0) seen.set(id, { ...was, knownAt: tick, pending: 0 });
    else if (isDue) claims.push({ id, isEntry: false, urgency: weight(id) * age, bytes: cost });
  }

  // What went out by the budget, by the viewer's own word.
  const told = new Set([...slotsIn(naive.viewer.entered), ...slotsIn(naive.viewer.due)]);
  const granted = claims.filter(({ id }) => told.has(slotOf(id)));
  const refused = claims.filter(({ id }) => !told.has(slotOf(id)));
  for (const { id, isEntry } of granted) {
    if (isEntry) entered.push(id);
    else due.set(id, tick - (before.get(id) as Seen).knownAt);
    waiting.delete(id);
  }
  for (const { id, isEntry } of refused) if (isEntry) reasons.set(id, "waits for the budget");
  for (const id of entered) seen.set(id, { enteredAt: tick, knownAt: tick, pending: 0 });
  for (const id of due.keys()) seen.set(id, { ...(seen.get(id) as Seen), knownAt: tick, pending: 0 });

  naive.seen = seen;
  naive.waiting = waiting;
  naive.reasons = reasons;
  const expected = { seen: [...seen.keys()], entered, left, stayed, due };
  return { expected, faults: judge(granted, refused, budget - spent) };
}

/** What is to be seen, were it not for the budget, and for each body why it is or is not. */
function findWanted(
  { viewer, lineOfSight }: NaiveViewer,
  before: ReadonlyMap<BodyId, Seen>,
  bodies: BodyStore,
  known: ReadonlySet<BodyId>,
  { kinds, kindOf, walls }: NaiveOptions,
  tick: number,
) {
  const { areas } = sourceOf(viewer);
  const { x, y } = focusOf(viewer);
  const there = [...known].filter((id) => bodies.ids[slotOf(id)] === id);
  const always = new Set(listedBy(viewer).filter((id) => there.includes(id)));
  const distance = (id: BodyId) => distanceTo(bodies, slotOf(id), x, y);
  const isIn = (id: BodyId, margin: number) => areas.some((area) => overlapsArea(bodies, slotOf(id), area, margin));
  const reasons = new Map<BodyId, Explanation["reason"]>();
  const candidates: BodyId[] = [];
  for (const id of there) {
    const was = before.get(id);
    const { leaveMargin = 0, leastStay = 0 } = kinds[kindOf[slotOf(id)]] ?? {};
    if (always.has(id)) reasons.set(id, "always seen");
    else if (isIn(id, 0)) reasons.set(id, "in an area");
    else if (was && isIn(id, leaveMargin)) reasons.set(id, "within the margin to leave");
    else if (was && tick - was.enteredAt < leastStay) reasons.set(id, "least stay");
    else reasons.set(id, "outside the areas");
    if (always.has(id) || reasons.get(id) === "outside the areas") continue;
    const isHidden = lineOfSight && hidingWall(walls, bodies, slotOf(id), Float64Array.of(x, y)) >= 0;
    if (isHidden) reasons.set(id, "behind a wall");
    else candidates.push(id);
  }
  const wanted = [...always];
  for (const id of candidates) {
    const kind = kindOf[slotOf(id)];
    const isNearer = (other: BodyId) =>
      distance(other) < distance(id) || (distance(other) === distance(id) && slotOf(other) < slotOf(id));
    const nearer = candidates.filter((other) => kindOf[slotOf(other)] === kind && isNearer(other));
    if (nearer.length < (kinds[kind]?.most ?? Infinity)) wanted.push(id);
    else reasons.set(id, "others of its kind are nearer");
  }
  return { wanted, always, reasons };
}

/** Whether what was granted fits, nothing went ahead of something more urgent, and no more would have fitted. */
function judge(granted: readonly Claim[], refused: readonly Claim[], room: number): string[] {
  const faults: string[] = [];
  const bytes = granted.reduce((sum, claim) => sum + claim.bytes, 0);
  if (granted.length > 0 && bytes > room) faults.push(`${bytes} bytes were granted of ${room}`);
  const least = Math.min(...granted.map(({ urgency }) => urgency));
  const most = Math.max(...refused.map(({ urgency }) => urgency));
  if (most > least) faults.push(`one of urgency ${least} went ahead of one of ${most}`);
  const next = Math.max(...refused.filter(({ urgency }) => urgency === most).map((claim) => claim.bytes));
  if (refused.length > 0 && next <= room - bytes) faults.push(`${next} bytes more would have fitted`);
  return faults;
}

function intervalAt({ rates = [] }: KindRule, distance: number, rateUnit: number): number {
  const applying = rates.filter(({ beyond }) => distance > beyond * rateUnit);
  return applying.toSorted((a, b) => b.beyond - a.beyond)[0]?.every ?? 1;
}

function sourceOf(viewer: Viewer): Viewer {
  return viewer.following === undefined ? viewer : sourceOf(viewer.following);
}

function focusOf(viewer: Viewer): { x: number; y: number } {
  const { focus, areas } = sourceOf(viewer);
  return focus ?? { x: areas[0]?.centerX ?? 0, y: areas[0]?.centerY ?? 0 };
}

function listedBy({ alwaysSeen, following }: Viewer): BodyId[] {
  const own = alwaysSeen.flatMap(({ ids, count }) => [...ids.subarray(0, count)]);
  return following === undefined ? own : [...own, ...listedBy(following)];
}

function slotsIn({ slots, count }: { readonly slots: Int32Array; readonly count: number }): number[] {
  return [...slots.subarray(0, count)];
}

/** The ids of the bodies that there are. */
export function presentIds({ ids, slotLimit }: BodyStore): Set<BodyId> {
  return new Set(ids.subarray(0, slotLimit).filter((id) => id !== NO_BODY));
}
