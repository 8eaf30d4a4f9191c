/**
 * Faults of our own: whatever throws ends at most its room, whose clients hear of it; one error line says what it was; the
 * other rooms miss no tick. And a stall, and a change of the time of day, do nothing to the players.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { ErrorCode, Protocol } from "@colyseus/core";
import { decode } from "@colyseus/schema";
import { CloseCode } from "../../shared/close-codes.ts";
import { speedOf } from "../../shared/formulas.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { firstGap, joinArena, type TestPlayer } from "../testing/player.ts";
import { acknowledge, openSeat, reserveSeat, type Seat, tokenOf } from "../testing/raw-client.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

let server: ServerProcess;
let bystander: TestPlayer;
before(async () => {
  server = await startServer({
    program: "server/testing/failing-server.ts",
    env: { KRILL_BOTS: "10", KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "500", KRILL_VIRUSES: "0" },
  });
  bystander = await joinArena(server.url, "bystander");
});
after(async () => {
  await server.stop();
});

/** The lines of level error and worse that the server has printed since its log was so long. The last may not be whole yet. */
function errorsSince(length: number): Record<string, unknown>[] {
  const lines = server.log().slice(length).split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
}

/** The log comes by a way of its own, later than what the server answers. */
async function untilErrors(length: number): Promise<void> {
  await bystander.until("an error is logged", () => errorsSince(length).length > 0);
}

/** The bystander, in another room, sees so many ticks more, and has missed none. */
async function assertUndisturbed(): Promise<void> {
  const end = bystander.room.state.tick + 10;
  await bystander.until("the other room went on", () => bystander.room.state.tick >= end);
  assert.equal(firstGap(bystander.ticks), undefined);
}

async function roomIds(): Promise<string[]> {
  const { rooms } = await (await fetch(`${server.url}/api/rooms`)).json();
  return rooms.map(({ roomId }: { roomId: string }) => roomId);
}

test("one who has a seat in a room that has ended meanwhile is told so", async () => {
  const player = await joinArena(server.url, "a", "failing");
  const seat = await reserveSeat(server.url, "failing", { version: PROTOCOL_VERSION });
  assert.equal(seat.roomId, player.room.roomId);
  const code = new Promise<number>((resolve) => player.room.onLeave(resolve));
  player.room.send("fail", "rule");
  assert.equal(await code, CloseCode.roomFailed);
  const [late] = await once(openSeat(server.url, seat), "close");
  assert.equal(late, CloseCode.roomFailed);
  await assertUndisturbed();
});

const ENDING = { rule: "step", bot: "bot", serializer: "applyPatches" };
for (const [part, thrown] of Object.entries(ENDING)) {
  test(`an exception in a ${part} ends its room, and nothing else`, async () => {
    const players = [await joinArena(server.url, "a", "failing"), await joinArena(server.url, "b", "failing")];
    const codes = players.map(({ room }) => new Promise<number>((resolve) => room.onLeave(resolve)));
    const { roomId } = players[0].room;
    const length = server.log().length;
    players[0].room.send("fail", part);
    assert.deepEqual(await Promise.all(codes), [CloseCode.roomFailed, CloseCode.roomFailed]);
    await assertUndisturbed();
    await bystander.until("it is disposed", () => server.log().includes(`"room":"${roomId}","msg":"room disposed"`));
    assert.equal((await roomIds()).includes(roomId), false);
    const errors = errorsSince(length);
    assert.equal(errors.length, 1, JSON.stringify(errors));
    assert.equal(errors[0].room, roomId);
    assert.match(JSON.stringify(errors[0].err), new RegExp(`${thrown} threw on purpose`));
    // Whoever comes now gets a room that works.
    const next = await joinArena(server.url, "next", "failing");
    assert.notEqual(next.room.roomId, roomId);
    await next.leave();
  });
}

test("an exception as a player is removed ends the room; nobody's place is kept", async () => {
  const [leaver, stayer] = [await joinArena(server.url, "l", "failing"), await joinArena(server.url, "s", "failing")];
  const code = new Promise<number>((resolve) => stayer.room.onLeave(resolve));
  const { roomId } = leaver.room;
  leaver.room.send("fail", "leaving");
  void leaver.leave();
  await bystander.until("it is disposed", () => server.log().includes(`"room":"${roomId}","msg":"room disposed"`));
  assert.equal(await code, CloseCode.roomFailed);
  await assertUndisturbed();
});

/** What one that comes for a seat, or comes back to it, is told in the one frame that it gets before it is closed. */
async function refusalOf(seat: Seat, token?: string): Promise<{ code: number; text: string }> {
  const socket = openSeat(server.url, seat, token);
  const frames: Buffer[] = [];
  socket.on("message", (frame: Buffer) => frames.push(frame));
  await once(socket, "close");
  assert.equal(frames.length, 1);
  const [frame] = frames;
  assert.equal(frame[0], Protocol.ERROR);
  const at = { offset: 1 };
  return { code: decode.number(frame, at), text: decode.string(frame, at) };
}

const CONCEALED = {
  code: ErrorCode.APPLICATION_ERROR,
  text: "the room could not let you in, for a fault of its own",
};

/** One line of the log, which comes by a way of its own, has all of it. */
async function assertLoggedOnce(length: number, thrown: string): Promise<void> {
  await untilErrors(length);
  const errors = errorsSince(length);
  assert.equal(errors.length, 1, JSON.stringify(errors));
  const { message, stack } = errors[0].err as { message: string; stack: string };
  assert.equal(message, `${thrown} threw on purpose`);
  assert.match(stack, /\n {4}at .*failing-server\.ts/);
}

test("an exception as a client comes, or comes back, is one error line, of which it is told nothing; the room goes on", async () => {
  const player = await joinArena(server.url, "player", "failing");
  const seat = await reserveSeat(server.url, "failing", { version: PROTOCOL_VERSION });
  const first = openSeat(server.url, seat);
  const token = await tokenOf(first);
  await acknowledge(first);
  first.terminate();
  const isGone = () => player.room.state.players.get(seat.sessionId)?.connected === false;
  await player.until("its connection is lost", isGone);

  let length = server.log().length;
  player.room.send("fail", "returning");
  let seen = player.room.state.tick + 2;
  await player.until("the message was read", () => player.room.state.tick >= seen);
  assert.deepEqual(await refusalOf(seat, token), CONCEALED);
  await assertLoggedOnce(length, "setConnected");

  length = server.log().length;
  player.room.send("fail", "joining");
  seen = player.room.state.tick + 2;
  await player.until("the message was read", () => player.room.state.tick >= seen);
  assert.deepEqual(await refusalOf(await reserveSeat(server.url, "failing", { version: PROTOCOL_VERSION })), CONCEALED);
  await assertLoggedOnce(length, "addPlayer");

  seen = player.room.state.tick + 10;
  await player.until("ticks went on", () => player.room.state.tick >= seen);
  assert.equal(firstGap(player.ticks), undefined);
  // Nobody is to come into it any more.
  const code = new Promise<number>((resolve) => player.room.onLeave(resolve));
  player.room.send("fail", "rule");
  assert.equal(await code, CloseCode.roomFailed);
  await assertUndisturbed();
});

for (const part of ["handler", "timer"]) {
  test(`an exception in a ${part} is one error line, and the room goes on`, async () => {
    const player = await joinArena(server.url, "player", "failing");
    const length = server.log().length;
    player.room.send("fail", part);
    const end = player.room.state.tick + 20;
    await player.until("ticks went on", () => player.room.state.tick >= end);
    await untilErrors(length);
    assert.match(JSON.stringify(errorsSince(length).map(({ err }) => err)), new RegExp(`^\\[[^[]*${part} threw`));
    assert.equal(errorsSince(length).length, 1);
    assert.equal(firstGap(player.ticks), undefined);
    await player.leave();
    await assertUndisturbed();
  });
}

test("an exception as a full state is written closes who asked for it, and nobody else", async () => {
  const player = await joinArena(server.url, "player", "failing");
  player.room.send("fail", "full state");
  const seen = player.room.state.tick + 2;
  await player.until("the message was read", () => player.room.state.tick >= seen);
  const seat = await reserveSeat(server.url, "failing", { version: PROTOCOL_VERSION });
  const socket = openSeat(server.url, seat);
  await tokenOf(socket);
  socket.send(Uint8Array.of(Protocol.JOIN_ROOM));
  const [code] = await once(socket, "close");
  assert.equal(code, CloseCode.badFrame);
  const end = player.room.state.tick + 10;
  await player.until("ticks went on", () => player.room.state.tick >= end);
  assert.equal(firstGap(player.ticks), undefined);
  await player.leave();
});

test("a room that cannot be created is refused to who asks for it, and leaves nothing behind", async () => {
  const before = await roomIds();
  const length = server.log().length;
  const answer = await fetch(`${server.url}/matchmake/joinOrCreate/broken`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ version: PROTOCOL_VERSION }),
  });
  assert.equal(answer.status, 500);
  const { code, error } = await answer.json();
  assert.equal(code, 500);
  assert.match(error, /^the server could not do this, for a fault of its own; try again later$/);
  assert.deepEqual(await roomIds(), before);
  const faults = () => errorsSince(length).filter(({ msg }) => msg === "a join failed for a fault of the server");
  await bystander.until("it is logged", () => faults().length > 0);
  const [fault] = faults();
  const { message, stack } = fault.err as { message: string; stack: string };
  assert.match(message, /creation threw on purpose/);
  assert.match(stack, /\n {4}at /);
  await assertUndisturbed();
});

/** More steps than this, Colyseus does not catch up with. */
const MOST_TICKS_AT_ONCE = 5;
const STALL_MILLISECONDS = 5000;

test("a stall of five seconds is followed by a few ticks, and nobody jumps", async () => {
  const player = await joinArena(server.url, "player", "failing");
  await player.until("it lives", () => player.cells().length > 0);
  player.send({ x: 1500, y: 1500 });
  const places: { x: number; y: number; radius: number }[] = [];
  player.room.onStateChange(() => places.push(...player.cells()));
  let caughtUp: number | undefined;
  player.room.onMessage("stalled", (ticks: number) => {
    caughtUp = ticks;
  });
  player.room.send("stall", STALL_MILLISECONDS);
  await player.until("the stall is over", () => caughtUp !== undefined);
  const end = player.room.state.tick + 20;
  await player.until("ticks went on", () => player.room.state.tick >= end);
  assert.ok((caughtUp ?? Infinity) <= MOST_TICKS_AT_ONCE, `${caughtUp} ticks were run at once`);
  assert.equal(firstGap(player.ticks), undefined);
  assert.equal(firstGap(bystander.ticks), undefined);
  assert.ok(places.length >= 20);
  for (let i = 1; i < places.length; i++) {
    const [from, to] = [places[i - 1], places[i]];
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    // One cell alone: nothing pushes it. Places come in steps of a fraction of a unit.
    assert.ok(distance <= speedOf(from.radius) + 1, `it went ${distance} in one tick`);
  }
  await player.leave();
});

test("the time of day set back, or forth, changes nothing", async () => {
  const player = await joinArena(server.url, "player", "failing");
  const hour = 3_600_000;
  for (const change of [-hour, 2 * hour, -hour]) {
    player.room.send("set clock", change);
    const end = player.room.state.tick + 25;
    await player.until(`ticks went on after a change of ${change} ms`, () => player.room.state.tick >= end);
  }
  assert.equal(firstGap(player.ticks), undefined);
  // Nor is anybody's time over: a seat is still kept.
  player.room.connection.close(CloseCode.mayReconnect);
  await player.until("it is back", () => player.room.connection.isOpen);
  await player.leave();
  await assertUndisturbed();
});
