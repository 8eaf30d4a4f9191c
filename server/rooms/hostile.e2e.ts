/**
 * Hostile clients, each beside a bystander on the stock SDK: the attacker gets a clear code, the bystander misses no tick, the
 * log says in one line what happened and nothing of what was sent, and in the end all that was counted is as it was.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { Protocol } from "@colyseus/core";
import { Packr } from "msgpackr";
import { WebSocket } from "ws";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { MessageName } from "../../shared/message-names.ts";
import { createRandom } from "../../shared/random.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { type CountingServer, type Counts, startCountingServer } from "../testing/counts.ts";
import { firstGap, joinArena, type TestPlayer } from "../testing/player.ts";
import { acknowledge, joinRaw, openSeat, reserveSeat, tokenOf } from "../testing/raw-client.ts";

let server: CountingServer;
let bystander: TestPlayer;
let atRest: Counts;
before(async () => {
  server = await startCountingServer({
    env: {
      KRILL_BOTS: "5",
      KRILL_WORLD_SIZE: "3000",
      KRILL_PELLETS: "300",
      KRILL_MAX_CLIENTS: "200",
      KRILL_LEFT_CELLS_SECONDS: "0",
      KRILL_RECONNECTION_SECONDS: "2",
      KRILL_JOINS_PER_MINUTE: "1000000",
    },
  });
  bystander = await joinArena(server.url, "bystander");
  (await joinRaw(server.url, "arena")).socket.close();
  const clients = { clients: 1, reservedSeats: 0, seatTimeouts: 0, reconnections: 0, rosterEntries: 6, players: 6 };
  const objects = { clientObjects: 1, seatObjects: 1, areaObjects: 1, playerObjects: 1 };
  atRest = await server.returnsTo({ ...clients, ...objects, attempts: 0, roomTimers: 0 });
});
after(async () => {
  await server.stop();
});

/** What no attack may write to the log. */
const SECRET = "payload-of-the-attacker";

/** The lines that the server has printed since its log was so long, of which those that hold `text`. */
function linesSince(length: number, text = ""): string[] {
  const lines = server.log().slice(length).trim().split("\n");
  return lines.filter((line) => line.includes(text));
}

/** The bystander sees the room go on, and has missed no tick; nothing worse than a warning was logged. */
async function assertUndisturbed(logLength: number): Promise<void> {
  const end = bystander.room.state.tick + 10;
  await bystander.until("the room went on", () => bystander.room.state.tick >= end);
  assert.equal(firstGap(bystander.ticks), undefined);
  const [error] = [...linesSince(logLength, '"level":50'), ...linesSince(logLength, '"level":60')];
  assert.equal(error, undefined);
  assert.equal(server.log().includes(SECRET), false, "the log holds what an attacker sent");
}

async function untilLogged(length: number, text: string): Promise<void> {
  await bystander.until(`the log says "${text}"`, () => linesSince(length, text).length > 0);
}

/** A frame with the text of `SECRET` in it. */
const withSecret = (...head: number[]) => Buffer.concat([Buffer.of(...head), Buffer.from(SECRET)]);
const { ROOM_DATA, ROOM_DATA_BYTES, ROOM_REQUEST, PING, JOIN_ROOM } = Protocol;

/** Frames after which their sender is closed, with the code and the line of the log. */
const ENDING: Record<string, { frame: Buffer | string; code: number; line: string }> = {
  "a text": { frame: SECRET, code: CloseCode.badFrame, line: "it sent a text frame" },
  "an empty frame": { frame: Buffer.alloc(0), code: CloseCode.badFrame, line: "a frame of an unknown kind" },
  "a kind that there is not": { frame: withSecret(99), code: CloseCode.badFrame, line: "a frame of an unknown kind" },
  "an input of the framework": { frame: withSecret(20), code: CloseCode.badFrame, line: "a frame of an unknown kind" },
  "a server's frame": { frame: withSecret(14), code: CloseCode.badFrame, line: "a frame of an unknown kind" },
  "a frame that is too long": { frame: Buffer.alloc(5000, SECRET), code: 1009, line: "broke the protocol" },
  "a type that is no UTF-8": {
    frame: withSecret(ROOM_DATA, 0xa2, 0xff, 0xfe),
    code: CloseCode.badFrame,
    line: "message could not be read",
  },
  "a payload that ends too early": {
    frame: Buffer.of(ROOM_DATA, 0xa1, 0x78, 0xdf, 0xff, 0xff, 0xff, 0xff),
    code: CloseCode.badFrame,
    line: "message could not be read",
  },
};
for (const [what, { frame, code, line }] of Object.entries(ENDING)) {
  test(`${what} closes its sender with ${code}`, async () => {
    const attacker = await joinRaw(server.url, "arena");
    const length = server.log().length;
    for (let i = 0; i < 20; i++) attacker.socket.send(frame);
    assert.equal(await attacker.closed, code);
    await untilLogged(length, line);
    assert.equal(linesSince(length, "client closed").length <= 1, true);
    await assertUndisturbed(length);
  });
}

const packr = new Packr();
/** A message as the SDK sends it. */
function message(name: string, payload: unknown): Buffer {
  const type = Buffer.from(name);
  const head = type.length < 32 ? Buffer.of(ROOM_DATA, 0xa0 | type.length) : Buffer.of(ROOM_DATA, 0xd9, type.length);
  return Buffer.concat([head, type, packr.pack(payload)]);
}

const NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, 2 ** 60];
const WRONG: unknown[] = [
  null,
  undefined,
  true,
  SECRET,
  "x".repeat(900),
  [],
  {},
  [[[[1]]]],
  { toString: 1 },
  2n ** 63n,
];
const PROTOTYPES = ["__proto__", "constructor", "toString", "hasOwnProperty", "*", "_", "_$binput", ""];

test("messages that are valid and absurd are refused, one by one, and change nothing", async () => {
  const attacker = await joinArena(server.url, "attacker");
  await attacker.until("it lives", () => attacker.cells().length > 0);
  const length = server.log().length;
  const numbers = NUMBERS.map((x) => ({ x, y: 0, split: false, eject: false }));
  const values = WRONG.map((x) => ({ x, y: x, split: x, eject: x }));
  const polluting = JSON.parse('{"__proto__": {"x": 1, "y": 1, "split": true, "eject": true}}');
  const frames = [
    ...[...numbers, ...values, ...WRONG, polluting].map((payload) => message(MessageName.input, payload)),
    ...["respawn", "chat", "spectate"].flatMap((name) => WRONG.slice(2).map((payload) => message(name, payload))),
    ...PROTOTYPES.flatMap((name) => WRONG.map((payload) => message(name, payload))),
  ];
  let sent = 0;
  // So many at a time, that they are no flood.
  const answered = () => attacker.heard(MessageName.refused).length;
  for (const frame of frames) {
    attacker.room.connection.send(frame);
    if (++sent % 100 === 0) {
      const next = attacker.room.state.tick + 40;
      await attacker.until("a second has passed", () => attacker.room.state.tick >= next);
    }
  }
  const end = attacker.room.state.tick + 10;
  await attacker.until("ticks went on", () => attacker.room.state.tick >= end);
  assert.equal(attacker.room.connection.isOpen, true);
  // A respawn of one who lives, and a name that is left out, are no faults.
  assert.ok(answered() > frames.length * 0.9, `${answered()} of ${frames.length} were refused`);
  const [cell] = attacker.cells();
  assert.ok(cell === undefined || (Number.isFinite(cell.x) && Number.isFinite(cell.y)));
  assert.equal(({} as Record<string, unknown>).split, undefined);
  await attacker.leave();
  await assertUndisturbed(length);
});

const RANDOM_FRAMES = 100_000;
const SEED = Number(process.env.HOSTILE_SEED ?? 7);

test(`${RANDOM_FRAMES} random frames (HOSTILE_SEED=${SEED})`, async () => {
  const length = server.log().length;
  const random = createRandom(SEED);
  const kinds = [ROOM_DATA, ROOM_DATA_BYTES, ROOM_REQUEST, PING, JOIN_ROOM];
  let sent = 0;
  const codes = new Map<number, number>();
  async function attack(): Promise<void> {
    while (sent < RANDOM_FRAMES) {
      const attacker = await joinRaw(server.url, "arena");
      attacker.socket.on("error", () => {});
      // More than a client may send in a second: it will be closed, if not for what they are, then for how many.
      for (let i = 0; i < 500; i++, sent++) {
        const frame = Buffer.from(Uint8Array.from({ length: 1 + random.integer(60) }, () => random.integer(256)));
        // Half of the attackers do not get past the guard; the others try the framework and the room.
        if (sent % 1000 < 500) frame[0] = kinds[random.integer(kinds.length)];
        attacker.socket.send(frame);
      }
      const code = await attacker.closed;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: 4 }, attack));
  assert.deepEqual([...codes.keys()], [CloseCode.badFrame], JSON.stringify([...codes]));
  await assertUndisturbed(length);
});

test("a flood of messages closes its sender with 4002", async () => {
  const attacker = await joinRaw(server.url, "arena");
  const length = server.log().length;
  const flood = message(MessageName.input, { x: 1, y: 1, split: true, eject: true });
  for (let i = 0; i < 20_000; i++) attacker.socket.send(flood);
  assert.equal(await attacker.closed, CloseCode.badFrame);
  await untilLogged(length, '"code":4002');
  await assertUndisturbed(length);
});

test("a flood of seats that nobody takes: all are given, or refused with a code, and given back", async () => {
  const length = server.log().length;
  const options = { version: PROTOCOL_VERSION, name: "flood" };
  const answers = await Promise.allSettled(
    Array.from({ length: 1000 }, () => reserveSeat(server.url, "arena", options)),
  );
  const refused = answers.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  for (const { reason } of refused) assert.match(reason.message, /"code":(507|52[0-9])/);
  await assertUndisturbed(length);
});

/** The code that a socket is closed with, and the code of the error that the framework sends before, if any. */
async function fateOf(socket: WebSocket): Promise<number> {
  socket.on("error", () => {});
  const [code] = await once(socket, "close");
  return code;
}

test("seats that are guessed, used twice or of another room are refused with a code, and one line", async () => {
  const options = { version: PROTOCOL_VERSION, name: "seat" };
  const seat = await reserveSeat(server.url, "arena", options);
  const sandbox = await reserveSeat(server.url, "sandbox", { version: PROTOCOL_VERSION });
  const taken = openSeat(server.url, seat);
  await tokenOf(taken);
  const strange = ["guessed", "__proto__", "constructor", ""].map((sessionId) => ({ ...seat, sessionId }));
  const seats = [...strange, seat, { ...seat, roomId: sandbox.roomId }, { ...seat, roomId: "nowhere" }];
  for (const each of seats) {
    const length = server.log().length;
    assert.equal(await fateOf(openSeat(server.url, each)), CloseCode.badFrame, JSON.stringify(each));
    await untilLogged(length, '"code":4002,"msg":"connection closed: it is in no room"');
    await assertUndisturbed(length);
  }
  taken.close();
});

/** Colyseus' code for a reconnection that is refused. */
const FAILED_TO_RECONNECT = 4003;

test("tokens that are guessed, of another's session, or replayed after a leave, bring nobody back", async () => {
  const seat = await reserveSeat(server.url, "arena", { version: PROTOCOL_VERSION, name: "victim" });
  const victim = openSeat(server.url, seat);
  const token = await tokenOf(victim);
  await acknowledge(victim);
  const length = server.log().length;
  const thief = { ...seat, sessionId: bystander.room.sessionId };
  for (const [each, stolen] of [
    [seat, "guessed"],
    [seat, "__proto__"],
    [thief, token],
  ] as const) {
    assert.equal(await fateOf(openSeat(server.url, each, stolen)), FAILED_TO_RECONNECT);
  }
  assert.equal(victim.readyState, WebSocket.OPEN);
  victim.send(Uint8Array.of(Protocol.LEAVE_ROOM));
  await once(victim, "close");
  assert.equal(await fateOf(openSeat(server.url, seat, token)), FAILED_TO_RECONNECT);
  for (const stolen of [token, "__proto__", { x: 1 }, ["a"], 7]) {
    const answer = await fetch(`${server.url}/matchmake/reconnect/${seat.roomId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reconnectionToken: stolen }),
    });
    assert.equal((await answer.json()).code, 524);
  }
  await assertUndisturbed(length);
});

test("a flood of reconnections with a live session's token: one gets in, the others are closed with a code", async () => {
  const length = server.log().length;
  const seat = await reserveSeat(server.url, "arena", { version: PROTOCOL_VERSION, name: "many" });
  const first = openSeat(server.url, seat);
  const token = await tokenOf(first);
  await acknowledge(first);
  const sockets = Array.from({ length: 20 }, () => openSeat(server.url, seat, token));
  const fates = sockets.map(fateOf);
  await Promise.all(sockets.map((socket) => once(socket, "open")));
  first.terminate();
  const codes = await Promise.all(fates);
  const known = [CloseCode.neverJoined, FAILED_TO_RECONNECT, CloseCode.badFrame, 1006];
  assert.ok(
    codes.every((code) => known.includes(code as never)),
    `the codes are ${codes}`,
  );
  assert.ok(codes.filter((code) => code === 1006).length <= 1, `the codes are ${codes}`);
  await assertUndisturbed(length);
});

/** The first line of the answer to what `parts` says, and whether the server has closed the line. */
async function rawAnswer(...parts: string[]): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return answer.split("\r\n")[0];
}

test("slow headers, slow bodies and silence are answered 408, and closed", async () => {
  const length = server.log().length;
  const post = "POST /matchmake/joinOrCreate/arena HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
  const answers = await Promise.all([
    rawAnswer("GET / HTTP/1.1\r\nhost: x\r\nx-slow:"),
    rawAnswer(`${post}content-length: 100\r\n\r\n{"name":`),
    rawAnswer("G"),
    rawAnswer(),
  ]);
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 /);
  await assertUndisturbed(length);
});

test("half-open sockets: upgrades of nobody, strange addresses and clients that say nothing are closed in time", async () => {
  const length = server.log().length;
  const bare = new WebSocket(server.url.replace("http", "ws"));
  const lost = new WebSocket(`${server.url.replace("http", "ws")}/a/b/c/d?sessionId=${SECRET}`);
  assert.deepEqual(await Promise.all([bare, lost].map(fateOf)), [1000, CloseCode.badFrame]);
  // Takes its seat, and says nothing more; not even to pings.
  const seat = await reserveSeat(server.url, "arena", { version: PROTOCOL_VERSION });
  const silent = new WebSocket(
    `${server.url.replace("http", "ws")}/${seat.processId}/${seat.roomId}?sessionId=${seat.sessionId}`,
    { autoPong: false },
  );
  assert.ok([1006, CloseCode.neverJoined].includes(await fateOf(silent)));
  const upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n";
  assert.match(await rawAnswer(`GET / HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`), /^HTTP\/1\.1 400 /);
  await assertUndisturbed(length);
});

test("foreign paths, methods and bodies get a status of their own", async () => {
  const length = server.log().length;
  const asks: [string, string, number[]][] = [
    ["GET", "/../../etc/passwd", [404]],
    ["GET", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", [404]],
    ["GET", "/%00", [404, 400]],
    ["GET", "/%ff", [404, 400]],
    ["GET", `/${"a".repeat(8000)}`, [404, 414]],
    ["GET", `/${"a".repeat(20_000)}`, [431]],
    ["DELETE", "/api/rooms", [404, 405]],
    ["POST", "/matchmake/create/arena", [403]],
    ["POST", "/matchmake/__proto__/arena", [403]],
    ["POST", "/matchmake/joinOrCreate/__proto__", [520, 500, 404]],
    ["POST", "/matchmake/joinOrCreate/constructor", [520, 500, 404]],
    ["POST", "/matchmake/joinById/__proto__", [522]],
    ["POST", "/matchmake/reconnect/nowhere", [522]],
  ];
  for (const [method, path, expected] of asks) {
    const body = method === "POST" ? "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}" : "\r\n";
    const answer = await rawAnswer(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${body}`);
    const status = Number(answer.split(" ")[1]);
    assert.ok(expected.includes(status), `${method} ${path.slice(0, 60)}: ${answer}`);
  }
  const bodies = [
    "{",
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":1}}',
    "null",
    "[]",
    '"text"',
    "7",
    "\u0000",
  ];
  for (const body of bodies) {
    const answer = await fetch(`${server.url}/matchmake/joinOrCreate/arena`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    assert.ok([400, JoinStatus.badOptions].includes(answer.status as never), `${body}: ${answer.status}`);
  }
  await assertUndisturbed(length);
});

test("after all of it, everything is as it was", { timeout: 60_000 }, async (t) => {
  const now = await server.returnsTo(atRest);
  t.diagnostic(`before ${JSON.stringify(atRest)}`);
  t.diagnostic(`after ${JSON.stringify(now)}`);
  assert.equal(firstGap(bystander.ticks), undefined);
});
