/** Which room a client gets: of its mode, with a seat free, of a round that lets it in. And rooms that record themselves. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@colyseus/sdk";
import { JoinStatus } from "../../shared/close-codes.ts";
import { MessageName } from "../../shared/message-names.ts";
import { MODE_NAMES, MODES } from "../../shared/modes.ts";
import type { ArenaState } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { readRecording } from "../recording-file.ts";
import { joinArena, type TestPlayer } from "../testing/player.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EMPTY = { KRILL_BOTS: "0", KRILL_PELLETS: "0", KRILL_VIRUSES: "0", KRILL_LEFT_CELLS_SECONDS: "0" };

async function start(t: TestContext, env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ env: { ...EMPTY, ...env } });
  t.after(() => server.stop());
  return server;
}

/** Ends the player's connection without a word, and waits until it is back. */
async function loseConnection({ room, until }: TestPlayer): Promise<void> {
  let isBack = false;
  room.onReconnect(() => {
    isBack = true;
  });
  (room.connection.transport as unknown as { ws: { close(code: number): void } }).ws.close(4010);
  await until("it is back", () => isBack && room.state.players.get(room.sessionId)?.connected === true);
}

async function listModes({ url }: ServerProcess) {
  return await (await fetch(`${url}/api/modes`)).json();
}

const roomOf = (player: TestPlayer) => player.room.roomId;
const leaveAll = (players: TestPlayer[]) => Promise.all(players.map((player) => player.leave()));

test("each mode has rooms of its own, and who asks for none gets the default", async (t) => {
  const server = await start(t, {});
  const players: TestPlayer[] = [];
  for (const mode of MODE_NAMES) {
    const player = await joinArena(server.url, "", "arena", { mode });
    assert.equal(player.room.state.mode, mode);
    players.push(player);
  }
  assert.equal(new Set(players.map(roomOf)).size, MODE_NAMES.length);
  const any = await joinArena(server.url, "");
  assert.equal(roomOf(any), roomOf(players[0]));
  assert.deepEqual(await listModes(server), {
    default: MODE_NAMES[0],
    modes: MODE_NAMES.map((name, index) => {
      const { title, description } = MODES[name];
      return { name, title, description, players: index === 0 ? 2 : 1, rooms: 1 };
    }),
  });
  for (const mode of ["chess", "", "__proto__"]) {
    const refused = new Client(server.url).joinOrCreate("arena", { version: PROTOCOL_VERSION, mode });
    const names = MODE_NAMES.join(", ");
    await assert.rejects(refused, {
      code: JoinStatus.badOptions,
      message: `mode: there is no mode "${mode}" here; the modes are ${names}`,
    });
  }
  await leaveAll([...players, any]);
});

test("a room that is full is joined by another of its mode, up to as many as may be open", async (t) => {
  const server = await start(t, { KRILL_MODES: "zombie,teams", KRILL_MAX_CLIENTS: "2", KRILL_MAX_ROOMS: "2" });
  const players: TestPlayer[] = [];
  for (let i = 0; i < 4; i++) players.push(await joinArena(server.url, ""));
  const [first, second, third, fourth] = players.map(roomOf);
  assert.equal(first, second);
  assert.equal(third, fourth);
  assert.notEqual(first, third);
  assert.ok(players.every(({ room }) => room.state.mode === "zombie"));
  const { default: defaultMode, modes } = await listModes(server);
  assert.equal(defaultMode, "zombie");
  assert.deepEqual(
    modes.map(({ name, players, rooms }: Record<string, unknown>) => [name, players, rooms]),
    [
      ["zombie", 4, 2],
      ["teams", 0, 0],
    ],
  );
  for (const mode of [undefined, "teams"]) {
    await assert.rejects(joinArena(server.url, "", "arena", { ...(mode && { mode }) }), {
      code: JoinStatus.full,
      message: /^all rooms of this mode are full, and no more than 2 rooms may be open here \(KRILL_MAX_ROOMS\); /,
    });
  }
  await assert.rejects(joinArena(server.url, "", "arena", { mode: "free-for-all" }), {
    code: JoinStatus.badOptions,
    message: /the modes are zombie, teams$/,
  });
  await players[1].leave();
  players[1] = await joinArena(server.url, "");
  assert.equal(roomOf(players[1]), first);
  await leaveAll(players);
});

/** Long after the test. */
const LONG = "600";
const ROUNDS = {
  KRILL_MODES: "tournament",
  KRILL_ROUND_PLAYERS: "2",
  KRILL_ROUND_COUNTDOWN_SECONDS: "0.2",
  KRILL_ROUND_PAUSE_SECONDS: LONG,
};

const phaseOf = ({ room }: TestPlayer) => room.state.round.phase;

/** Two players in a room, once their round is in a phase. */
async function playRound({ url }: ServerProcess, phase: string): Promise<[TestPlayer, TestPlayer]> {
  const players: [TestPlayer, TestPlayer] = [await joinArena(url, "Ann"), await joinArena(url, "Bob")];
  assert.equal(roomOf(players[0]), roomOf(players[1]));
  await players[0].until(`the round is ${phase}`, () => phaseOf(players[0]) === phase);
  return players;
}

test("while a round is played its room is locked, and newcomers get another; then it is open again", async (t) => {
  const server = await start(t, { ...ROUNDS, KRILL_ROUND_SECONDS: LONG });
  const [ann, bob] = await playRound(server, "playing");
  assert.ok(ann.cells().length === 1);
  const late = await joinArena(server.url, "Late");
  assert.notEqual(roomOf(late), roomOf(ann));
  assert.equal(phaseOf(late), "waiting");
  // One who is in it comes back all the same.
  await loseConnection(bob);
  assert.equal(phaseOf(bob), "playing");
  await bob.leave();
  await ann.until("it has won", () => phaseOf(ann) === "over");
  assert.equal(ann.room.state.round.winner, "Ann");
  const next = await joinById(server, roomOf(ann));
  await leaveAll([ann, late]);
  await next.leave();
});

const joinById = ({ url }: ServerProcess, roomId: string) =>
  new Client(url).joinById<ArenaState>(roomId, { version: PROTOCOL_VERSION, name: "" });

test("a full room whose round ends is not offered to newcomers before somebody leaves", async (t) => {
  const server = await start(t, { ...ROUNDS, KRILL_MAX_CLIENTS: "2", KRILL_ROUND_SECONDS: "1" });
  const [ann, bob] = await playRound(server, "over");
  const late = await joinArena(server.url, "Late");
  assert.notEqual(roomOf(late), roomOf(ann));
  await bob.leave();
  const next = await joinById(server, roomOf(ann));
  await next.leave();
  await leaveAll([ann, late]);
});

test("a room records itself, with colours, deaths, respawns and lost connections: replayed, it takes the same course", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "krill-recordings-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const server = await start(t, {
    KRILL_RECORDINGS_FOLDER: join(folder, "new"),
    // Whoever is larger eats whom it touches, in a small world: one dies soon.
    KRILL_WORLD_SIZE: "1000",
    KRILL_BOTS: "10",
    KRILL_PELLETS: "200",
    KRILL_VIRUSES: "3",
    KRILL_EAT_RADIUS_RATIO: "1",
    KRILL_EAT_DEPTH: "-1",
    KRILL_SPAWN_PROTECTION_SECONDS: "0",
  });
  const ann = await joinArena(server.url, "Ann", "arena", { color: 7 });
  await joinArena(server.url, "Zoe", "arena", { mode: "zombie" });
  const { sessionId } = ann.room;
  const entry = () => ann.room.state.players.get(sessionId);
  let turn = 0;
  ann.room.onStateChange(() => {
    const angle = turn++ / 10;
    const [x, y] = [500 + 500 * Math.cos(angle), 500 + 500 * Math.sin(angle)];
    ann.send({ x, y, split: turn % 40 === 0, eject: turn % 20 === 0, lock: turn % 100 < 10 });
  });
  await ann.until("it has died", () => entry()?.alive === false);
  ann.room.send(MessageName.respawn, { name: "Ann again", color: 9 });
  await ann.until("it lives again", () => entry()?.alive === true);
  assert.deepEqual([entry()?.name, entry()?.color], ["Ann again", 9]);
  await loseConnection(ann);
  await ann.leave();
  assert.equal(await server.stop(), 0);

  const files = readdirSync(join(folder, "new")).map((file) => join(folder, "new", file));
  assert.equal(files.length, 2);
  const kinds = new Set<string>();
  for (const file of files) {
    const { status, stdout } = spawnSync(
      process.execPath,
      ["--import", "./node-version.mjs", "server/replay.ts", file],
      {
        cwd: ROOT,
        encoding: "utf8",
      },
    );
    assert.match(stdout, /the same to its end, tick \d+/);
    assert.equal(status, 0);
    for await (const line of readRecording(file)) kinds.add(/^\["(\w+)"/.exec(line)?.[1] ?? "header");
  }
  for (const kind of ["join", "input", "respawn", "connect", "leave", "end"]) assert.ok(kinds.has(kind), kind);
});
