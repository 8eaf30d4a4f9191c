import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DEFAULT_SETTINGS } from "../shared/settings.ts";
import { createRecordedWorld } from "./arena/recording/recorder.ts";
import { createRecordingFile, RUNNING_ON } from "./recording-file.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TICKS = 600;

let folder: string;
let recorded: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "krill-replay-"));
  recorded = join(folder, "game.jsonl");
  const file = createRecordingFile(recorded, { onFailure: assert.fail });
  const world = createRecordedWorld({ ...DEFAULT_SETTINGS, bots: 30 }, { recordedOn: RUNNING_ON, write: file.write });
  const { number } = world.addPlayer("Somebody", false);
  for (let tick = 0; tick < TICKS; tick++) {
    world.setInput(number, { x: 20 * tick, y: 14 * tick, split: tick % 50 === 0, eject: false });
    world.step({ mark: () => {} });
  }
  world.endRecording();
  await file.close();
});
after(() => rmSync(folder, { recursive: true }));

/** Runs the command as `npm run replay` does. */
function replay(...files: string[]) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const [program, ...options] = scripts.replay.split(" ");
  assert.equal(program, "node");
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...files], {
    cwd: ROOT,
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  return { status, output: stdout };
}

/** A copy of the recording, changed. */
function changed(change: (text: string) => string): string {
  const path = join(folder, "changed.jsonl");
  writeFileSync(path, change(readFileSync(recorded, "utf8")));
  return path;
}

test("a recording is played again to its end", () => {
  const { status, output } = replay(recorded);
  assert.match(output, /the same to its end, tick 600 \(24\.0 s\)/);
  assert.equal(status, 0);
});

test("a game that takes another course is found, with its first tick", async () => {
  const path = join(folder, "meddled.jsonl");
  const file = createRecordingFile(path, { onFailure: assert.fail });
  const world = createRecordedWorld(DEFAULT_SETTINGS, { recordedOn: "another machine", write: file.write });
  for (let tick = 0; tick < 200; tick++) {
    // Something happens to the game that nobody asked it for.
    if (tick === 130) world.space.teleport(world.space.bodies.ids[5], 1, 1);
    world.step({ mark: () => {} });
  }
  world.endRecording();
  await file.close();
  const { status, output } = replay(path);
  assert.match(output, /It first differs at tick 131: .* recorded with another machine, and replayed with Node v/);
  assert.equal(status, 1);
});

test("a file whose text was changed is damaged, wherever the game goes", () => {
  const path = changed((text) => text.replace('"seed":1', '"seed":2'));
  const { status, output } = replay(path);
  assert.match(output, /Line \d+ of the recording is damaged/);
  assert.match(output, /It first differs at tick 1: .*Node v/);
  assert.equal(status, 2);
});

test("a file that breaks off is played as far as it goes", () => {
  const { status, output } = replay(changed((text) => text.slice(0, text.length / 2)));
  assert.match(output, /breaks off within line \d+.*\n.*Up to tick \d+ \(\d+\.\d s\) it plays the same here/);
  assert.equal(status, 2);
});

test("another version is refused by name", () => {
  const { status, output } = replay(changed((text) => text.replace(/"version":"[^"]*"/, '"version":"99.1"')));
  assert.match(output, /is of version 99\.1/);
  assert.equal(status, 2);
});

test("no file, and a file that is not there, are told of", () => {
  assert.deepEqual(replay(), { status: 2, output: "Give one recording: npm run replay -- file\n" });
  const { status, output } = replay(join(folder, "none"));
  assert.match(output, /ENOENT/);
  assert.equal(status, 2);
});
