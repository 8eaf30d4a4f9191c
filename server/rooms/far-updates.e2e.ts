/** A room that sends far bodies less often: what clients hold is the truth, or for far bodies what it was a moment ago. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { firstGap, joinArena, type TestPlayer } from "../testing/player.ts";
import { openRelay } from "../testing/relay.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";
import { checkTruth, type TruthCheck } from "../testing/truth-check.ts";

const WORLD_SIZE = 4000;
const COMPARISONS = 60;
/** Patches that a reader misses before it reads on. */
const PATCHES_MISSED = 10;
/** A tick that takes so many milliseconds more is too dear; from this level on patches are sent every second tick. */
const DEAR = 50;
const SPARSE_PATCHES = 2;

const ENVIRONMENT = {
  KRILL_BOTS: "40",
  KRILL_WORLD_SIZE: String(WORLD_SIZE),
  KRILL_FAR_UPDATE_TICKS: "3",
  KRILL_LEFT_CELLS_SECONDS: "0",
  // The bots let it live.
  KRILL_EAT_RADIUS_RATIO: "10",
};
const program = "server/testing/truth-server.ts";

let server: ServerProcess;
before(async () => {
  // Ticks as ever, in less time.
  server = await startServer({ program, env: { ...ENVIRONMENT, TRUTH_TICK_RATE: "60" } });
});
after(() => server.stop());

/** A player that goes to the middle of the world, where it sees bots. */
async function join(url: string): Promise<TestPlayer> {
  const player = await joinArena(url, "player", "truth");
  await player.until("it lives", () => player.cells().length === 1);
  assert.equal(player.room.state.farUpdateTicks, 3);
  player.send({ x: WORLD_SIZE / 2, y: WORLD_SIZE / 2 });
  return player;
}

/** So many times more, what the player holds is the truth, far bodies that are late excepted; and some are. */
async function compare(player: TestPlayer, check: TruthCheck, comparisons = COMPARISONS): Promise<void> {
  const { compared, late } = check;
  await player.until(`${comparisons} comparisons with the truth`, () => {
    check.verify();
    return check.compared >= compared + comparisons;
  });
  assert.ok(check.late - late > comparisons, `${check.late - late} bodies were late: bots move all the time`);
}

test("with far bodies in every third patch, near ones and own cells are held as they are, at any size of the view", async () => {
  const player = await join(server.url);
  const check = async () => {
    const check = checkTruth(player);
    await compare(player, check);
    check.stop();
  };
  await check();
  // The view grows with the cell, and what is far is farther away.
  player.room.send("grow", 300);
  await player.until("it has grown", () => player.cells()[0].radius > 290);
  await check();
  player.send({ x: 0, y: 0, split: true });
  await player.until("it has split", () => player.cells().length === 2);
  await check();
  assert.equal(firstGap(player.ticks), undefined);
  await player.leave();
});

test("so they are after a reconnection", async (t) => {
  const relay = await openRelay(server.port);
  t.after(() => relay.close());
  const player = await join(relay.url);
  const check = checkTruth(player);
  await compare(player, check);
  for (let cut = 0; cut < 3; cut++) {
    const back = new Promise<void>((resolve) => player.room.onReconnect.once(() => resolve()));
    relay.cut();
    await back;
    await compare(player, check, 20);
  }
  await player.leave();
});

test("so they are for a spectator, whose view moves with the leader, and with its own camera", async () => {
  const spectator = await joinArena(server.url, "spectator", "truth", { spectate: true });
  const check = checkTruth(spectator);
  await compare(spectator, check);
  spectator.room.send("spectate", { follow: "free" });
  spectator.send({ x: 0, y: WORLD_SIZE / 2 });
  await compare(spectator, check);
  await spectator.leave();
});

test("so they are for a reader that paused until patches were skipped, and has read on", async (t) => {
  const witness = await joinArena(server.url, "witness", "truth", { spectate: true });
  const relay = await openRelay(server.port);
  t.after(() => relay.close());
  const player = await join(relay.url);
  player.room.onMessage("ballast", () => {});
  const check = checkTruth(player);
  await compare(player, check);

  const skipped = () => {
    witness.room.send("skipped");
    return witness.heard<number>("skipped").at(-1) ?? 0;
  };
  check.isOnBadLine = true;
  relay.pause();
  player.room.send("ballast");
  await witness.until("patches are skipped", () => skipped() >= PATCHES_MISSED);
  const resumedAt = witness.room.state.tick;
  relay.resume();
  await player.until("it is brought up to date", () => player.room.state.tick >= resumedAt);
  check.isOnBadLine = false;
  assert.notEqual(firstGap(player.ticks), undefined);
  await compare(player, check);
  await Promise.all([player.leave(), witness.leave()]);
});

test("so they are, in every third patch still, while the room sheds load and sends one every second tick", async (t) => {
  const server = await startServer({ program, env: { ...ENVIRONMENT, KRILL_SHED_LOAD: "true" } });
  t.after(() => server.stop());
  const player = await join(server.url);
  const spectator = await joinArena(server.url, "spectator", "truth", { spectate: true });
  const checks = [player, spectator].map((each) => checkTruth(each));
  player.room.send("dawdle", DEAR);
  await player.until("it sheds load", () => {
    player.room.send("shedding");
    return (player.heard<number>("shedding").at(-1) ?? 0) >= SPARSE_PATCHES;
  });
  const from = player.ticks.length;
  await Promise.all([compare(player, checks[0], 20), compare(spectator, checks[1], 20)]);
  for (const tick of player.ticks.slice(from)) assert.equal(tick % 2, 0);
  await Promise.all([player.leave(), spectator.leave()]);
});
