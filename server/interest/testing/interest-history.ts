/** A world of random bodies and viewers, to which anything may happen, and its oracle: each look is compared with it. */
import { expect } from "vitest";
import { createRandom, type Random } from "../../../shared/random.ts";
import { createIdList, createSpace, type IdList, NO_BODY, SpaceError, slotOf } from "../../space/space.ts";
import { AWKWARD_BODIES, randomShape } from "../../space/testing/random-bodies.ts";
import { type Area, createInterest, type KindRule, type Viewer } from "../interest.ts";
import { sorted } from "./lists.ts";
import { type Expected, lookNaively, type NaiveOptions, type NaiveViewer, presentIds } from "./naive-interest.ts";

const BODY_CHANGES = ["move", "drift", "reshape", "remove", "replace", "kind"] as const;
const VIEWER_CHANGES = ["aim", "shift", "focus", "rate", "list", "follow", "leave", "restart"] as const;
/** What can happen, besides an update. */
export const HAPPENINGS = [...BODY_CHANGES, ...VIEWER_CHANGES, "add", "step", "join"] as const;
type Happening = (typeof HAPPENINGS)[number] | "update";

/** Few, so that slots are soon given to others. */
const CAPACITY = 24;
const KINDS = 4;
const MOST_VIEWERS = 5;
const BOUNDS = { minX: -100, minY: -100, maxX: 100, maxY: 100 };
const COSTS = { whole: 20, entry: 28, exit: 3 };

interface Member extends NaiveViewer {
  readonly areas: Area[];
  readonly own: IdList;
  /** What the callbacks have told of, and not taken back. */
  readonly heard: Set<number>;
}

export type Ruled = "by nothing" | "by rates" | "by all";

/** How often what is worth a test has come up. */
export type Coverage = Map<string, number>;

/**
 * @param ruled what may be asked: nothing, so that all looks are plain; rates by distance; or also other rules, budgets and walls
 * @param coverage is counted up
 * @returns what lets something happen, and fails when a viewer is not as the oracle says
 */
export function createHistory(seed: number, ruled: Ruled, coverage: Coverage): (what: Happening) => void {
  const isPlain = ruled === "by nothing";
  const hasAll = ruled === "by all";
  const random = createRandom(seed);
  const space = createSpace({ bounds: BOUNDS, capacity: CAPACITY });
  const { bodies } = space;
  const kindOf = new Uint8Array(CAPACITY);
  const changed = new Uint16Array(CAPACITY);
  const coordinate = () => AWKWARD_BODIES.coordinate(random);
  const options: NaiveOptions = {
    kindOf,
    kinds: isPlain ? [] : Array.from({ length: random.integer(KINDS) }, () => randomRule(random, ruled)),
    bytes: { changed, ...COSTS },
    walls: Array.from({ length: 4 * random.integer(4) }, coordinate),
  };
  const interest = createInterest(space, options);
  const ids: number[] = [];
  /** No body's, or no longer. */
  const gone: number[] = [NO_BODY, 2 ** 31 - 1];
  const members: Member[] = [];
  const team = createIdList(0);
  let known: ReadonlySet<number> = new Set();
  let tick = 0;

  function oneOf<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[random.integer(list.length)];
  }

  function met(what: string): void {
    coverage.set(what, (coverage.get(what) ?? 0) + 1);
  }

  /** Whether there was room. */
  function add(): boolean {
    try {
      const id = space.add(randomShape(random, AWKWARD_BODIES.size), coordinate(), coordinate());
      kindOf[slotOf(id)] = random.integer(KINDS);
      ids.push(id);
      return true;
    } catch (error) {
      if (error instanceof SpaceError && error.code === "full") return false;
      throw error;
    }
  }

  function remove(id: number): void {
    space.remove(id);
    ids.splice(ids.indexOf(id), 1);
    gone.push(id);
  }

  function changeBody(what: (typeof BODY_CHANGES)[number], id: number): void {
    if (what === "move") space.move(id, coordinate(), coordinate());
    else if (what === "reshape") space.reshape(id, randomShape(random, AWKWARD_BODIES.size));
    else if (what === "kind") kindOf[slotOf(id)] = random.integer(KINDS);
    else if (what === "remove") remove(id);
    else if (what === "replace") {
      // With no other slot left, the next body gets this one.
      space.step();
      while (add());
      remove(id);
      space.step();
      add();
    } else {
      for (const each of ids) {
        const x = bodies.x[slotOf(each)] + random.between(-5, 5);
        space.move(each, x, bodies.y[slotOf(each)] + random.between(-5, 5));
      }
    }
  }

  function join(): void {
    if (members.length === MOST_VIEWERS) return;
    const heard = new Set<number>();
    const isLimited = hasAll && random.integer(2) === 0;
    const budget = isLimited ? COSTS.entry + random.integer(120) : Infinity;
    const lineOfSight = hasAll && random.integer(3) === 0;
    const viewer = interest.addViewer({
      ...(isLimited && { budget }),
      lineOfSight,
      onEnter(id) {
        expect(heard.has(id), "entered twice").toBe(false);
        heard.add(id);
      },
      onLeave: (id) => expect(heard.delete(id), "left, and had not entered").toBe(true),
    });
    const own = createIdList(0);
    const areas: Area[] = [];
    Object.assign(viewer, { areas, alwaysSeen: [own, team] });
    const nothing = { seen: new Map(), waiting: new Map(), reasons: new Map() };
    const member = { viewer, budget, lineOfSight, areas, own, heard, ...nothing };
    members.push(member);
    aim(member);
  }

  function aim({ areas }: Member): void {
    // One rectangle most often: that is the fast path, to be left and come back to.
    const isSimple = random.integer(3) > 0;
    const count = isSimple ? 1 : random.integer(4);
    areas.length = 0;
    for (let i = 0; i < count; i++) areas.push(randomArea(random, isSimple ? 0 : random.integer(3)));
  }

  function changeViewer(what: (typeof VIEWER_CHANGES)[number], member: Member): void {
    const { viewer, areas } = member;
    if (what === "aim") aim(member);
    else if (what === "shift") {
      for (const area of areas) Object.assign(area, { centerX: area.centerX + random.between(-8, 8) });
    } else if (what === "focus") {
      viewer.focus = random.integer(2) === 0 ? undefined : { x: coordinate(), y: coordinate() };
    } else if (what === "rate") viewer.rateUnit = random.between(0, 3);
    else if (what === "list") list(random.integer(3) === 0 ? team : member.own);
    else if (what === "follow") follow(viewer, random.integer(3) === 0 ? undefined : oneOf(members)?.viewer);
    else if (what === "restart") {
      interest.restart(viewer);
      check(member, true);
    } else {
      interest.removeViewer(viewer);
      members.splice(members.indexOf(member), 1);
      expect(() => interest.restart(viewer)).toThrow(expect.objectContaining({ code: "unknown-viewer" }));
    }
  }

  function list(into: IdList): void {
    const listed = Array.from(
      { length: random.integer(4) },
      () => oneOf(random.integer(3) === 0 ? gone : ids) ?? NO_BODY,
    );
    // What stands behind the end does not count.
    into.ids = Int32Array.from([...listed, ...ids]);
    into.count = listed.length;
  }

  function follow(viewer: Viewer, other: Viewer | undefined): void {
    let end = other;
    while (end !== undefined && end !== viewer) end = end.following;
    if (end === undefined) {
      viewer.follow(other);
      return;
    }
    expect(() => viewer.follow(other)).toThrow(expect.objectContaining({ code: "follow-cycle" }));
    met("cycle refused");
  }

  function update(): void {
    for (let slot = 0; slot < CAPACITY; slot++) changed[slot] = random.integer(3) * 6;
    interest.update();
    tick++;
    known = presentIds(bodies);
    for (const member of members) check(member, false);
  }

  function check(member: Member, isRestart: boolean): void {
    const { viewer, seen: before, heard } = member;
    const { expected, faults } = lookNaively(member, bodies, known, options, tick, isRestart);
    expect(shownBy(viewer, before.keys())).toEqual(sortedAll(expected));
    expect(faults).toEqual([]);
    expect(sorted(heard)).toEqual(sorted(expected.seen));
    for (const id of [...ids, ...gone]) {
      const { reason } = interest.explain(viewer, id);
      const truth = isThere(id) ? (member.reasons.get(id) ?? "not looked for yet") : "gone";
      // Not asked of each, which would take the most of the time.
      if (reason !== truth) expect({ id, reason }).toEqual({ id, reason: truth });
      met(truth);
    }
    const enteredSlots = expected.entered.map(slotOf);
    if (expected.left.some((id) => enteredSlots.includes(slotOf(id)))) met("left and entered by one slot");
    if (isRestart && expected.seen.length > 0) met("restarted");
    if (viewer.following !== undefined && expected.seen.length > 0) met("followed");
    if ([...expected.due.values()].some((age) => age > 1)) met("due after a while");
  }

  function isThere(id: number): boolean {
    return id !== NO_BODY && bodies.ids[slotOf(id)] === id;
  }

  return (what) => {
    const ofViewer = VIEWER_CHANGES.find((each) => each === what);
    const ofBody = BODY_CHANGES.find((each) => each === what);
    const member = oneOf(members);
    const id = oneOf(ids);
    if (ofViewer !== undefined && member !== undefined) changeViewer(ofViewer, member);
    else if (ofBody !== undefined && id !== undefined) changeBody(ofBody, id);
    else if (what === "update") update();
    else if (what === "add") add();
    else if (what === "step") space.step();
    else if (what === "join") join();
    // Explanations never contradict what is seen, whatever has happened since.
    for (const { viewer, seen } of members) {
      const wrong = [...ids, ...gone].filter((each) => interest.explain(viewer, each).seen !== seen.has(each));
      expect(wrong).toEqual([]);
    }
  };
}

function randomRule(random: Random, ruled: Ruled): KindRule | undefined {
  const rates = [
    { beyond: 60, every: 4 },
    { beyond: 15, every: 2 + random.integer(2) },
  ];
  if (ruled === "by rates") return random.integer(4) === 0 ? undefined : { rates };
  const rule: KindRule = {
    leaveMargin: random.integer(2) * random.between(0, 20),
    leastStay: random.integer(5),
    weight: 1 + random.integer(3),
    ...(random.integer(3) === 0 && { most: random.integer(4) }),
    ...(random.integer(2) === 0 && { rates }),
  };
  return random.integer(4) === 0 ? undefined : rule;
}

/** @param form 0 a rectangle, 1 a circle, 2 a cone. */
function randomArea(random: Random, form: number): Area {
  const centerX = AWKWARD_BODIES.coordinate(random);
  const centerY = AWKWARD_BODIES.coordinate(random);
  const size = () => (random.integer(2) === 0 ? random.integer(9) * 12.5 : random.between(0, 120));
  if (form === 0) return { centerX, centerY, width: size(), height: size() };
  const radius = size();
  if (form === 1) return { centerX, centerY, radius };
  const angle = random.integer(2) === 0 ? (random.integer(5) * Math.PI) / 2 : random.between(0, 2 * Math.PI);
  return { centerX, centerY, radius, direction: random.between(-7, 7), angle };
}

/** What a viewer shows, in order; bodies by their ids, those that left by the ids of what was seen before. */
function shownBy({ entered, left, stayed, due, seen }: Viewer, before: Iterable<number>): Expected {
  const ids = [...seen.ids.subarray(0, seen.count)];
  const now = new Map(ids.map((id) => [slotOf(id), id]));
  const ago = new Map([...before].map((id) => [slotOf(id), id]));
  const named = (list: { slots: Int32Array; count: number }, names: Map<number, number>) =>
    [...list.slots.subarray(0, list.count)].map((slot) => names.get(slot) ?? NO_BODY);
  return sortedAll({
    seen: ids,
    entered: named(entered, now),
    left: named(left, ago),
    stayed: named(stayed, now),
    due: new Map(named(due, now).map((id, i) => [id, due.isFresh ? 1 : due.ages[i]])),
  });
}

function sortedAll({ seen, entered, left, stayed, due }: Expected): Expected {
  return {
    seen: sorted(seen),
    entered: sorted(entered),
    left: sorted(left),
    stayed: sorted(stayed),
    due: new Map([...due].sort(([a], [b]) => a - b)),
  };
}
