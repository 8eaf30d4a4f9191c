import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type Coverage, createHistory, HAPPENINGS } from "./testing/interest-history.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const HISTORIES = 300;

const BEGINNING = ["join", "join", ...Array<"add">(8).fill("add"), "update"] as const;

const happenings = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...HAPPENINGS) },
    { weight: 1, arbitrary: fc.constantFrom("add" as const, "drift" as const) },
    { weight: 2, arbitrary: fc.constant("update" as const) },
  ),
  { size: "max", maxLength: 100 },
);

/** How often each has to come up. The rarest does some forty times, and has come up sixteen times in ninety runs' worst. */
const FEWEST = 5;

/** What has to come up, so that the histories are worth their time. */
const WITHOUT_RULES = [
  "always seen",
  "in an area",
  "outside the areas",
  "not looked for yet",
  "left and entered by one slot",
  "restarted",
  "followed",
  "cycle refused",
];
const WITH_RULES = [
  ...WITHOUT_RULES,
  "within the margin to leave",
  "least stay",
  "behind a wall",
  "others of its kind are nearer",
  "waits for the budget",
  "due after a while",
];

test.each([
  ["with rules, budgets and walls", "by all", WITH_RULES],
  ["with rates by distance", "by rates", [...WITHOUT_RULES, "due after a while"]],
  ["without", "by nothing", WITHOUT_RULES],
] as const)(
  `over ${HISTORIES} random histories %s, viewers are told what the oracle says`,
  (_name, ruled, worthwhile) => {
    const coverage: Coverage = new Map();
    fc.assert(
      fc.property(fc.integer(), happenings, (seed, list) => {
        const happen = createHistory(seed, ruled, coverage);
        for (const what of [...BEGINNING, ...list]) happen(what);
      }),
      { numRuns: HISTORIES },
    );
    for (const what of worthwhile) expect(coverage.get(what) ?? 0, what).toBeGreaterThanOrEqual(FEWEST);
  },
);
