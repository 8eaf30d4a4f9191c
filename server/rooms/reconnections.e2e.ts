/** Connections that break, and break again before the client has acknowledged that it is back: the player stays the same. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { Protocol } from "@colyseus/core";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { joinArena, type TestPlayer } from "../testing/player.ts";
import { acknowledge, openSeat, reserveSeat, type Seat, tokenOf } from "../testing/raw-client.ts";
import { openRelay } from "../testing/relay.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";
import { checkTruth } from "../testing/truth-check.ts";

let server: ServerProcess;
before(async () => {
  server = await startServer({
    program: "server/testing/truth-server.ts",
    env: { KRILL_LEFT_CELLS_SECONDS: "0", KRILL_BOTS: "5", KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "500" },
  });
});
after(async () => {
  await server.stop();
});

/** How many seats of the room are taken, those of lost connections included. */
async function seatsTaken(roomId: string): Promise<number> {
  const { rooms } = await (await fetch(`${server.url}/api/rooms`)).json();
  return rooms.find((room: { roomId: string }) => room.roomId === roomId).clients;
}

/** Waits until the others see the player as connected, or as not. */
async function showsConnected(observer: TestPlayer, { sessionId }: Seat, isConnected: boolean): Promise<void> {
  await observer.until(`it shows that connected is ${isConnected}`, () => {
    const player = observer.room.state.players.get(sessionId);
    assert.ok(player, "the player is gone");
    return player.connected === isConnected;
  });
}

test("a stock client whose connection breaks whenever it is back, four times in a row, goes on as the same player", async () => {
  const relay = await openRelay(server.port);
  const player = await joinArena(relay.url, "unlucky", "truth");
  const { room } = player;
  await player.until("it lives", () => player.cells().length === 1);
  const number = () => room.state.players.get(room.sessionId)?.number;
  const before = number();
  let reconnections = 0;
  // The SDK calls this when it has its seat again, right before it acknowledges: that does not get through any more.
  room.onReconnect(() => {
    if (++reconnections < 5) relay.cut();
  });
  relay.cut();
  const check = checkTruth(player);
  await player.until("it is back, and holds the truth", () => {
    check.verify();
    return reconnections === 5 && check.compared >= 10;
  });
  assert.equal(number(), before);
  await player.leave();
  relay.close();
});

test("a seat outlives connections that end before or after the client has heard of it, and two at a time", async () => {
  const observer = await joinArena(server.url, "observer", "truth");
  const seat = await reserveSeat(server.url, "truth", { version: PROTOCOL_VERSION, name: "flickering" });
  const first = openSeat(server.url, seat);
  const token = await tokenOf(first);
  const before = (await acknowledge(first)).players.get(seat.sessionId)?.number;
  first.terminate();
  await showsConnected(observer, seat, false);

  // Whether or not a client has heard of the newest connection's token, it can come back.
  const heard = openSeat(server.url, seat, token);
  assert.equal(await tokenOf(heard), token);
  await showsConnected(observer, seat, true);
  heard.terminate();
  await showsConnected(observer, seat, false);
  const unheard = openSeat(server.url, seat, token);
  await once(unheard, "open");
  unheard.terminate();

  // The server still takes one connection for good when the next one comes, which waits for its end, and ends itself before.
  const stale = openSeat(server.url, seat, token);
  await tokenOf(stale);
  await showsConnected(observer, seat, true);
  const waiting = openSeat(server.url, seat, token);
  await once(waiting, "open");
  waiting.close();
  await once(waiting, "close");
  stale.terminate();
  await showsConnected(observer, seat, false);

  const last = openSeat(server.url, seat, token);
  await tokenOf(last);
  const state = await acknowledge(last);
  assert.equal(state.players.get(seat.sessionId)?.number, before);
  await showsConnected(observer, seat, true);
  assert.equal(await seatsTaken(seat.roomId), 2);

  const closed = once(last, "close");
  last.send(Uint8Array.of(Protocol.LEAVE_ROOM));
  await observer.until("it is gone", () => !observer.room.state.players.has(seat.sessionId));
  await closed;
  assert.equal(await seatsTaken(seat.roomId), 1);
  await observer.leave();
});

test("a seat is given up when its time is over, also after a connection that was never acknowledged", async (t) => {
  const hasty = await startServer({
    env: { KRILL_LEFT_CELLS_SECONDS: "0", KRILL_BOTS: "0", KRILL_PELLETS: "0", KRILL_RECONNECTION_SECONDS: "2" },
  });
  t.after(() => hasty.stop());
  const observer = await joinArena(hasty.url, "observer");
  const seat = await reserveSeat(hasty.url, "arena", { version: PROTOCOL_VERSION, name: "late" });
  const first = openSeat(hasty.url, seat);
  const token = await tokenOf(first);
  await acknowledge(first);
  first.terminate();
  const again = openSeat(hasty.url, seat, token);
  await tokenOf(again);
  again.terminate();
  await observer.until("it is gone", () => !observer.room.state.players.has(seat.sessionId));
  const [code] = await once(openSeat(hasty.url, seat, token), "close");
  assert.equal(code, 4003);
});
