/** What befalls the process under load: SIGTERM, SIGKILL and a restart, no file descriptors left. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CloseCode, JoinStatus } from "../shared/close-codes.ts";
import { firstGap, joinArena, type TestPlayer } from "./testing/player.ts";
import { joinRaw } from "./testing/raw-client.ts";
import { startServer } from "./testing/server-process.ts";

const ENV = { KRILL_BOTS: "10", KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "500" };
const PLAYERS = 20;
const RETRY_MILLISECONDS = 100;

async function joinMany(url: string, count = PLAYERS): Promise<TestPlayer[]> {
  return await Promise.all(Array.from({ length: count }, (_, number) => joinArena(url, `player ${number}`)));
}

/** Comes back whenever it has lost its room, as the page does: tries to join until it is in, and has cells. */
async function rejoin(url: string, player: TestPlayer): Promise<TestPlayer> {
  await new Promise((resolve) => player.room.onLeave(resolve));
  for (;;) {
    try {
      const back = await joinArena(url, "back");
      // At once: later it may have been eaten.
      await back.until("it plays", () => back.cells().length > 0);
      return back;
    } catch {
      await sleep(RETRY_MILLISECONDS);
    }
  }
}

/** With the players, a room is nearly full; one in five of these does not read. */
const RAW_CLIENTS = 100;

test("SIGTERM under load: all are told, and those that do not listen do not hold it up", async () => {
  const server = await startServer({ env: ENV });
  const players = await joinMany(server.url);
  const codes = players.map(({ room }) => new Promise<number>((resolve) => room.onLeave(resolve)));
  const raw = await Promise.all(Array.from({ length: RAW_CLIENTS }, () => joinRaw(server.url, "arena")));
  const listening = raw.filter((_client, i) => i % 5 > 0);
  for (const client of raw) if (!listening.includes(client)) client.socket.pause();
  const status = server.stop();
  assert.deepEqual(new Set(await Promise.all(codes)), new Set([CloseCode.serverShutdown]));
  const rawCodes = await Promise.all(listening.map(({ closed }) => closed));
  assert.deepEqual(new Set(rawCodes), new Set([CloseCode.serverShutdown]));
  assert.equal(await status, 0);
  await server.untilLogged(/"msg":"stopped"/);
  assert.doesNotMatch(server.log(), /stopped before all was closed/);
});

test("SIGTERM when nobody reads the log any more: the players are told, and it ends", async () => {
  const server = await startServer({ env: ENV });
  const player = await joinArena(server.url, "player");
  const code = new Promise<number>((resolve) => player.room.onLeave(resolve));
  server.abandonLog();
  const status = server.stop();
  assert.equal(await code, CloseCode.serverShutdown);
  assert.equal(await status, 0);
});

test("SIGKILL under load, and a start on the same port: all are back and play", { timeout: 110_000 }, async (t) => {
  const first = await startServer({ env: ENV });
  const players = await joinMany(first.url);
  // The room is gone for good: to knock at it is in vain.
  for (const { room } of players) room.reconnection.maxRetries = 1;
  const back = players.map((player) => rejoin(first.url, player));
  const killedAt = performance.now();
  await first.kill();
  const second = await startServer({ env: { ...ENV, PORT: String(first.port) } });
  t.after(() => second.stop());
  const returned = await Promise.all(back);
  t.diagnostic(`${PLAYERS} players were back and playing after ${Math.round(performance.now() - killedAt)} ms`);
  for (const player of returned) {
    const end = player.room.state.tick + 25;
    await player.until("ticks went on", () => player.room.state.tick >= end);
    assert.equal(firstGap(player.ticks), undefined);
  }
});

test("no file descriptors left: newcomers are refused clearly, who plays plays on, and it recovers", async (t) => {
  const server = await startServer({ env: ENV, descriptors: 64 });
  t.after(() => server.stop());
  const player = await joinArena(server.url, "player");
  const raw = [];
  let refusal: unknown;
  for (let i = 0; i < 100 && refusal === undefined; i++) {
    try {
      raw.push(await joinRaw(server.url, "arena"));
    } catch (error) {
      refusal = error;
    }
  }
  t.diagnostic(`${raw.length} were let in, then: ${refusal}`);
  assert.match(String(refusal), new RegExp(`"code":${JoinStatus.unavailable}`));
  const end = player.room.state.tick + 25;
  await player.until("ticks went on", () => player.room.state.tick >= end);
  assert.equal(firstGap(player.ticks), undefined);
  for (const { socket } of raw) socket.terminate();
  for (;;) {
    try {
      await (await joinArena(server.url, "newcomer")).leave();
      break;
    } catch {
      await sleep(RETRY_MILLISECONDS);
    }
  }
  await player.leave();
});

test("recordings take descriptors too: who would get none is refused before they run out", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "krill-descriptors-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // A room, and so a file, for each client.
  const env = { KRILL_RECORDINGS_FOLDER: folder, KRILL_MAX_CLIENTS: "1", KRILL_MAX_ROOMS: "100", KRILL_BOTS: "0" };
  const server = await startServer({ env: { ...ENV, ...env, KRILL_PELLETS: "0" }, descriptors: 90 });
  t.after(() => server.stop());
  const clients = [];
  let refusal: unknown;
  for (let i = 0; i < 100 && refusal === undefined; i++) {
    try {
      clients.push(await joinRaw(server.url, "arena"));
    } catch (error) {
      refusal = error;
    }
  }
  t.diagnostic(`${clients.length} were let in, then: ${refusal}`);
  assert.ok(clients.length > 2);
  assert.match(String(refusal), new RegExp(`"code":${JoinStatus.unavailable}`));
  for (const { socket } of clients) socket.terminate();
  await server.stop();
  await server.untilLogged(new RegExp(`"files":${clients.length},"msg":"file descriptors run out`));
  assert.doesNotMatch(server.log(), /EMFILE|could not be written/);
});
