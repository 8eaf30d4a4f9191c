import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/settings.ts";
import { FREE_FOR_ALL, type Mode } from "../mode.ts";
import { NO_TIMER, SHRINK_LIMIT, steer } from "../test-scene.ts";
import { createWorld, type World } from "../world.ts";
import { createTextHash } from "./fingerprint.ts";
import { RECORDING_VERSION, type RecordingError, VERSION_NAME } from "./format.ts";
import { createRecordedWorld, type RecordedWorld, type RecorderOptions } from "./recorder.ts";
import { createReplay, type Replay } from "./replayer.ts";

const SMALL: Settings = { ...DEFAULT_SETTINGS, worldSize: 3000, pellets: 150, viruses: 3, bots: 6, maxClients: 6 };

function record(settings: Settings, play: (world: RecordedWorld) => void, options: Partial<RecorderOptions> = {}) {
  const lines: string[] = [];
  const world = createRecordedWorld(settings, { recordedOn: "a test", write: (line) => lines.push(line), ...options });
  play(world);
  return { lines, world };
}

function replayed(lines: readonly string[], modes: readonly Mode[] = [FREE_FOR_ALL]): Replay {
  const replay = createReplay((name) => modes.find((mode) => mode.name === name));
  for (const line of lines) if (!replay.isOver) replay.addLine(line);
  replay.finish();
  return replay;
}

function errorOf(lines: readonly string[]): RecordingError | undefined {
  try {
    replayed(lines);
  } catch (error) {
    return error as RecordingError;
  }
  return undefined;
}

function stepTimes(world: World, ticks: number): void {
  for (let i = 0; i < ticks; i++) world.step(NO_TIMER);
}

/** A bit of everything that can be asked of a world. */
function playAll(world: RecordedWorld): void {
  const one = world.addPlayer('One, "quoted"\n\u2028 and 🐙', false);
  const other = world.addPlayer("", false);
  stepTimes(world, 60);
  world.setInput(one.number, steer(100.123456789, -0, "split"));
  world.setInput(one.number, steer(1e-300, 2999.9999999999995));
  world.setInput(one.number, steer(1500, 1500, "split", "eject"));
  world.setInput(other.number, { ...steer(0, 0), lock: true });
  stepTimes(world, 50);
  world.addMinion(one.number);
  world.setConnected(other.number, false);
  world.shedding = 2;
  stepTimes(world, 100);
  world.setConnected(other.number, true);
  world.shedding = 0;
  world.requestRespawn(one.number, "Again");
  stepTimes(world, 100);
  world.removePlayer(one.number);
  stepTimes(world, 200);
  world.setInput(other.number, steer(7, 7));
}

const whole = record(SMALL, (world) => {
  playAll(world);
  world.endRecording();
});

describe("a recording", () => {
  it("plays again to the same state, all kinds of calls included", () => {
    const replay = replayed(whole.lines);
    expect(replay.difference).toBeUndefined();
    expect(replay.tick).toBe(whole.world.tick);
    expect(replay.recordedOn).toBe("a test");
    const kinds = new Set(whole.lines.slice(1).map((line) => JSON.parse(line)[0]));
    expect([...kinds].sort()).toEqual(
      ["connect", "end", "hash", "input", "join", "leave", "minion", "respawn", "shed", "tick"].sort(),
    );
  });

  it("does not change the game that is recorded", () => {
    const plain = createWorld(SMALL);
    const played: RecordedWorld = Object.defineProperties(
      { endRecording: () => {} } as RecordedWorld,
      Object.getOwnPropertyDescriptors(plain),
    );
    playAll(played);
    expect(whole.world.hash()).toBe(plain.hash());
  });

  it("plays again whatever was asked, in whatever order", () => {
    const call = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant("step" as const), ticks: fc.integer({ min: 1, max: 30 }) }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant("input" as const),
          who: fc.nat(5),
          x: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
          y: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
          split: fc.boolean(),
          eject: fc.boolean(),
          lock: fc.boolean(),
        }),
      },
      fc.record({ kind: fc.constant("join" as const), name: fc.string({ unit: "binary", maxLength: 20 }) }),
      fc.record({ kind: fc.constantFrom("leave" as const, "respawn" as const, "minion" as const), who: fc.nat(5) }),
      fc.record({ kind: fc.constant("connect" as const), who: fc.nat(5), connected: fc.boolean() }),
      fc.record({ kind: fc.constant("shed" as const), level: fc.nat(4) }),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), fc.nat(1000), (calls, seed) => {
        const { lines } = record({ ...SMALL, seed, bots: 3 }, (world) => {
          for (const asked of calls) {
            const clients = [...world.players.values()].filter((player) => !player.bot);
            const who = "who" in asked ? clients[asked.who % clients.length] : undefined;
            try {
              if (asked.kind === "step") stepTimes(world, asked.ticks);
              else if (asked.kind === "join") world.addPlayer(asked.name, false);
              else if (asked.kind === "shed") world.shedding = asked.level;
              else if (who === undefined) continue;
              else if (asked.kind === "input") world.setInput(who.number, asked);
              else if (asked.kind === "leave") world.removePlayer(who.number);
              else if (asked.kind === "respawn") world.requestRespawn(who.number, "R");
              else if (asked.kind === "connect") world.setConnected(who.number, asked.connected);
              else world.addMinion(who.number);
            } catch (error) {
              // A full arena refuses; what is refused is not recorded.
              expect(error).toMatchObject({ code: "arena-full" });
            }
          }
          world.endRecording();
        });
        expect(replayed(lines).difference).toBeUndefined();
      }),
      { numRuns: 40, ...SHRINK_LIMIT },
    );
  });

  it("leaves out inputs that another one takes the place of, and no press", () => {
    const { lines } = record(SMALL, (world) => {
      const { number } = world.addPlayer("", false);
      for (let i = 0; i < 50; i++) world.setInput(number, steer(i, i));
      world.setInput(number, steer(50, 50, "split"));
      world.setInput(number, steer(51, 51));
      for (let i = 52; i < 99; i++) world.setInput(number, steer(i, i));
      world.step(NO_TIMER);
      world.setInput(number, steer(99, 99));
      world.endRecording();
    });
    const inputs = lines.map((line) => JSON.parse(line)).filter((values) => values[0] === "input");
    expect(inputs.map(([, , x, , buttons]) => [x, buttons])).toEqual([
      [49, 0],
      [50, 1],
      [98, 0],
      [99, 0],
    ]);
    expect(replayed(lines).difference).toBeUndefined();
  });

  it("writes nothing after its end", () => {
    const { lines } = record(SMALL, (world) => {
      world.endRecording();
      world.endRecording();
      world.setInput(world.addPlayer("", false).number, steer(1, 1));
      stepTimes(world, 300);
    });
    expect(lines).toHaveLength(2);
    expect(replayed(lines).tick).toBe(0);
  });

  it("is made with the broad phase and the mode that were recorded", () => {
    const peaceful: Mode = { name: "peaceful", mayEat: () => false };
    const { lines } = record(
      { ...SMALL, bots: 20 },
      (world) => {
        stepTimes(world, 500);
        world.endRecording();
      },
      { broadPhase: "sweep-and-prune", mode: peaceful },
    );
    expect(JSON.parse(lines[0])).toMatchObject({ broadPhase: "sweep-and-prune", mode: "peaceful" });
    expect(replayed(lines, [peaceful]).difference).toBeUndefined();
    expect(() => replayed(lines)).toThrow(/^Line 1 .*no mode peaceful/);
  });
});

/** `lines` with their hashes of the text made right, so that only the game can differ. */
function reseal(lines: readonly string[]): string[] {
  const text = createTextHash();
  return lines.map((line) => {
    const values = JSON.parse(line);
    if (values[0] === "hash" || values[0] === "end") values[3] = text.digest();
    const sealed = Array.isArray(values) && values.length === 4 ? JSON.stringify(values) : line;
    text.add(sealed);
    return sealed;
  });
}

describe("a game that takes another course", () => {
  it("differs first at the tick of the first other input that moves a cell", () => {
    const { lines } = record({ ...SMALL, bots: 0 }, (world) => {
      const { number } = world.addPlayer("", false);
      stepTimes(world, 120);
      world.setInput(number, steer(500, 500));
      stepTimes(world, 200);
      world.endRecording();
    });
    const other = reseal(lines.map((line) => (line.startsWith('["input"') ? line.replace("500", "501") : line)));
    expect(replayed(other).difference).toEqual({
      tick: 121,
      what: expect.stringMatching(/fingerprint.*was [0-9a-f]{8}/),
    });
    expect(replayed(other).tick).toBe(120);
  });

  it("differs by the whole state where no body shows it", () => {
    const lines = reseal(whole.lines.map((line) => line.replace('"Again"', '"Never"')));
    expect(replayed(lines).difference).toEqual({
      tick: expect.any(Number),
      what: expect.stringContaining("hash of the state"),
    });
  });

  it("differs where what was allowed is refused, and where numbers are given out otherwise", () => {
    const join = whole.lines.findIndex((line) => line.startsWith('["join"'));
    const without = reseal(whole.lines.filter((_, i) => i !== join));
    expect(replayed(without).difference).toEqual({ tick: 1, what: expect.stringMatching(/number .* was 8, and is 7/) });
    const leave = whole.lines.findIndex((line) => line.startsWith('["leave"'));
    const twice = reseal([...whole.lines.slice(0, leave), whole.lines[leave], ...whole.lines.slice(leave)]);
    expect(replayed(twice).difference).toEqual({
      tick: 311,
      what: expect.stringMatching(/^leave is refused here: No player/),
    });
  });

  it("may have another hash of the state alone", () => {
    const lines = reseal(whole.lines.map((line) => line.replace(/(\["end",\d+,)"\w+"/, '$1"00000000"')));
    expect(replayed(lines).difference?.what).toMatch(/hash of the state was 00000000/);
  });
});

describe("a file that is no whole recording", () => {
  it("of another version is refused by name", () => {
    const error = errorOf([
      whole.lines[0].replace(`"version":"${VERSION_NAME}"`, '"version":"0.9"'),
      ...whole.lines.slice(1),
    ]);
    expect(error).toMatchObject({ name: "RecordingError", code: "other-version", line: 1 });
    expect(error?.message).toContain("version 0.9");
    expect(error?.message).toContain(VERSION_NAME);
  });

  it("cut off after any line is truncated, and was the same up to there", () => {
    for (const count of [1, 2, 100, whole.lines.length - 1]) {
      const lines = whole.lines.slice(0, count);
      expect(errorOf(lines)).toMatchObject({
        code: "truncated",
        line: count,
        message: expect.stringContaining(`line ${count}`),
      });
    }
    expect(errorOf([])).toMatchObject({ code: "truncated", message: expect.stringContaining("empty") });
  });

  it.each<[string, number, (line: string) => string]>([
    ["no JSON", 5, (line) => line.slice(0, -2)],
    ["no list", 5, () => "{}"],
    ["an unknown kind", 5, () => '["jump",1]'],
    ["a number that is none", 5, () => '["tick","x","00000000"]'],
    ["no value where one belongs", 5, () => '["input",7]'],
    ["another tick", 8, () => '["tick",999,"00000000"]'],
    ["no header", 1, () => '["tick",1,"00000000"]'],
    ["settings that cannot be used", 1, (line) => line.replace('"worldSize":3000', '"worldSize":-3')],
    ["an unknown broad phase", 1, (line) => line.replace("quadtree-sap", "octree")],
  ])("with %s in line %i is damaged, by the line's number", (_what, number, change) => {
    const lines = whole.lines.map((line, i) => (i === number - 1 ? change(line) : line));
    expect(errorOf(lines)).toMatchObject({
      code: "damaged",
      line: number,
      message: expect.stringContaining(`Line ${number} `),
    });
  });

  it("with any digit or letter changed is damaged, never a difference", () => {
    const places = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("0", "7", "a", " ", "]", "-"));
    fc.assert(
      fc.property(places, ([lineSeed, placeSeed, sign]) => {
        const number = 1 + (lineSeed % (whole.lines.length - 2));
        const line = whole.lines[number];
        const place = placeSeed % line.length;
        fc.pre(line[place] !== sign);
        const changed = line.slice(0, place) + sign + line.slice(place + 1);
        const error = errorOf(whole.lines.map((other, i) => (i === number ? changed : other)));
        expect(error?.code).toBe("damaged");
      }),
      // The line of a check, which its own hash does not know.
      { numRuns: 60, ...SHRINK_LIMIT, examples: [[[262, 13, "0"]]] },
    );
  });

  it("with lines after its end is damaged there", () => {
    const replay = createReplay(() => FREE_FOR_ALL);
    for (const line of whole.lines) replay.addLine(line);
    expect(() => replay.addLine('["tick",1,"00000000"]')).toThrow(`Line ${whole.lines.length + 1} `);
  });
});

it("the version is raised with every change to the course of a game", () => {
  const { world } = record({ ...DEFAULT_SETTINGS, bots: 50 }, (started) => stepTimes(started, 500));
  expect({ version: RECORDING_VERSION, hash: world.hash() }).toEqual({ version: 2, hash: "d21787d1" });
});
