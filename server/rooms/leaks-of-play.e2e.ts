/** Play at ten times the speed, by the clock of the game: it leaves nothing behind. SOAK_MINUTES makes it longer. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TICK_RATE } from "../../shared/formulas.ts";
import { type CountingServer, startCountingServer } from "../testing/counts.ts";
import { playAlone } from "../testing/lone-play.ts";
import { firstGap, joinArena, type TestPlayer } from "../testing/player.ts";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 1);
const MINUTE_TICKS = 60 * TICK_RATE;
/** Until everything that bots and rules make once is there. */
const WARM_TICKS = 20 * TICK_RATE;
/** A wait for more would be given up on a slow machine. */
const STEP_TICKS = 10 * TICK_RATE;
const PLAYERS = 4;
const WORLD_SIZE = 4000;
/** A tick takes less than 20 ms, be the machine never so busy. */
const PATIENCE = 120_000 + MINUTES * MINUTE_TICKS * 20;

let server: CountingServer;
before(async () => {
  server = await startCountingServer({
    env: {
      KRILL_BOTS: "30",
      KRILL_WORLD_SIZE: String(WORLD_SIZE),
      KRILL_PELLETS: "1000",
      KRILL_LEFT_CELLS_SECONDS: "0",
      KRILL_RECONNECTION_SECONDS: "2",
      KRILL_MESSAGES_PER_SECOND: "10000",
      KRILL_BYTES_PER_SECOND: "1000000",
      COUNTING_TICK_RATE: String(10 * TICK_RATE),
    },
  });
});
after(async () => {
  await server.stop();
});

/** With the witness, who has no player, and the bots. */
const AT_REST = {
  clients: 1,
  rosterEntries: 30,
  players: 30,
  roomTimers: 0,
  clientObjects: 1,
  seatObjects: 1,
  areaObjects: 1,
  addressSeats: 1,
};

async function pass(witness: TestPlayer, ticks: number): Promise<void> {
  const end = witness.room.state.tick + ticks;
  while (witness.room.state.tick < end) {
    const next = Math.min(end, witness.room.state.tick + STEP_TICKS);
    await witness.until(`tick ${next} came`, () => witness.room.state.tick >= next);
  }
}

test(`${MINUTES} minutes of play leave nothing behind`, { timeout: PATIENCE }, async (t) => {
  const witness = await joinArena(server.url, "witness", "arena", { spectate: true });
  const visit = async (seed: number) => {
    const player = await joinArena(server.url, `player ${seed}`);
    playAlone(player, seed, WORLD_SIZE);
    return player;
  };
  // Once, so that what is made for the first player is not taken for a leak.
  const first = await visit(0);
  await pass(witness, WARM_TICKS);
  await first.leave();
  const before = await server.returnsTo(AT_REST);

  const players = await Promise.all(Array.from({ length: PLAYERS }, (_, number) => visit(number + 1)));
  await pass(witness, MINUTES * MINUTE_TICKS);
  for (const player of players) {
    assert.equal(firstGap(player.ticks), undefined);
    await player.leave();
  }
  const after = await server.returnsTo(before);
  t.diagnostic(`before ${JSON.stringify(before)}`);
  t.diagnostic(`after ${JSON.stringify(after)}`);
  assert.equal(firstGap(witness.ticks), undefined);
  await witness.leave();
});
