import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { VIEW_HEIGHT } from "../../shared/formulas.ts";
import { ArenaState, Body, BodyKind, Player, RADIUS_UNIT } from "../../shared/state.ts";
import type { Bot } from "./bot.ts";
import type { TrueBody, Verdict } from "./truth.ts";
import { checkBot } from "./truth-check.ts";

const NUMBER = 3;
const SESSION = "session";
/** The tick of the server's answer. */
const TICK = 7;
const ownAt = (tick: number): TrueBody => {
  return { key: 1, x: 5000, y: 5000 + tick, radius: 32, kind: BodyKind.cell, owner: NUMBER };
};
const farAt = (tick: number): TrueBody => {
  return { key: 2, x: 5000 + VIEW_HEIGHT / 2 + 60 + 20 * tick, y: 5000, radius: 40, kind: BodyKind.cell, owner: 5 };
};

let server: Server;
let url = "";
beforeEach(async () => {
  server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ bodies: [ownAt(TICK), farAt(TICK)], truncated: false }));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  url = `ws://localhost:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Play {
  readonly farUpdates: number;
  /** As of which tick the far body is held in the patches from the answer's on. The first has come before the answer. */
  readonly asOf: readonly number[];
  /** Whether the later patches come in one go, so that one awakening is for all. */
  readonly atOnce?: boolean;
}

async function verdictOf({ farUpdates, asOf, atOnce = false }: Play): Promise<Verdict> {
  const state = new ArenaState();
  Object.assign(state, { positionUnit: 1, farUpdateTicks: farUpdates });
  (state.players as Map<string, Player>).set(SESSION, Object.assign(new Player(), { number: NUMBER }));
  function hold(place: number): void {
    state.tick = TICK + place;
    for (const { key, x, y, radius, kind, owner } of [ownAt(state.tick), farAt(asOf[place])]) {
      const body = Object.assign(new Body(), { x, y, radius: radius / RADIUS_UNIT, kind, owner });
      (state.bodies as Map<string, Body>).set(String(key), body);
    }
  }
  async function sendLaterPatches(): Promise<void> {
    for (let place = 1; place < asOf.length; place++) {
      if (place === 1 || !atOnce) await new Promise(setImmediate);
      hold(place);
      bot.onPatch();
    }
  }
  const bot = {
    room: { state, sessionId: SESSION, roomId: "room" },
    connected: true,
    onPatch: () => undefined,
    async caughtUp() {
      void sendLaterPatches();
    },
  } as unknown as Bot;
  hold(0);
  return checkBot({ url, adminToken: "a token" }, bot);
}

/** Sent a tick before the answer's, and then not until the last patch in which its turn can come. */
const LATE = { 2: [6, 8], 3: [6, 6, 9], 4: [6, 6, 6, 10] };

test.each([2, 3, 4] as const)(
  "with far bodies in every %i. patch, the patches are awaited in which their turn comes",
  async (farUpdates) => {
    for (const atOnce of [false, true]) {
      expect(await verdictOf({ farUpdates, asOf: LATE[farUpdates], atOnce })).toEqual({ kind: "right" });
    }
    // All have come, and it did not.
    const asOf = LATE[farUpdates].with(-1, LATE[farUpdates][0]);
    expect(await verdictOf({ farUpdates, asOf })).toMatchObject({ kind: "wrong" });
  },
);

test.each([2, 3, 4] as const)(
  "with far bodies in every %i. patch, nothing is said when too few patches come",
  async (farUpdates) => {
    const asOf = LATE[farUpdates].slice(0, -1);
    expect(await verdictOf({ farUpdates, asOf })).toEqual({ kind: "unchecked", reason: "no patch came" });
  },
);

test("with all bodies in every patch, what is held when none comes any more is compared", async () => {
  expect(await verdictOf({ farUpdates: 1, asOf: [TICK] })).toEqual({ kind: "right" });
  expect(await verdictOf({ farUpdates: 1, asOf: [TICK - 1] })).toMatchObject({ kind: "wrong" });
});
