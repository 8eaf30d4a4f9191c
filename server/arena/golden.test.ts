import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../shared/random.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../shared/settings.ts";
import { fingerprintOf } from "./recording/fingerprint.ts";
import { NO_TIMER, steer } from "./test-scene.ts";
import { createWorld, type World, type WorldPlayer } from "./world.ts";

/**
 * A match of 10,000 ticks takes the course that it always took. golden-match.txt has a line for each hundred ticks: the last of
 * them, the hash of the whole state after it, and two digits of the fingerprint of the bodies (recording/fingerprint.ts) after
 * each of them, so that the tick shows in which a game first takes another course.
 *
 * The figures are those of the pinned Node: sines and powers may differ in the last bit in another V8.
 */
const TICKS = 10_000;
const LINE_TICKS = 100;
const GOLDEN_FILE = fileURLToPath(new URL("golden-match.txt", import.meta.url));
const RENEW =
  "If that was meant, raise RECORDING_VERSION (recording/format.ts) with it, and write the file anew: " +
  "npm run test:unit -- server/arena/golden.test.ts -u";

/** A bit of everything: 40 bots, all kinds of bodies, and much to meet. */
const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  seed: 20,
  worldSize: 7000,
  bots: 40,
  motherCells: 3,
  mergeSeconds: 10,
  ejectaSeconds: 20,
  leftCellsSeconds: 5,
};
const PLAYERS = 5;

/** What the players of a match do in a tick: they steer, split, eject and lock their line, and now and then come and go. */
function actAsPlayers(world: World, players: WorldPlayer[], script: Random): void {
  for (const [i, { number, alive }] of players.entries()) {
    if (!alive) world.requestRespawn(number);
    if (script.integer(8) === 0) {
      const buttons = (["split", "eject"] as const).filter(() => script.integer(3) === 0);
      const aim = steer(script.between(0, SETTINGS.worldSize), script.between(0, SETTINGS.worldSize), ...buttons);
      world.setInput(number, { ...aim, lock: script.integer(4) === 0 });
    }
    if (script.integer(300) === 0) world.setConnected(number, script.integer(2) === 0);
    if (script.integer(1500) === 0) {
      world.removePlayer(number);
      players[i] = world.addPlayer("", false);
      world.addMinion(players[i].number);
    }
  }
  if (script.integer(1000) === 0) world.shedding = script.integer(3);
}

/** The match as golden-match.txt has it. */
function playMatch(): string {
  const world = createWorld(SETTINGS);
  const fingerprint = fingerprintOf(world);
  const script = createRandom(21);
  const players = Array.from({ length: PLAYERS }, (_, i) => world.addPlayer(`Player ${i}`, false));
  let text = "";
  let marks = "";
  for (let tick = 1; tick <= TICKS; tick++) {
    actAsPlayers(world, players, script);
    world.step(NO_TIMER);
    marks += fingerprint().slice(-2);
    if (tick % LINE_TICKS !== 0) continue;
    text += `${tick} ${world.hash()} ${marks}\n`;
    marks = "";
  }
  return text;
}

/** Where `text` first takes another course than `golden`, as a sentence. */
function firstDifference(golden: string, text: string): string {
  const lines = text.split("\n");
  const expected = golden.split("\n");
  const line = lines.findIndex((each, i) => each !== expected[i]);
  if (line === -1) return "The match takes the course that it always took.";
  const [last, , marks] = lines[line].split(" ");
  const expectedMarks = expected[line]?.split(" ")[2] ?? "";
  for (let tick = 0; tick < LINE_TICKS; tick++) {
    const mark = (all: string) => all.slice(2 * tick, 2 * tick + 2);
    if (mark(marks) === mark(expectedMarks)) continue;
    return `The match takes another course in tick ${line * LINE_TICKS + tick + 1}. ${RENEW}`;
  }
  return `The match has another state by tick ${last}, and no body shows it before that. ${RENEW}`;
}

describe("a seeded match of 10,000 ticks", () => {
  it("takes the course that it always took", async () => {
    const text = playMatch();
    const golden = existsSync(GOLDEN_FILE) ? readFileSync(GOLDEN_FILE, "utf8") : "";
    await expect(text, firstDifference(golden, text)).toMatchFileSnapshot(GOLDEN_FILE);
  });

  it.each([
    [0, /in tick 201\. If that was meant, raise RECORDING_VERSION/],
    [157, /in tick 279\./],
  ])("that took another course would say in which tick (mark %i)", (place, message) => {
    const golden = readFileSync(GOLDEN_FILE, "utf8").split("\n");
    const [tick, hash, marks] = golden[2].split(" ");
    const digit = marks[place] === "0" ? "1" : "0";
    const other = [...golden.slice(0, 2), `${tick} ${hash} ${marks.slice(0, place)}${digit}${marks.slice(place + 1)}`];
    expect(firstDifference(golden.join("\n"), other.join("\n"))).toMatch(message);
  });
});
