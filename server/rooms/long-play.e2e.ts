/**
 * Two thousand ticks of play: stock SDK clients steer, split, eat, die and begin anew, while others join and leave, lose their
 * connections and come back, or stop reading. All along, what each holds is compared with the truth (testing/truth-server.ts).
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { playAlone } from "../testing/lone-play.ts";
import { firstGap, joinArena, type TestPlayer } from "../testing/player.ts";
import { openRelay, type Relay } from "../testing/relay.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";
import { checkTruth, type TruthCheck } from "../testing/truth-check.ts";

const TICKS = 2000;
/** The rooms' own is 25: each tick is as ever, but the test takes less time. */
const TICKS_PER_SECOND = 60;
/** From one thing that goes wrong to the next. */
const ROUND_TICKS = 100;
/** Patches from one comparison to the next. */
const CHECK_INTERVAL = 5;
/** Patches that a reader misses before it reads again. */
const PATCHES_MISSED = 25;
const STEADY_PLAYERS = 2;
const TROUBLED_PLAYERS = 4;
const WORLD_SIZE = 4000;

let server: ServerProcess;
before(async () => {
  server = await startServer({
    program: "server/testing/truth-server.ts",
    env: {
      KRILL_BOTS: "10",
      KRILL_WORLD_SIZE: String(WORLD_SIZE),
      KRILL_PELLETS: "1000",
      TRUTH_TICK_RATE: String(TICKS_PER_SECOND),
    },
  });
});
after(async () => {
  await server.stop();
});

/** A player that plays by itself, on a line of its own. */
interface Participant {
  readonly player: TestPlayer;
  readonly relay: Relay;
  readonly check: TruthCheck;
}

let joined = 0;

async function join(): Promise<Participant> {
  const number = joined++;
  const relay = await openRelay(server.port);
  const player = await joinArena(relay.url, `player ${number}`, "truth");
  player.room.onMessage("ballast", () => {});
  playAlone(player, number, WORLD_SIZE);
  return { player, relay, check: checkTruth(player, CHECK_INTERVAL) };
}

async function leave({ player, relay, check }: Participant): Promise<void> {
  check.verify();
  check.stop();
  await player.leave();
  relay.close();
}

/** Its connection breaks, and comes back with the same player. */
async function loseConnection({ player, relay }: Participant): Promise<void> {
  const { room } = player;
  const number = () => room.state.players.get(room.sessionId)?.number;
  const before = number();
  let isBack = false;
  const back = () => {
    isBack = true;
  };
  room.onReconnect(back);
  relay.cut();
  await player.until(
    "it is connected again",
    () => isBack && room.state.players.get(room.sessionId)?.connected === true,
  );
  room.onReconnect.remove(back);
  assert.equal(number(), before);
}

/** It stops reading until patches are skipped for it, and reads again: then it holds the present, without what was between. */
async function pauseReading({ player, relay, check }: Participant, witness: TestPlayer): Promise<void> {
  let skipped = -1;
  const stop = witness.room.onMessage("skipped", (patches: number) => {
    skipped = patches;
  });
  const ask = () => {
    witness.room.send("skipped");
    return skipped;
  };
  await witness.until("it knows how many patches were skipped so far", () => ask() >= 0);
  const before = skipped;
  const patchesBefore = player.ticks.length;
  check.isOnBadLine = true;
  relay.pause();
  player.room.send("ballast");
  await witness.until("patches are skipped", () => ask() >= before + PATCHES_MISSED);
  stop();
  const resumedAt = witness.room.state.tick;
  relay.resume();
  await player.until("it is brought up to date", () => player.room.state.tick >= resumedAt);
  check.isOnBadLine = false;
  const { ticks } = player;
  const jumps = ticks.slice(1).filter((tick, i) => i >= patchesBefore - 1 && tick > ticks[i] + 1);
  assert.equal(jumps.length, 1, `the ticks are ${ticks.slice(patchesBefore).join(", ")}`);
  assert.ok(jumps[0] >= resumedAt, `it was told of tick ${jumps[0]}, when ${resumedAt} had come`);
}

test("2000 ticks: joins, leaves, lost connections and readers that pause; each client holds the truth", async () => {
  const steady: Participant[] = [];
  const troubled: Participant[] = [];
  for (let i = 0; i < STEADY_PLAYERS; i++) steady.push(await join());
  for (let i = 0; i < TROUBLED_PLAYERS; i++) troubled.push(await join());
  const [{ player: witness }] = steady;
  const verify = () => {
    for (const { check } of [...steady, ...troubled]) check.verify();
  };
  const start = witness.room.state.tick;
  const troubles = [
    async () => troubled.push(await join()),
    async () => leave(troubled.shift() as Participant),
    async () => loseConnection(troubled[0]),
    async () => pauseReading(troubled[1], witness),
    // Two at once.
    async () => Promise.all([loseConnection(troubled[2]), pauseReading(troubled[0], witness)]),
  ];
  const happened = troubles.map(() => 0);
  for (let round = 1; round * ROUND_TICKS < TICKS; round++) {
    await witness.until(`round ${round}`, () => {
      verify();
      return witness.room.state.tick >= start + round * ROUND_TICKS;
    });
    await troubles[round % troubles.length]();
    happened[round % troubles.length]++;
  }
  await witness.until("all ticks are played", () => {
    verify();
    return witness.room.state.tick >= start + TICKS;
  });

  for (const { player, check } of [...steady, ...troubled]) {
    const { compared } = check;
    await player.until("it is compared once more", () => {
      check.verify();
      return check.compared > compared;
    });
  }
  for (const { player, check } of steady) {
    assert.equal(firstGap(player.ticks), undefined, "others' troubles cost it a tick");
    assert.ok(player.ticks.length > TICKS);
    assert.ok(check.compared > TICKS / CHECK_INTERVAL - 10, `compared ${check.compared} times`);
  }
  assert.ok(Math.min(...happened) >= 3, `it happened ${happened.join(", ")} times`);
  await Promise.all([...steady, ...troubled].map(leave));
});
