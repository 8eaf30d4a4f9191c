import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MODE_NAMES, type ModeName, settingsOf } from "../../../shared/modes.ts";
import { type Settings, SettingsError, settingRows } from "../../../shared/settings.ts";
import { NO_BODY } from "../../space/bodies.ts";
import { createRecordedWorld } from "../recording/recorder.ts";
import { createReplay } from "../recording/replayer.ts";
import { NO_TIMER, SHRINK_LIMIT } from "../test-scene.ts";
import type { World } from "../world.ts";
import { createMode } from "./catalog.ts";

/**
 * Rooms of any settings that are accepted, at their limits and between: they run, stay finite and within the world, and their
 * recordings play again.
 */
const GAMES = 3;
const PEOPLE = 8;

/** What would make a game of this test long, kept small; rounds are short, so that there are some. */
const KEPT_SMALL: Partial<Settings> = {
  pellets: 100,
  bots: 4,
  minions: 1,
  maxClients: PEOPLE,
  roundPlayers: 3,
  roundCountdownSeconds: 0.2,
  roundSeconds: 1,
  roundPauseSeconds: 0.2,
};
const MOST: Partial<Record<keyof Settings, number>> = { viruses: 50, motherCells: 20, spawnTries: 64 };

type Values = Record<string, number | boolean | string | undefined>;

/** Any value that a setting allows by itself, its limits more often than others. */
function anyOf(name: string, limits: string): fc.Arbitrary<Values[string]> {
  if (limits === "true or false") return fc.boolean();
  const range = /^(whole, )?(\S+) to (\S+)$/.exec(limits);
  if (range === null) return fc.constantFrom(...limits.split(", "));
  const min = Number(range[2]);
  const max = Math.min(Number(range[3]), MOST[name as keyof Settings] ?? Infinity);
  const between = range[1] ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof(fc.constantFrom(min, max), between);
}

const settings = fc.record(
  Object.fromEntries(
    settingRows()
      .filter(({ name }) => !(name in KEPT_SMALL))
      .map(({ name, limits }) => [name, anyOf(name, limits)]),
  ),
  { requiredKeys: [] },
);

/** As many of `given` as go together: what is at odds with another falls back to its default. */
function acceptable(mode: ModeName, given: Values): Settings {
  const asked = { ...given };
  for (;;) {
    try {
      return settingsOf(mode, { ...asked, ...KEPT_SMALL });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      if (error.setting in asked) delete asked[error.setting];
      else delete asked[Object.keys(asked)[0]];
    }
  }
}

const inputs = fc.array(
  fc.record({
    who: fc.nat(PEOPLE - 1),
    x: fc.oneof(fc.constantFrom(-1e6, 0, 1e6), fc.double({ min: 0, max: 14_142, noNaN: true })),
    y: fc.oneof(fc.constantFrom(-1e6, 0, 1e6), fc.double({ min: 0, max: 14_142, noNaN: true })),
    split: fc.boolean(),
    eject: fc.boolean(),
    lock: fc.boolean(),
  }),
  { minLength: 100, maxLength: 100 },
);

function expectSane({ space, settings: { worldSize } }: World): void {
  const { ids, x, y, radius, slotLimit } = space.bodies;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    const isInside = Math.min(x[slot], y[slot]) >= 0 && Math.max(x[slot], y[slot]) <= worldSize;
    if (isInside && radius[slot] > 0 && radius[slot] < Infinity) continue;
    throw new Error(`A body is at (${x[slot]}, ${y[slot]}), of radius ${radius[slot]}, in a world of ${worldSize}.`);
  }
}

describe.each(MODE_NAMES)("a room of %s", (name) => {
  it("runs with whatever settings are accepted, and plays again", () => {
    fc.assert(
      fc.property(settings, inputs, (given, asked) => {
        const lines: string[] = [];
        const world = createRecordedWorld(acceptable(name, given), {
          recordedOn: "a test",
          mode: createMode(name),
          write: (line) => lines.push(line),
        });
        const people = Array.from({ length: PEOPLE }, () => world.addPlayer("", false));
        for (const { who, ...input } of asked) {
          const { number, alive } = people[who];
          if (!alive) world.requestRespawn(number);
          world.setInput(number, input);
          world.step(NO_TIMER);
          expectSane(world);
          for (const { cells } of people) expect(cells.count).toBeLessThanOrEqual(world.settings.maxCells);
        }
        world.endRecording();
        const replay = createReplay(() => createMode(name));
        for (const line of lines) replay.addLine(line);
        replay.finish();
        expect(replay.difference).toBeUndefined();
      }),
      { numRuns: GAMES, ...SHRINK_LIMIT },
    );
  });
});
