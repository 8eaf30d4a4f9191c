/** The bench's crowd, and one short run of a scene, against a real server. */
import assert from "node:assert/strict";
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { joinArena } from "../../../server/testing/player.ts";
import { startServer } from "../../../server/testing/server-process.ts";
import type { CrowdCounts, CrowdOptions } from "./crowd.ts";
import { runBare, runScene } from "./run-scene.ts";
import { SCENES } from "./scenes.ts";

const CROWD = new URL("./crowd.ts", import.meta.url);
const RUN = fileURLToPath(new URL("./run.ts", import.meta.url));
const CLIENTS = 5;

test("a crowd joins, steers, counts what comes, and who is closed", async (t) => {
  const server = await startServer({ env: { KRILL_BOTS: "0", KRILL_START_RADIUS: "200", KRILL_WORLD_SIZE: "5000" } });
  t.after(() => server.stop());
  const options: CrowdOptions = {
    url: server.url,
    clients: CLIENTS,
    inputsPerSecond: 10,
    worldSize: 5000,
    presses: ["split"],
  };
  const crowd = fork(CROWD, [JSON.stringify(options)]);
  t.after(() => crowd.kill());
  const answer = async () => {
    crowd.send("counts");
    const [counts] = await once(crowd, "message");
    return counts as CrowdCounts;
  };
  assert.deepEqual(await once(crowd, "message").then(([message]) => message), { joined: CLIENTS });
  const watcher = await joinArena(server.url, "watcher", "arena", { spectate: true });
  const names = () => [...watcher.room.state.players.values()].map(({ name }) => name);
  await watcher.until("all are there", () => names().length === CLIENTS);
  assert.deepEqual(
    names().toSorted(),
    Array.from({ length: CLIENTS }, (_, i) => `crowd ${i + 1}`),
  );
  const cells = () => [...watcher.bodies().values()].filter(({ owner }) => owner > 0).length;
  await watcher.until("they have split", () => cells() > CLIENTS);
  const first = await answer();
  const from = watcher.ticks.length;
  await watcher.until("25 ticks have gone by", () => watcher.ticks.length >= from + 25);
  const second = await answer();
  assert.ok(second.bytes > first.bytes + 25 * CLIENTS, `${first.bytes}, then ${second.bytes} bytes`);
  assert.equal(second.closed, 0);

  await server.stop();
  let last = second;
  while (last.closed < CLIENTS) last = await answer();
  assert.equal(last.closed, CLIENTS);
  const ended = once(crowd, "exit");
  crowd.disconnect();
  assert.deepEqual(await ended, [0, null]);
});

test("a run of a scene gives its figures, and the bare server takes its traffic", async () => {
  const scene = { ...SCENES[0], name: "few", clients: CLIENTS };
  const result = await runScene(scene, 1);
  assert.deepEqual([result.scene, result.clients, result.closed], ["few", CLIENTS, 0]);
  for (const name of ["cpu_ms", "tick_ms", "hz", "kb_per_second", "bytes_per_visible"] as const) {
    assert.ok(result[name] > 0, `${name} is ${result[name]}`);
  }
  assert.ok((result.phases.interest ?? 0) > 0, JSON.stringify(result.phases));
  assert.ok((await runBare(scene, result, 1)) > 0);
});

test("a wrong command line is refused in a line, and nothing is run", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, "--runs", "none"], { encoding: "utf8" });
  assert.deepEqual([status, stdout], [2, ""]);
  assert.equal(stderr, 'bench:rooms: --runs is "none"; allowed is a whole number from 1.\n');
});
