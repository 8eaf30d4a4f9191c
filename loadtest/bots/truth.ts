/**
 * Whether a client holds what the server says that it should see.
 *
 * The server is asked over HTTP (`/api/rooms/:id/query`) for all bodies in a rectangle somewhat larger than the client's view.
 * Its answer is of the last tick before it was asked, and carries no tick; so the client keeps a copy of what it holds after
 * each patch, from the one before the question to one that surely came after (bots/truth-check.ts), and must agree with the
 * answer at one of them, in every body: there it must hold those that overlap the view and its own cells, and no others, at
 * the very place (moving cells are elsewhere a tick later), with their size, kind and owner.
 *
 * A room may send bodies far from the middle of the view once in N patches only. Then a far one may be held as it was up to N - 1
 * patches earlier, and its turn comes within the next N - 1. So a far body that differs must be no farther off than bodies move
 * in that time, and what differs, be it the place or the size, must be held as something else as soon as the body is held
 * as something else at all, which must be by then.
 *
 * What it cannot see: colours, names, the leaderboard; the view of one who is dead (only the server knows where it looks from);
 * whether a late body was ever where, or as large as, it is held; one that leaves the view before its turn;
 * what happens between two samples; more bodies than one answer holds; a simulation that is itself wrong, since the answer comes
 * out of it too. A body whose edge lies on the view's border, to rounding, is let pass either way.
 */
import { viewOf } from "../../shared/formulas.ts";
import { type ArenaState, BodyKind, RADIUS_UNIT } from "../../shared/state.ts";

export interface Rectangle {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A body as the server knows it or as a client holds it, in u. */
export interface TrueBody {
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: number;
  readonly owner: number;
}

/** What a client holds at a tick. */
export interface Held {
  readonly tick: number;
  readonly bodies: ReadonlyMap<number, TrueBody>;
}

export type Verdict =
  | { readonly kind: "right" }
  | { readonly kind: "unchecked"; readonly reason: string }
  | { readonly kind: "wrong"; readonly details: string };

/** What the client `number` is compared by. */
export interface Comparison {
  readonly number: number;
  /** What was asked for, and the bodies in it. */
  readonly asked: Rectangle;
  readonly answer: readonly TrueBody[];
  /** What the client held, in the order of the ticks. */
  readonly held: readonly Held[];
  /** World units to a step of a position on the wire. */
  readonly positionUnit: number;
  /** Far bodies come once in so many patches (`ArenaState.farUpdateTicks`); `held` has all but one of as many after the answer's tick. */
  readonly farUpdates: number;
}

/** How far (u) the rectangle reaches beyond what the client sees, for the ticks between its last patch and the answer. */
const ASKED_MARGIN = 300;
/** Bodies nearer (u) to the view's border than this may be held or not: sums of floats depend on their order. */
const BORDER_TOLERANCE = 1e-6;
/** More (u) than a body moves in a tick: a boost begins with 87 u, and steering and pushes come on top. */
const MOST_STEP = 200;

/** A copy of what a client holds now. */
export function copyHeld(state: ArenaState): Held {
  const bodies = new Map<number, TrueBody>();
  for (const [key, body] of state.bodies.entries()) {
    bodies.set(Number(key), {
      key: Number(key),
      x: body.x * state.positionUnit,
      y: body.y * state.positionUnit,
      radius: body.radius * RADIUS_UNIT,
      kind: body.kind,
      owner: body.owner,
    });
  }
  return { tick: state.tick, bodies };
}

/** The rectangle to ask for; undefined while the client has no cell. */
export function areaToAsk(held: Held, number: number): Rectangle | undefined {
  const cells = ownCells(held.bodies.values(), number);
  if (cells.length === 0) return undefined;
  const area = { ...viewOf(cells) };
  for (const { x, y, radius } of cells) {
    area.minX = Math.min(area.minX, x - radius);
    area.minY = Math.min(area.minY, y - radius);
    area.maxX = Math.max(area.maxX, x + radius);
    area.maxY = Math.max(area.maxY, y + radius);
  }
  return {
    minX: area.minX - ASKED_MARGIN,
    minY: area.minY - ASKED_MARGIN,
    maxX: area.maxX + ASKED_MARGIN,
    maxY: area.maxY + ASKED_MARGIN,
  };
}

export function compareWithTruth(comparison: Comparison): Verdict {
  const { number, asked, answer, held } = comparison;
  const cells = ownCells(answer, number);
  if (cells.length === 0) return { kind: "unchecked", reason: "died meanwhile" };
  const view = viewOf(cells);
  const wentOut = held.some(({ bodies }) => ownCells(bodies.values(), number).some((cell) => !isInside(cell, asked)));
  if (wentOut || !contains(asked, view)) return { kind: "unchecked", reason: "moved too far meanwhile" };

  let best: string[] | undefined;
  let bestTick = 0;
  for (const [place, { tick }] of held.entries()) {
    const differences = differencesOf(comparison, place, view);
    if (differences.length === 0) return { kind: "right" };
    if (best === undefined || differences.length < best.length) {
      best = differences;
      bestTick = tick;
    }
  }
  if (best === undefined) return { kind: "unchecked", reason: "no patch came" };
  // The answer may be of a tick that the client was not sent.
  if (held.some(({ tick }, i) => i > 0 && tick > held[i - 1].tick + 1)) {
    return { kind: "unchecked", reason: "a patch was left out" };
  }
  const rest = best.length > 3 ? `, and ${best.length - 3} more` : "";
  return { kind: "wrong", details: `player ${number} at tick ${bestTick}: ${best.slice(0, 3).join("; ")}${rest}` };
}

/** How what was held at a place of the list differs from the answer. */
function differencesOf(
  { number, answer, held: all, positionUnit, farUpdates }: Comparison,
  place: number,
  view: Rectangle,
): string[] {
  const held = all[place].bodies;
  const later = all.slice(place + 1, place + farUpdates);
  const differences: string[] = [];
  const known = new Set<number>();
  for (const body of answer) {
    known.add(body.key);
    const depth = depthInView(body, view);
    const isSeen = depth >= 0 || isOwn(body, number);
    const isOnBorder = Math.abs(depth) <= BORDER_TOLERANCE && !isOwn(body, number);
    const copy = held.get(body.key);
    if (copy === undefined) {
      if (isSeen && !isOnBorder) differences.push(`body ${body.key} is missing`);
    } else if (!isSeen && !isOnBorder) {
      differences.push(`body ${body.key} is held, and out of view by ${(-depth).toFixed(1)}`);
    } else if (!isSame(body, copy, positionUnit)) {
      const isRare = farUpdates > 1 && isFar(body, view) && !isOwn(body, number);
      const fault = isRare ? faultOfLate(body, copy, later, MOST_STEP * (farUpdates - 1), positionUnit) : "";
      if (fault !== undefined) {
        differences.push(`body ${body.key} is ${describe(body)}, and held as ${describe(copy)}${fault}`);
      }
    }
  }
  for (const key of held.keys()) if (!known.has(key)) differences.push(`body ${key} is held, and not there`);
  return differences;
}

/** Farther from the middle of the view than half its height. */
function isFar({ x, y, radius }: TrueBody, { minX, minY, maxX, maxY }: Rectangle): boolean {
  const distance = Math.hypot(x - (minX + maxX) / 2, y - (minY + maxY) / 2) - radius;
  return distance > (maxY - minY) / 2 - BORDER_TOLERANCE;
}

/** Why a far body cannot be late only, as it is held; undefined when it can. `later` are the patches in which its turn must come. */
function faultOfLate(
  body: TrueBody,
  copy: TrueBody,
  later: readonly Held[],
  mostMoved: number,
  positionUnit: number,
): string | undefined {
  if (!isSameBody(body, copy)) return "";
  if (Math.hypot(body.x - copy.x, body.y - copy.y) > mostMoved) return ", too far off to be late";
  for (const { bodies } of later) {
    const next = bodies.get(copy.key);
    if (next === undefined || !isSameBody(next, copy)) return undefined;
    const hasMoved = next.x !== copy.x || next.y !== copy.y;
    const hasGrown = next.radius !== copy.radius;
    if (!hasMoved && !hasGrown) continue;
    if (!hasMoved && !isSamePlace(body, copy, positionUnit)) return ", and its next turn did not move it";
    if (!hasGrown && !isSameSize(body, copy)) return ", and its next turn did not change its size";
    return undefined;
  }
  return ", and its turn did not come in time";
}

/** Equal to half a step of the wire. */
function isSame(body: TrueBody, copy: TrueBody, positionUnit: number): boolean {
  return isSameBody(body, copy) && isSamePlace(body, copy, positionUnit) && isSameSize(body, copy);
}

function isSameBody(body: TrueBody, copy: TrueBody): boolean {
  return body.kind === copy.kind && body.owner === copy.owner;
}

function isSamePlace(body: TrueBody, copy: TrueBody, positionUnit: number): boolean {
  const most = positionUnit / 2 + 1e-6;
  return Math.abs(body.x - copy.x) <= most && Math.abs(body.y - copy.y) <= most;
}

function isSameSize(body: TrueBody, copy: TrueBody): boolean {
  return Math.abs(body.radius - copy.radius) <= RADIUS_UNIT / 2 + 1e-6;
}

/** How far a circle reaches into the view, in u; below 0 when it does not. */
function depthInView({ x, y, radius }: TrueBody, view: Rectangle): number {
  const outsideX = Math.max(0, view.minX - x, x - view.maxX);
  const outsideY = Math.max(0, view.minY - y, y - view.maxY);
  return radius - Math.hypot(outsideX, outsideY);
}

function isOwn({ kind, owner }: TrueBody, number: number): boolean {
  return kind === BodyKind.cell && owner === number;
}

function ownCells(bodies: Iterable<TrueBody>, number: number): TrueBody[] {
  return [...bodies].filter((body) => isOwn(body, number));
}

function isInside({ x, y }: TrueBody, { minX, minY, maxX, maxY }: Rectangle): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

function contains(outer: Rectangle, inner: Rectangle): boolean {
  return outer.minX <= inner.minX && outer.minY <= inner.minY && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY;
}

function describe({ x, y, radius, kind, owner }: TrueBody): string {
  return `kind ${kind} of ${owner} at ${x.toFixed(1)}, ${y.toFixed(1)} with radius ${radius.toFixed(1)}`;
}
