/** A room that sends far bodies less often: what clients hold is the truth, or for far bodies what it was a moment ago. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstGap, joinArena } from "../testing/player.ts";
import { startServer } from "../testing/server-process.ts";
import { checkTruth } from "../testing/truth-check.ts";

const WORLD_SIZE = 4000;
const COMPARISONS = 60;

test("with far bodies in every third tick, near ones and own cells are held as they are, at any size of the view", async (t) => {
  const server = await startServer({
    program: "server/testing/truth-server.ts",
    env: {
      KRILL_BOTS: "40",
      KRILL_WORLD_SIZE: String(WORLD_SIZE),
      KRILL_FAR_UPDATE_TICKS: "3",
      KRILL_LEFT_CELLS_SECONDS: "0",
      // The bots let it live.
      KRILL_EAT_RADIUS_RATIO: "10",
    },
  });
  t.after(() => server.stop());
  const player = await joinArena(server.url, "player", "truth");
  await player.until("it lives", () => player.cells().length === 1);
  assert.equal(player.room.state.farUpdateTicks, 3);
  player.send({ x: WORLD_SIZE / 2, y: WORLD_SIZE / 2 });

  async function compare(): Promise<void> {
    const check = checkTruth(player);
    await player.until(`${COMPARISONS} comparisons with the truth`, () => {
      check.verify();
      return check.compared >= COMPARISONS;
    });
    check.stop();
    assert.ok(check.late > COMPARISONS, `${check.late} bodies were late: bots move all the time`);
  }

  await compare();
  // The view grows with the cell, and what is far is farther away.
  player.room.send("grow", 300);
  await player.until("it has grown", () => player.cells()[0].radius > 290);
  await compare();
  player.send({ x: 0, y: 0, split: true });
  await player.until("it has split", () => player.cells().length === 2);
  await compare();
  assert.equal(firstGap(player.ticks), undefined);
  await player.leave();
});
