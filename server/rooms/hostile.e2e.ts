/**
 * Hostile clients, each beside a bystander on the stock SDK: the attacker gets a clear code, the bystander misses no tick, the
 * log says in one line what happened and nothing of what was sent, and in the end all that was counted is as it was.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { Protocol } from "@colyseus/core";
import { Packr } from "msgpackr";
import { WebSocket } from "ws";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { MessageName } from "../../shared/message-names.ts";
import { createRandom } from "../../shared/random.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { figureOf } from "../testing/figures.ts";
import { codeOf, type HostileCase } from "../testing/hostile-cases.ts";
import { firstGap, joinArena } from "../testing/player.ts";
import { acknowledge, joinRaw, openSeat, reserveSeat, tokenOf } from "../testing/raw-client.ts";
import { fateOf, SECRET, startTarget, type Target } from "../testing/target.ts";

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await target.server.stop();
});

/** A frame with the text of `SECRET` in it. */
const withSecret = (...head: number[]) => Buffer.concat([Buffer.of(...head), Buffer.from(SECRET)]);
const { ROOM_DATA, ROOM_DATA_BYTES, ROOM_REQUEST, PING, JOIN_ROOM } = Protocol;

/** Frames after which their sender is closed, with the line of the log. */
const ENDING: readonly { name: HostileCase; frame: Buffer | string; line: string }[] = [
  { name: "sends a text", frame: SECRET, line: "it sent a text frame" },
  { name: "sends an empty frame", frame: Buffer.alloc(0), line: "a frame of an unknown kind" },
  { name: "sends a frame of a kind that there is not", frame: withSecret(99), line: "a frame of an unknown kind" },
  { name: "sends an input frame of the framework", frame: withSecret(20), line: "a frame of an unknown kind" },
  { name: "sends a frame that only servers send", frame: withSecret(14), line: "a frame of an unknown kind" },
  { name: "sends a frame of more than 4 KB", frame: Buffer.alloc(5000, SECRET), line: "broke the protocol" },
  {
    name: "sends a message whose type is no UTF-8",
    frame: withSecret(ROOM_DATA, 0xa2, 0xff, 0xfe),
    line: "message could not be read",
  },
  {
    name: "sends a message that claims to be longer",
    frame: Buffer.of(ROOM_DATA, 0xa1, 0x78, 0xdf, 0xff, 0xff, 0xff, 0xff),
    line: "message could not be read",
  },
];
for (const { name, frame, line } of ENDING) {
  test(`who ${name} is closed with ${codeOf(name)}`, async () => {
    const attacker = await joinRaw(target.server.url, "arena");
    const length = target.server.log().length;
    for (let i = 0; i < 20; i++) attacker.socket.send(frame);
    assert.equal(await attacker.closed, codeOf(name));
    await target.untilLogged(length, line);
    assert.equal(target.linesSince(length, "client closed").length <= 1, true);
    await target.assertUndisturbed(length);
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
  const attacker = await joinArena(target.server.url, "attacker");
  await attacker.until("it lives", () => attacker.cells().length > 0);
  const length = target.server.log().length;
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
  await target.untilLogged(length, '"msg":"messages refused"');
  await target.assertUndisturbed(length);
});

test("frames of every kind, cut short anywhere, are refused or close their sender, and nothing else", async () => {
  const length = target.server.log().length;
  const whole = [
    message(MessageName.chat, { text: SECRET }),
    Buffer.concat([Buffer.of(ROOM_DATA_BYTES, 0xa4), Buffer.from("chat"), Buffer.from(SECRET)]),
    Buffer.concat([Buffer.of(ROOM_REQUEST, 1, 0xa4), Buffer.from("chat"), packr.pack({ text: SECRET })]),
  ];
  let attacker = await joinRaw(target.server.url, "arena");
  for (const frame of [...whole.flatMap(cuts), Buffer.of(PING), Buffer.of(JOIN_ROOM)]) {
    attacker.socket.send(frame);
    const next = attacker.ticks.length + 1;
    const patch = new Promise((resolve) => {
      attacker.onPatch = () => attacker.ticks.length > next && resolve("it plays on");
    });
    const fate = await Promise.race([patch, attacker.closed]);
    if (fate === "it plays on") continue;
    assert.equal(fate, CloseCode.badFrame, frame.toString("hex"));
    attacker = await joinRaw(target.server.url, "arena");
  }
  attacker.socket.close();
  await target.assertUndisturbed(length);
});

function cuts(frame: Buffer): Buffer[] {
  return Array.from({ length: frame.length - 1 }, (_, i) => frame.subarray(0, i + 1));
}

const RANDOM_FRAMES = 100_000;
const FRAMES_OF_ONE = 400;
const SEED = Number(process.env.HOSTILE_SEED ?? 7);

test(`${RANDOM_FRAMES} random frames (HOSTILE_SEED=${SEED})`, async () => {
  const length = target.server.log().length;
  const random = createRandom(SEED);
  const bytes = () => Buffer.from(Uint8Array.from({ length: random.integer(40) }, () => random.integer(256)));
  const names = [...Object.values(MessageName), ...PROTOTYPES, "x"];
  const values = [...NUMBERS, ...WRONG];
  /** As far as anything can be read in it, so that its sender is not closed, and the next one is read as well. */
  function readable(): Buffer {
    const name = names[random.integer(names.length)];
    const payload = { [`${random.integer(9)}`]: values[random.integer(values.length)], x: random.integer(1000) };
    const kind = random.integer(4);
    if (kind === 0) return Buffer.concat([Buffer.of(PING), bytes()]);
    if (kind === 1) return Buffer.concat([Buffer.of(JOIN_ROOM), bytes()]);
    const frame = message(name, kind === 2 ? payload : values[random.integer(values.length)]);
    if (kind === 3) frame[0] = ROOM_DATA_BYTES;
    return frame;
  }
  const kinds = [ROOM_DATA, ROOM_DATA_BYTES, ROOM_REQUEST, 0, 255];
  let sent = 0;
  const refused = () => figureOf(target.server.url, "krill_refused_messages_total");
  const refusedBefore = await refused();
  const codes = new Map<number, number>();
  async function attack(): Promise<void> {
    while (sent < RANDOM_FRAMES) {
      const attacker = await joinRaw(target.server.url, "arena");
      attacker.socket.on("error", () => {});
      for (let i = 1; i < FRAMES_OF_ONE; i++, sent++) attacker.socket.send(readable());
      // Until one cannot be read; the text never can.
      for (let i = 0; i < 20; i++, sent++) {
        attacker.socket.send(Buffer.concat([Buffer.of(kinds[random.integer(kinds.length)]), bytes()]));
      }
      attacker.socket.send(SECRET);
      const code = await attacker.closed;
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: 4 }, attack));
  assert.deepEqual([...codes.keys()], [CloseCode.badFrame], JSON.stringify([...codes]));
  // Half are messages, and most of those are nothing that a player says: so they were read, and not lost behind a closed socket.
  const refusals = (await refused()) - refusedBefore;
  assert.ok(refusals > RANDOM_FRAMES / 3, `${refusals} messages were refused`);
  await target.assertUndisturbed(length);
});

test("a flood of messages closes its sender with a code of its own", async () => {
  const attacker = await joinRaw(target.server.url, "arena");
  const length = target.server.log().length;
  const flood = message(MessageName.input, { x: 1, y: 1, split: true, eject: true });
  for (let i = 0; i < 20_000; i++) attacker.socket.send(flood);
  assert.equal(await attacker.closed, codeOf("sends more messages than it may"));
  await target.untilLogged(length, '"limit":"messages_per_second"');
  await target.assertUndisturbed(length);
});

/** Asks for a seat on a connection of its own, which `fetch` would keep. @returns the code of the refusal, or 200 */
async function askForSeat(): Promise<number> {
  const asking = request(`${target.server.url}/matchmake/joinOrCreate/arena`, { method: "POST", agent: false });
  asking.setHeader("content-type", "application/json");
  asking.end(JSON.stringify({ version: PROTOCOL_VERSION, name: "flood" }));
  const [response] = await once(asking, "response");
  const answer = (await json(response)) as { code?: number };
  return answer.code ?? response.statusCode;
}

test("a flood of seats that nobody takes: all are given, or refused with a code, and given back", async () => {
  const length = target.server.log().length;
  const codes = new Set(await Promise.all(Array.from({ length: 300 }, askForSeat)));
  for (const code of codes) assert.ok([200, 429, 507].includes(code) || (code >= 520 && code < 530), `code ${code}`);
  await target.assertUndisturbed(length);
});

test("seats that are guessed, used twice or of another room are refused with a code, and a line a second", async () => {
  const length = target.server.log().length;
  const options = { version: PROTOCOL_VERSION, name: "seat" };
  const seat = await reserveSeat(target.server.url, "arena", options);
  const sandbox = await reserveSeat(target.server.url, "sandbox", { version: PROTOCOL_VERSION });
  const taken = openSeat(target.server.url, seat);
  await tokenOf(taken);
  const strange = ["guessed", "__proto__", "constructor", ""].map((sessionId) => ({ ...seat, sessionId }));
  const seats = [...strange, seat, { ...seat, roomId: sandbox.roomId }, { ...seat, roomId: "nowhere" }];
  for (const each of seats) {
    const code = codeOf("takes a seat that it guesses, or that is taken");
    assert.equal(await fateOf(openSeat(target.server.url, each)), code, JSON.stringify(each));
  }
  const words = "connection closed: it is in no room";
  await target.untilLogged(length, words);
  const from = performance.now();
  const flood = Array.from({ length: 50 }, () => openSeat(target.server.url, strange[0]));
  await Promise.all(flood.map(fateOf));
  const linesBefore = target.linesSince(length, words);
  const seconds = (performance.now() - from) / 1000;
  assert.ok(linesBefore.length <= seats.length + seconds + 1, `${linesBefore.length} lines in ${seconds} s`);
  // Those that had no line are in the next one.
  const counted = () =>
    target.linesSince(length, words).reduce((sum, line) => sum + (JSON.parse(line) as { times: number }).times, 0);
  while (counted() < seats.length + flood.length) await fateOf(openSeat(target.server.url, strange[0]));
  await target.assertUndisturbed(length);
  taken.close();
});

test("sockets that are closed by their clients before any room has them: a line a second, with nothing of theirs", async () => {
  const length = target.server.log().length;
  const words = "connection closed: it is in no room";
  let made = 0;
  /** With a code and a text of its own. */
  async function close(): Promise<void> {
    const socket = new WebSocket(target.server.url.replace("http", "ws"));
    await once(socket, "open");
    socket.close(3000 + made++, SECRET);
    await once(socket, "close");
  }
  const lines = () => target.linesSince(length, words).map((line) => JSON.parse(line));
  const counted = () => lines().reduce((sum, { times }) => sum + times, 0);
  const from = performance.now();
  await Promise.all(Array.from({ length: 60 }, close));
  while (counted() < 60) await close();
  const seconds = (performance.now() - from) / 1000;
  assert.ok(lines().length <= seconds + 1, `${lines().length} lines in ${seconds} s`);
  for (const { by, code, reason } of lines()) assert.deepEqual([by, code, reason], ["client", undefined, undefined]);
  await target.assertUndisturbed(length);
});

const FAILED_TO_RECONNECT = codeOf("comes back with a token that it guesses, or that is used up");

test("tokens that are guessed, of another's session, or replayed after a leave, bring nobody back", async () => {
  const seat = await reserveSeat(target.server.url, "arena", { version: PROTOCOL_VERSION, name: "victim" });
  const victim = openSeat(target.server.url, seat);
  const token = await tokenOf(victim);
  await acknowledge(victim);
  const length = target.server.log().length;
  const thief = { ...seat, sessionId: target.bystander.room.sessionId };
  for (const [each, stolen] of [
    [seat, "guessed"],
    [seat, "__proto__"],
    [thief, token],
  ] as const) {
    assert.equal(await fateOf(openSeat(target.server.url, each, stolen)), FAILED_TO_RECONNECT);
  }
  assert.equal(victim.readyState, WebSocket.OPEN);
  victim.send(Uint8Array.of(Protocol.LEAVE_ROOM));
  await once(victim, "close");
  assert.equal(await fateOf(openSeat(target.server.url, seat, token)), FAILED_TO_RECONNECT);
  // Each line tells of the last that was closed before it.
  while (target.linesSince(length, `"code":${FAILED_TO_RECONNECT}`).length === 0) {
    assert.equal(await fateOf(openSeat(target.server.url, seat, token)), FAILED_TO_RECONNECT);
  }
  const comeBack = async (reconnectionToken: unknown): Promise<number> => {
    const answer = await fetch(`${target.server.url}/matchmake/reconnect/${seat.roomId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reconnectionToken }),
    });
    return (await answer.json()).code;
  };
  for (const stolen of [token, "__proto__", "constructor"]) {
    assert.equal(await comeBack(stolen), codeOf("asks to come back with such a token"));
  }
  const functions = { toString: SECRET, valueOf: SECRET, toJSON: SECRET };
  for (const none of [functions, { x: 1 }, ["a"], [functions], 7, true, null, "", " ", `${SECRET}!`, "x".repeat(65)]) {
    assert.equal(await comeBack(none), JoinStatus.badOptions, JSON.stringify(none));
  }
  await target.untilLogged(length, '"msg":"join refused"');
  await target.assertUndisturbed(length);
});

test("a flood of reconnections with a live session's token: one gets in, the others are closed with a code", async () => {
  const length = target.server.log().length;
  const seat = await reserveSeat(target.server.url, "arena", { version: PROTOCOL_VERSION, name: "many" });
  const first = openSeat(target.server.url, seat);
  const token = await tokenOf(first);
  await acknowledge(first);
  const sockets = Array.from({ length: 20 }, () => openSeat(target.server.url, seat, token));
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
  await target.assertUndisturbed(length);
});

test("after all of it, everything is as it was", { timeout: 60_000 }, async (t) => {
  const now = await target.server.returnsTo(target.atRest);
  t.diagnostic(`before ${JSON.stringify(target.atRest)}`);
  t.diagnostic(`after ${JSON.stringify(now)}`);
  assert.equal(firstGap(target.bystander.ticks), undefined);
});
