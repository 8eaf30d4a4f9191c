/** Which broad phase a space has: by name, by function, and another one while it runs. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createThreadedSubdivision } from "./broadphase/subdivision/parallel-subdivision-threads.ts";
import type { ContactEventList } from "./events.ts";
import type { ContactList } from "./narrowphase/contact-list.ts";
import {
  type BodyStore,
  BROAD_PHASE_NAMES,
  type BroadPhase,
  type BroadPhaseFactory,
  type BroadPhaseName,
  circle,
  createBroadPhaseCounters,
  createDirectionalSweep,
  createHit,
  createIdList,
  createPolygonSweep,
  createSpace,
  maskAllows,
  NO_BODY,
  type Space,
  SpaceError,
} from "./space.ts";
import { TWIN_BOUNDS, TWIN_CHANGES, Twin } from "./testing/twin.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

/** Every pair, as plainly as a user of the space may write it. */
function ownBroadPhase(bodies: BodyStore): BroadPhase {
  const counters = createBroadPhaseCounters();
  let slots: number[] = [];
  const touches = (slot: number, minX: number, minY: number, maxX: number, maxY: number) => {
    const { boxes } = bodies;
    return boxes.minX[slot] <= maxX && boxes.maxX[slot] >= minX && boxes.minY[slot] <= maxY && boxes.maxY[slot] >= minY;
  };
  return {
    counters,
    build() {
      slots = [...bodies.ids.subarray(0, bodies.slotLimit).keys()].filter((slot) => bodies.ids[slot] !== NO_BODY);
    },
    findPairs(into) {
      const { boxes, still } = bodies;
      const found = slots.flatMap((a) =>
        slots
          .filter((b) => a < b && (still[a] & still[b]) === 0 && maskAllows(bodies, a, b))
          .filter((b) => touches(b, boxes.minX[a], boxes.minY[a], boxes.maxX[a], boxes.maxY[a]))
          .map((b) => [a, b]),
      );
      into.a = Int32Array.from(found, ([a]) => a);
      into.b = Int32Array.from(found, ([, b]) => b);
      into.count = counters.pairs = found.length;
    },
    queryRect(minX, minY, maxX, maxY, into) {
      const found = slots.filter((slot) => touches(slot, minX, minY, maxX, maxY));
      into.slots = Int32Array.from([...into.slots.subarray(0, into.count), ...found]);
      into.count = into.slots.length;
    },
    inspect: () => ({ regions: [] }),
  };
}

const threaded = new Set<Promise<void>>();

/** Two threads, which the space ends; the test waits for that. */
function twoThreads(bodies: BodyStore): BroadPhase {
  const broadPhase = createThreadedSubdivision(bodies, 2);
  return {
    ...broadPhase,
    dispose() {
      const ending = broadPhase.dispose();
      threaded.add(ending);
      return ending;
    },
  };
}

afterEach(async () => {
  await Promise.all(threaded);
  threaded.clear();
});

const FACTORIES: Record<string, BroadPhaseFactory> = {
  "one of the user's": ownBroadPhase,
  "two threads": twoThreads,
  "the sweep along (2, -1)": (bodies) => createDirectionalSweep(bodies, 2, -1),
  "the sweep of shapes along (1, 1)": (bodies) => createPolygonSweep(bodies, 1, 1),
  "the sweep of shapes along (0, 1)": (bodies) => createPolygonSweep(bodies, 0, 1),
};

function pairsOf({ a, b, sensor, count }: Readonly<ContactEventList>): string {
  return [a, b, sensor].map((column) => column.slice(0, count).join()).join(" ");
}

function contactsOf({ a, b, pointX, pointY, normalX, normalY, depth, fraction, count }: Readonly<ContactList>): string {
  const columns = [a, b, pointX, pointY, normalX, normalY, depth, fraction];
  return columns.map((column) => column.slice(0, count).join()).join("\n");
}

/** All that a space says of its last step, and its answers to a few questions about the present. */
function whatIsSaid(twin: Twin) {
  const { space, random } = twin;
  const list = createIdList();
  const hit = createHit();
  const at = () => twin.coordinate();
  const [x1, y1, x2, y2] = [at(), at(), at(), at()];
  const sorted = () => [...list.ids.subarray(0, list.count)].sort((a, b) => a - b).join();
  space.overlapRect(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2), list);
  const inRectangle = sorted();
  space.overlapCircle(x1, y1, Math.abs(x2), list);
  const inCircle = sorted();
  space.nearest(x1, y1, 1 + random.integer(5), list);
  const nearest = list.ids.subarray(0, list.count).join();
  const met = space.castRay(x1, y1, x2, y2, hit) ? { ...hit } : undefined;
  const { begin, stay, end } = space.events;
  return {
    contacts: contactsOf(space.contacts),
    begin: pairsOf(begin),
    stay: pairsOf(stay),
    end: pairsOf(end),
    inRectangle,
    inCircle,
    nearest,
    met,
  };
}

const changes = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...TWIN_CHANGES) },
    { weight: 2, arbitrary: fc.constant("move" as const) },
    { weight: 2, arbitrary: fc.constant("step" as const) },
  ),
  { minLength: 20, maxLength: 120, size: "max" },
);

/** Leads two spaces through the same life, one of them with brute force alone, and fails where they say different things. */
function expectSame(
  life: readonly (typeof TWIN_CHANGES)[number][],
  seed: number,
  sweep: boolean,
  other: Twin,
  before: (space: Space, index: number) => void,
): void {
  const plain = new Twin("brute-force", seed, { sweep });
  for (const twin of [plain, other]) for (let i = 0; i < 40; i++) twin.apply("add");
  for (const [index, change] of [...life, "step" as const].entries()) {
    before(other.space, index);
    plain.apply(change);
    other.apply(change);
    expect(whatIsSaid(other)).toEqual(whatIsSaid(plain));
  }
}

describe("a space with a broad phase that a function makes", () => {
  test.each(Object.entries(FACTORIES))("%s: says what one with brute force says, always", async (_, factory) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.boolean(), changes, async (seed, sweep, life) => {
        const other = new Twin("brute-force", seed, { sweep });
        other.space.useBroadPhase(factory);
        try {
          expectSame(life, seed, sweep, other, () => {});
        } finally {
          await other.space.dispose();
        }
      }),
      { numRuns: factory === twoThreads ? 8 : 40 },
    );
  });

  test("the function is given the space's bodies and a copy of its bounds", () => {
    const bounds = { ...TWIN_BOUNDS };
    const given: Parameters<BroadPhaseFactory>[] = [];
    const space = createSpace({
      bounds,
      capacity: 10,
      broadPhase(...parameters) {
        given.push(parameters);
        return ownBroadPhase(parameters[0]);
      },
    });
    expect(given).toEqual([[space.bodies, bounds]]);
    expect(given[0][0]).toBe(space.bodies);
    expect(given[0][1]).not.toBe(bounds);
    space.add(circle(1), 0, 0);
    space.add(circle(1), 1, 0);
    space.step();
    expect([space.contacts.count, space.counters.pairs, space.counters.builds]).toEqual([1, 1, 1]);
  });
});

describe("another broad phase while the space runs", () => {
  test("changes no contact, no event and no answer, whenever it comes and whichever it is", () => {
    const { "two threads": _, ...others } = FACTORIES;
    const choices = [...BROAD_PHASE_NAMES, ...Object.values(others)];
    fc.assert(
      fc.property(
        fc.integer(),
        fc.boolean(),
        changes,
        fc.array(fc.option(fc.nat({ max: choices.length - 1 }), { freq: 2 }), { minLength: 121, maxLength: 121 }),
        (seed, sweep, life, switches) => {
          const other = new Twin("quadtree-sap", seed, { sweep });
          expectSame(life, seed, sweep, other, (space, index) => {
            const choice = switches[index];
            if (choice !== null) space.useBroadPhase(choices[choice]);
          });
        },
      ),
      { numRuns: 150 },
    );
  });

  test("is built by the next step alone, and then says what it did", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10, broadPhase: "brute-force" });
    for (let i = 0; i < 10; i++) space.add(circle(1), i * 20, 0);
    space.step();
    expect(space.counters).toMatchObject({ builds: 1, boxTests: 45 });
    space.useBroadPhase("sort-and-sweep");
    expect(space.overlapRect(-1, -1, 25, 1, createIdList())).toBe(2);
    expect(space.counters).toMatchObject({ builds: 1, boxTests: 45 });
    space.step();
    expect(space.counters).toMatchObject({ builds: 2, boxTests: 0 });
  });

  test("a contact goes on through every change: it begins once, and ends once", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10 });
    const a = space.add(circle(5), 0, 0);
    space.add(circle(5), 3, 0);
    const seen: string[] = [];
    const note = () => {
      const { begin, stay, end } = space.events;
      seen.push(`${begin.count}${stay.count}${end.count}`);
    };
    for (const name of BROAD_PHASE_NAMES) {
      space.useBroadPhase(name);
      space.step();
      note();
    }
    space.useBroadPhase("uniform-grid");
    space.remove(a);
    space.step();
    note();
    expect(seen).toEqual(["100", ...BROAD_PHASE_NAMES.slice(1).map(() => "010"), "001"]);
  });
});

describe("what a broad phase runs", () => {
  /** A broad phase that notes when it is disposed of. */
  function noting(name: string, disposed: string[]): BroadPhaseFactory {
    return (bodies) => ({
      ...ownBroadPhase(bodies),
      async dispose() {
        disposed.push(name);
      },
    });
  }

  test("is ended when another has taken over, and with the space", async () => {
    const disposed: string[] = [];
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10, broadPhase: noting("first", disposed) });
    space.step();
    space.useBroadPhase(noting("never built", disposed));
    space.useBroadPhase(noting("second", disposed));
    expect(disposed).toEqual(["never built"]);
    space.step();
    expect(disposed).toEqual(["never built", "first"]);
    space.useBroadPhase(noting("third", disposed));
    await space.dispose();
    expect(disposed).toEqual(["never built", "first", "second", "third"]);
    expect(() => space.step()).toThrow("space is disposed of: create another.");
    expect(() => space.useBroadPhase("quadtree")).toThrow(SpaceError);
  });

  test("threads end with the space", async () => {
    let workers = () => 0;
    const space = createSpace({
      bounds: TWIN_BOUNDS,
      capacity: 10,
      broadPhase(bodies) {
        const broadPhase = createThreadedSubdivision(bodies, 3);
        workers = () => broadPhase.workers;
        return broadPhase;
      },
    });
    space.add(circle(1), 0, 0);
    space.step();
    expect(workers()).toBe(2);
    await space.dispose();
    expect(workers()).toBe(0);
  });

  test("a step in which it fails is made up for with another one, and nothing is lost", () => {
    const failing: BroadPhaseFactory = (bodies) => ({
      ...ownBroadPhase(bodies),
      build() {
        throw new SpaceError("thread-failed", "threads", 2, "a worker has failed.");
      },
    });
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10, sweep: true });
    const a = space.add(circle(1), 0, 0);
    const b = space.add(circle(1), 50, 0, { still: true });
    space.step();
    space.useBroadPhase(failing);
    space.move(a, 100, 0);
    expect(() => space.step()).toThrow("a worker has failed");
    expect(space.overlapPoint(100, 0, createIdList())).toBe(1);
    space.useBroadPhase("quadtree-sap");
    space.step();
    expect([space.contacts.count, space.contacts.a[0], space.contacts.b[0]]).toEqual([1, a, b]);
    expect(space.events.begin.count).toBe(1);
  });

  test("a space without threads has nothing to end", async () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10 });
    await space.dispose();
    await space.dispose();
    expect(() => space.step()).toThrow("disposed of");
  });
});

test.each<[string, unknown, string, RegExp]>([
  [
    "a name that there is not",
    "octree",
    "unknown-broad-phase",
    /broadPhase is octree: give one of quadtree-sap, brute/,
  ],
  ["a name of every object", "toString", "unknown-broad-phase", /broadPhase is toString/],
  ["a number", 3, "unknown-broad-phase", /broadPhase is 3/],
  ["null", null, "unknown-broad-phase", /broadPhase is null/],
  ["a list of names", ["quadtree"], "unknown-broad-phase", /or a function that makes a broad phase/],
  ["a broad phase itself", {}, "unknown-broad-phase", /or a function that makes a broad phase/],
  ["a function that makes nothing", () => undefined, "bad-option", /broadPhase\.build is undefined: the function/],
  ["one that makes it later", async () => {}, "bad-option", /broadPhase\.build is undefined: the function/],
  [
    "one whose broad phase answers no query",
    (bodies: BodyStore) => ({ ...ownBroadPhase(bodies), queryRect: undefined }),
    "bad-option",
    /broadPhase\.queryRect is undefined: the function given has to return a broad phase/,
  ],
  [
    "one whose broad phase counts nothing",
    (bodies: BodyStore) => ({ ...ownBroadPhase(bodies), counters: null }),
    "bad-option",
    /broadPhase\.counters is null: give createBroadPhaseCounters/,
  ],
])("%s is refused, and a space that runs goes on as it was", (_, value, code, message) => {
  const broadPhase = value as BroadPhaseName;
  const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10 });
  space.add(circle(1), 0, 0);
  space.add(circle(1), 1, 0);
  const calls = [() => space.useBroadPhase(broadPhase)];
  // Without one there is the default.
  if (value !== null) calls.push(() => createSpace({ bounds: TWIN_BOUNDS, capacity: 10, broadPhase }));
  for (const call of calls) {
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ name: "SpaceError", code }));
  }
  space.step();
  expect(space.contacts.count).toBe(1);
});

test("the README's examples run", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const examples = [...readFileSync(`${folder}README.md`, "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code]) => code,
  );
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) {
    const parameters = ["--input-type=module-typescript", "--eval", example];
    const { stderr, status } = spawnSync(process.execPath, parameters, { cwd: folder, encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  }
});
