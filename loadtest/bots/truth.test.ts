import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VIEW_HEIGHT, VIEW_WIDTH } from "../../shared/formulas.ts";
import { BodyKind, RADIUS_UNIT } from "../../shared/state.ts";
import { areaToAsk, type Comparison, compareWithTruth, type Held, type TrueBody } from "./truth.ts";

const NUMBER = 3;
const UNIT = 0.25;
const OWN: TrueBody = { key: 1, x: 5000.1, y: 5000.2, radius: 32.03, kind: BodyKind.cell, owner: NUMBER };
const [RIGHT_EDGE, LOWER_EDGE] = [OWN.x + VIEW_WIDTH / 2, OWN.y + VIEW_HEIGHT / 2];

const pellet = (key: number, x: number, y: number, radius = 12.3): TrueBody => {
  return { key, x, y, radius, kind: BodyKind.pellet, owner: 0 };
};
const WORLD: readonly TrueBody[] = [
  OWN,
  pellet(2, OWN.x + 100, OWN.y),
  pellet(3, RIGHT_EDGE + 5, OWN.y), // its edge is in view, its centre is not
  pellet(4, RIGHT_EDGE + 20, OWN.y),
  pellet(5, RIGHT_EDGE + 9, LOWER_EDGE + 9), // beyond the corner, though both of its sides reach over an edge
];
const SEEN = [1, 2, 3];

/** What the wire makes of a body. */
function wired(body: TrueBody): TrueBody {
  const round = (value: number, unit: number) => Math.round(value / unit) * unit;
  return { ...body, x: round(body.x, UNIT), y: round(body.y, UNIT), radius: round(body.radius, RADIUS_UNIT) };
}

function heldAt(tick: number, bodies: readonly TrueBody[]): Held {
  return { tick, bodies: new Map(bodies.map((body) => [body.key, wired(body)])) };
}

const SEEN_BODIES = WORLD.filter(({ key }) => SEEN.includes(key));
const EVERYTHING = { minX: 3000, minY: 3000, maxX: 7000, maxY: 7000 };

function verdictOf(changes: Partial<Comparison>) {
  const comparison = { number: NUMBER, asked: EVERYTHING, answer: WORLD, held: [heldAt(7, SEEN_BODIES)] };
  return compareWithTruth({ ...comparison, positionUnit: UNIT, farUpdates: 1, ...changes });
}

/** SEEN_BODIES with the one of a key replaced by `replacement`, or left out. */
function but(key: number, ...replacement: TrueBody[]): TrueBody[] {
  return [...SEEN_BODIES.filter((body) => body.key !== key), ...replacement];
}

describe("what is held is right", () => {
  test("when it is all that overlaps the view, rounded as the wire does, and nothing else", () => {
    expect(verdictOf({})).toEqual({ kind: "right" });
  });

  test("at any of the ticks that the answer may be of", () => {
    const moved = WORLD.map((body) => (body.key === 1 ? { ...body, x: body.x + 10 } : body));
    expect(verdictOf({ held: [heldAt(6, moved), heldAt(7, SEEN_BODIES), heldAt(8, moved)] })).toEqual({
      kind: "right",
    });
  });

  test("with own cells out of view", () => {
    const far = { ...OWN, key: 9, radius: 1, x: OWN.x + 1500 };
    const answer = [OWN, WORLD[1], far];
    expect(verdictOf({ answer, held: [heldAt(7, answer)] }).kind).toBe("right");
    expect(verdictOf({ answer, held: [heldAt(7, [OWN, WORLD[1]])] }).kind).toBe("wrong");
  });

  test("whether or not it has a body on the very border", () => {
    const border = pellet(9, RIGHT_EDGE + 12.3, OWN.y);
    const answer = [...WORLD, border];
    expect(verdictOf({ answer }).kind).toBe("right");
    expect(verdictOf({ answer, held: [heldAt(7, [...SEEN_BODIES, border])] }).kind).toBe("right");
  });
});

describe("what is held is wrong", () => {
  const [, grazed] = WORLD;
  test.each<[string, readonly TrueBody[], string]>([
    ["a body is missing", but(3), "body 3 is missing"],
    ["the own cell is missing", but(1), "body 1 is missing"],
    ["one is out of view", [...SEEN_BODIES, WORLD[3]], "body 4 is held, and out of view by 7.7"],
    ["one is beyond the corner", [...SEEN_BODIES, WORLD[4]], "body 5 is held, and out of view by 0.4"],
    ["one is gone", [...SEEN_BODIES, pellet(6, OWN.x, OWN.y)], "body 6 is held, and not there"],
    ["one stands elsewhere", but(2, { ...grazed, x: grazed.x + 2 * UNIT }), "body 2 is kind 0 of 0 at 5100.1, 5000.2"],
    [
      "one has another size",
      but(2, { ...grazed, radius: 13 }),
      "held as kind 0 of 0 at 5100.0, 5000.3 with radius 13.0",
    ],
    ["one is of another kind", but(2, { ...grazed, kind: 2 }), "held as kind 2 of 0"],
    ["one is another's", but(2, { ...grazed, owner: 5 }), "held as kind 0 of 5"],
  ])("when %s", (_, bodies, details) => {
    const verdict = verdictOf({ held: [heldAt(7, bodies)] });
    expect(verdict).toEqual({ kind: "wrong", details: expect.stringContaining(details) });
    expect(verdict).toMatchObject({ details: expect.stringMatching(/^player 3 at tick 7: /) });
  });

  test("when any one body is left out, put in or moved", () => {
    const bodies = fc.uniqueArray(fc.tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: -900, max: 900 })), {
      minLength: 1,
      maxLength: 30,
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(bodies, fc.nat(), fc.constantFrom("out", "in", "moved"), (places, pick, change) => {
        const world = [OWN, ...places.map(([key, x]) => pellet(key, OWN.x + x, OWN.y + x / 2))];
        const victim = world[1 + (pick % places.length)];
        const others = world.filter((body) => body !== victim);
        const held = change === "out" ? others : change === "in" ? world : [...others, { ...victim, y: victim.y + 1 }];
        const answer = change === "in" ? others : world;
        expect(verdictOf({ answer, held: [heldAt(7, held)] }).kind).toBe("wrong");
        expect(verdictOf({ answer: world, held: [heldAt(7, world)] }).kind).toBe("right");
      }),
    );
  });

  test("it names the tick that comes nearest, and three bodies at most", () => {
    const many = Array.from({ length: 9 }, (_, i) => pellet(20 + i, OWN.x, OWN.y));
    const verdict = verdictOf({ held: [heldAt(7, [...SEEN_BODIES, ...many]), heldAt(8, but(3)), heldAt(9, [])] });
    expect(verdict).toEqual({ kind: "wrong", details: "player 3 at tick 8: body 3 is missing" });
    const four = verdictOf({ held: [heldAt(7, [...SEEN_BODIES, ...many.slice(0, 4)])] });
    expect(four).toMatchObject({ details: expect.stringMatching(/body 22 is held, and not there, and 1 more$/) });
  });
});

describe("where far bodies come once in two patches", () => {
  const far: TrueBody = {
    ...pellet(9, OWN.x + VIEW_HEIGHT / 2 + 60, OWN.y),
    radius: 50,
    kind: BodyKind.cell,
    owner: 5,
  };
  const answer = [...WORLD, far];
  const at = (x: number, radius = far.radius): Held => heldAt(7, [...SEEN_BODIES, { ...far, x, radius }]);
  /** What is held from the answer's tick on: the own cell, which moves, is then where the answer has it, and only then. */
  const verdict = (...held: Held[]) =>
    verdictOf({
      answer,
      farUpdates: 2,
      held: held.map(({ bodies }, i) => heldAt(7 + i, [...bodies.values(), { ...OWN, x: OWN.x + 10 * i }])),
    });

  test("one that moves may be held as it was in the tick before", () => {
    expect(verdict(at(far.x - 80), at(far.x + 20), at(far.x + 20)).kind).toBe("right");
    expect(verdict(at(far.x - 80, 70), at(far.x + 20), at(far.x + 20)).kind).toBe("right");
    expect(verdict(at(far.x - 80), heldAt(8, SEEN_BODIES)).kind).toBe("right");
    expect(verdictOf({ answer, held: [at(far.x - 80), at(far.x + 20)] }).kind).toBe("wrong");
  });

  test("one that has not moved by the time of its next turn must be in its place", () => {
    expect(verdict(at(far.x - 80), at(far.x - 80), at(far.x + 20))).toEqual({
      kind: "wrong",
      details: expect.stringContaining("its turn did not come in time"),
    });
    expect(verdict(at(far.x), at(far.x), at(far.x)).kind).toBe("right");
    expect(verdict(at(far.x - 1), at(far.x - 1), at(far.x - 1)).kind).toBe("wrong");
  });

  test("one that could not have been there a tick before is wrong, and so is another body", () => {
    expect(verdict(at(far.x - 250), at(far.x + 250), at(far.x + 250))).toEqual({
      kind: "wrong",
      details: expect.stringContaining("too far off to be late"),
    });
    const others = heldAt(7, [...SEEN_BODIES, { ...far, owner: 6, x: far.x - 80 }]);
    expect(verdict(others, at(far.x + 20), at(far.x + 20)).kind).toBe("wrong");
  });

  test("near ones and own cells must be in their places", () => {
    const near = { ...far, x: OWN.x + VIEW_HEIGHT / 2 + 40 };
    const own = { ...far, radius: 1, owner: NUMBER };
    for (const body of [near, own]) {
      const held = [-80, 20, 20].map((moved) => heldAt(7, [...SEEN_BODIES, { ...body, x: body.x + moved }]));
      const right = [0, 20, 20].map((moved) => heldAt(7, [...SEEN_BODIES, { ...body, x: body.x + moved }]));
      expect(verdictOf({ answer: [...WORLD, body], farUpdates: 2, held }).kind).toBe("wrong");
      expect(verdictOf({ answer: [...WORLD, body], farUpdates: 2, held: right }).kind).toBe("right");
    }
  });
});

describe.each([1, 2, 3, 4])("where far bodies are said to come once in %i patches", (farUpdates) => {
  const moves = (tick: number): TrueBody => ({
    ...pellet(9, OWN.x + VIEW_HEIGHT / 2 + 60 + 4 * tick, OWN.y, 50),
    kind: BodyKind.cell,
    owner: 5,
  });
  const grows = (tick: number): TrueBody => ({ ...moves(tick), radius: 50 + tick / 2 });
  const TICKS = Array.from({ length: 12 }, (_, i) => 5 + i);

  /** The verdicts of a play in which the own cell moves, so that an answer is of its very tick, and a far body is held as `sent` says. */
  function verdicts(truth: (tick: number) => TrueBody, sent: (tick: number) => TrueBody): Set<string> {
    const moved = (tick: number): TrueBody => ({ ...OWN, x: OWN.x - 3 * tick });
    return new Set(
      TICKS.map((tick) => {
        const held = Array.from({ length: 1 + farUpdates }, (_, i) => {
          return heldAt(tick - 1 + i, [moved(tick - 1 + i), sent(tick - 1 + i)]);
        });
        return verdictOf({ answer: [moved(tick), truth(tick)], held, farUpdates }).kind;
      }),
    );
  }

  /** The last tick, up to this, in which the body was due. */
  const due = (tick: number, every: number, phase: number) => tick - ((tick + phase) % every);
  const phases = (every: number) => Array.from({ length: every }, (_, phase) => phase);

  test("a server that sends one that moves evenly so often, or oftener, is right in every phase", () => {
    for (let every = 1; every <= farUpdates; every++) {
      for (const phase of phases(every)) {
        const sent = (tick: number) => grows(due(tick, every, phase));
        expect(verdicts(grows, sent), `every ${every}, phase ${phase}`).toEqual(new Set(["right"]));
      }
    }
  });

  test("a server that sends it once in one patch more is found wrong, whatever the phase", () => {
    const every = farUpdates + 1;
    for (const phase of phases(every)) {
      expect(verdicts(moves, (tick) => moves(due(tick, every, phase)))).toContain("wrong");
    }
  });

  test("a server that sends it in time, but as it was in the patch before, is found wrong", () => {
    for (const phase of phases(farUpdates)) {
      expect(verdicts(moves, (tick) => moves(due(tick, farUpdates, phase) - 1))).toContain("wrong");
    }
  });

  test("a server that never sends its size, or never its place, is found wrong in every tick", () => {
    for (const phase of phases(farUpdates)) {
      const withoutSize = (tick: number) => ({ ...grows(due(tick, farUpdates, phase)), radius: 50 });
      expect(verdicts(grows, withoutSize)).toEqual(new Set(["wrong"]));
      const withoutPlace = (tick: number) => ({ ...grows(due(tick, farUpdates, phase)), x: moves(0).x });
      expect(verdicts(grows, withoutPlace)).toEqual(new Set(["wrong"]));
    }
  });

  test("one that stands and grows may be held in the size of the ticks since its turn, and in no older one", () => {
    const swells = (tick: number) => ({ ...grows(tick), x: moves(0).x });
    for (const phase of phases(farUpdates)) {
      const inTime = (tick: number) => swells(due(tick, farUpdates, phase));
      expect(verdicts(swells, inTime)).toEqual(new Set(["right"]));
      const late = (tick: number) => swells(due(tick, farUpdates + 1, phase));
      expect(verdicts(swells, late)).toContain("wrong");
      expect(verdicts(swells, () => swells(0))).toEqual(new Set(["wrong"]));
    }
  });
});

describe("nothing is said", () => {
  test("of one who died before the answer", () => {
    expect(verdictOf({ answer: WORLD.slice(1) })).toEqual({ kind: "unchecked", reason: "died meanwhile" });
  });

  test("when the view, or a cell, went out of what was asked for", () => {
    const asked = { ...EVERYTHING, maxX: RIGHT_EDGE - 1 };
    expect(verdictOf({ asked })).toEqual({ kind: "unchecked", reason: "moved too far meanwhile" });
    const far = { ...OWN, key: 9, x: 7001 };
    const held = [heldAt(7, [...SEEN_BODIES, far])];
    expect(verdictOf({ held })).toEqual({ kind: "unchecked", reason: "moved too far meanwhile" });
  });

  test("when none agrees and a tick between them was left out", () => {
    const held = [heldAt(7, but(3)), heldAt(9, but(3))];
    expect(verdictOf({ held })).toEqual({ kind: "unchecked", reason: "a patch was left out" });
  });
});

test("more is asked for than is seen, and nothing while there is no cell", () => {
  const area = areaToAsk(heldAt(7, SEEN_BODIES), NUMBER);
  expect(area?.minX).toBeLessThan(OWN.x - VIEW_WIDTH / 2 - 200);
  expect(area?.maxY).toBeGreaterThan(LOWER_EDGE + 200);
  const far = heldAt(7, [OWN, { ...OWN, key: 9, x: 9000 }]);
  expect(areaToAsk(far, NUMBER)?.maxX).toBeGreaterThan(9200);
  expect(areaToAsk(heldAt(7, WORLD.slice(1)), NUMBER)).toBeUndefined();
});
