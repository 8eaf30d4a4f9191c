/** Joins and leaves at speed: whatever a client was given is given back. CHURN_JOINS makes it longer. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { Protocol } from "@colyseus/core";
import { MessageName } from "../../shared/message-names.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { type CountingServer, startCountingServer } from "../testing/counts.ts";
import { firstGap, joinArena } from "../testing/player.ts";
import { acknowledge, openSeat, reserveSeat, tokenOf } from "../testing/raw-client.ts";

const JOINS = Number(process.env.CHURN_JOINS ?? 500);
const AT_ONCE = 20;
const PATIENCE = 60_000 + JOINS * 60;

let server: CountingServer;
before(async () => {
  server = await startCountingServer({
    env: {
      KRILL_BOTS: "3",
      KRILL_WORLD_SIZE: "3000",
      KRILL_PELLETS: "300",
      KRILL_JOINS_PER_MINUTE: "1000000",
      KRILL_LEFT_CELLS_SECONDS: "0",
      KRILL_RECONNECTION_SECONDS: "2",
      KRILL_MAX_CLIENTS: "500",
    },
  });
});
after(async () => {
  await server.stop();
});

/** In turn: a spectator, one whose line breaks, one that leaves before it is there, one that leaves; now and then, one that never comes. */
async function visit(number: number): Promise<void> {
  const manner = number % 20 === 2 ? 2 : number % 4;
  const options = { version: PROTOCOL_VERSION, name: `visitor ${number}`, spectate: manner === 0 };
  const seat = await reserveSeat(server.url, "arena", options);
  if (manner === 2) return;
  const socket = openSeat(server.url, seat);
  const closed = once(socket, "close");
  await tokenOf(socket);
  if (manner !== 3) await acknowledge(socket);
  if (manner === 1) socket.terminate();
  else socket.send(Uint8Array.of(Protocol.LEAVE_ROOM));
  await closed;
}

test(`${JOINS} joins and leaves leave nothing behind`, { timeout: PATIENCE }, async (t) => {
  const bystander = await joinArena(server.url, "bystander");
  // Once, so that what is made for the first visitor is not taken for a leak.
  await Promise.all(Array.from({ length: 2 * AT_ONCE }, (_, number) => visit(number)));
  const before = await server.returnsTo(AT_REST);
  let next = 0;
  async function visitUntilAllCame(): Promise<void> {
    while (next < JOINS) await visit(next++);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitUntilAllCame));
  const after = await server.returnsTo(before);
  t.diagnostic(`before ${JSON.stringify(before)}`);
  t.diagnostic(`after ${JSON.stringify(after)}`);
  assert.equal(firstGap(bystander.ticks), undefined);
  bystander.room.send(MessageName.chat, { text: "all gone" });
  await bystander.until("it is still served", () => bystander.heard(MessageName.chatLine).length > 0);
  await bystander.leave();
});

/** With the bystander alone, and three bots. */
const AT_REST = {
  clients: 1,
  reservedSeats: 0,
  seatTimeouts: 0,
  reconnections: 0,
  attempts: 0,
  rosterEntries: 4,
  players: 4,
  listedClients: 1,
  roomTimers: 0,
  clientObjects: 1,
  seatObjects: 1,
  areaObjects: 1,
  playerObjects: 1,
  addressSeats: 1,
};
