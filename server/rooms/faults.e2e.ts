/**
 * The six defects of the stock packages (see server/README.md), each attacked on a running server. After each attack
 * another client's ticks are still consecutive, and the process lives.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Protocol } from "@colyseus/core";
import { CloseCode } from "../../shared/close-codes.ts";
import { viewOf } from "../../shared/formulas.ts";
import { MessageName } from "../../shared/message-names.ts";
import type { Refusal } from "../../shared/messages.ts";
import { BodyKind } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { firstGap, joinArena, type SeenBody, type TestPlayer } from "../testing/player.ts";
import { joinRaw, openSeat, type RawClient, reserveSeat } from "../testing/raw-client.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

let server: ServerProcess;
before(async () => {
  server = await startServer({
    program: "server/testing/faulty-server.ts",
    env: { KRILL_BOTS: "20", KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "500" },
  });
});
after(async () => {
  await server.stop();
});

/** Ticks that the bystander must have seen after an attack before it counts as undisturbed. */
const TICKS_AFTER = 25;

/** Runs an attack while a bystander is in the same room; it must see every tick, during and after. */
async function withBystander(room: string, attack: (bystander: TestPlayer) => Promise<void>): Promise<void> {
  const bystander = await joinArena(server.url, "bystander", room);
  try {
    await attack(bystander);
    const end = bystander.room.state.tick + TICKS_AFTER;
    await bystander.until("the room went on after the attack", () => bystander.room.state.tick >= end);
    assert.equal(firstGap(bystander.ticks), undefined);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  } finally {
    await bystander.leave();
  }
}

test("defect 1: a message of an unknown type with a name of 200 bytes is refused, and ends nothing", async () => {
  await withBystander("arena", async () => {
    const attacker = await joinArena(server.url, "attacker");
    const refusals: Refusal[] = [];
    attacker.room.onMessage(MessageName.refused, (refusal: Refusal) => refusals.push(refusal));
    attacker.room.send("x".repeat(200), { some: "payload" });
    attacker.room.sendBytes("y".repeat(200), Uint8Array.of(1, 2, 3));
    await attacker.until("both were refused", () => refusals.length === 2);
    assert.match(refusals[0].reason, /no such message; the messages are input, respawn/);
    assert.equal(attacker.room.connection.isOpen, true);
    await attacker.leave();
  });
});

test("defect 2: a handler that throws, or rejects, ends neither the process nor the client", async () => {
  await withBystander("faulty", async () => {
    const attacker = await joinArena(server.url, "attacker", "faulty");
    attacker.room.send("throw");
    attacker.room.send("reject");
    const end = attacker.room.state.tick + TICKS_AFTER;
    await attacker.until("ticks went on", () => attacker.room.state.tick >= end);
    await server.untilLogged(/thrown on purpose/);
    await server.untilLogged(/rejected on purpose/);
    await attacker.leave();
  });
});

/** Ticks are numbered, so a loop that was held leaves no gap; but it would be held for over 20 s. */
const NOT_HELD = { timeout: 15_000 };

test(
  "defect 3: an input frame of 10 bytes that claims 50 million inputs does not hold the loop",
  NOT_HELD,
  async () => {
    await withBystander("faulty", async () => {
      const attacker = await joinRaw(server.url, "faulty");
      const timed = 0x80;
      const claim = [0xce, 0x80, 0xf0, 0xfa, 0x02]; // 5e7 as a varint of the schema format
      for (const code of [Protocol.ROOM_INPUT_RELIABLE, Protocol.ROOM_INPUT_UNRELIABLE]) {
        attacker.socket.send(Uint8Array.of(code | timed, ...claim, 0, 0, 0, 0));
        attacker.socket.send(Uint8Array.of(code, ...claim, 0, 0, 0, 0));
      }
      attacker.socket.close();
      await attacker.closed;
    });
  },
);

const { JOIN_ROOM, ROOM_DATA, ROOM_DATA_BYTES, PING, ROOM_REQUEST } = Protocol;
const MESSAGE_FRAMES = [JOIN_ROOM, ROOM_DATA, ROOM_DATA_BYTES, PING, ROOM_REQUEST];

test("any bytes: no frame of a client disturbs another", async () => {
  await withBystander("faulty", async () => {
    let state = 12345;
    const random = () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 16;
    };
    for (let round = 0; round < 8; round++) {
      const attacker = await joinRaw(server.url, "faulty");
      for (let i = 0; i < 60; i++) {
        const frame = Uint8Array.from({ length: random() % 40 }, () => random() & 255);
        if (i % 2 === 0 && frame.length > 0) frame[0] = MESSAGE_FRAMES[random() % MESSAGE_FRAMES.length];
        attacker.socket.send(frame);
      }
      attacker.socket.send("text");
      attacker.socket.close();
      await attacker.closed;
    }
  });
});

test("a burst after a stall is no flood, and a flood closes the client who sends it alone", async () => {
  await withBystander("arena", async () => {
    const stalled = await joinArena(server.url, "stalled");
    for (let i = 0; i < 250; i++) stalled.send({ x: i, y: i });
    const end = stalled.room.state.tick + TICKS_AFTER;
    await stalled.until("ticks went on", () => stalled.room.state.tick >= end);
    const closed = new Promise<number>((resolve) => stalled.room.onLeave(resolve));
    for (let i = 0; i < 2000; i++) stalled.send({ x: i, y: i });
    assert.equal(await closed, CloseCode.overLimit);
  });
});

test("a client that never acknowledges its seat is closed, and nothing is kept for it", async () => {
  await withBystander("arena", async () => {
    const socket = openSeat(server.url, await reserveSeat(server.url, "arena", { version: PROTOCOL_VERSION }));
    const frames: number[] = [];
    socket.on("message", (frame: Buffer) => frames.push(frame[0]));
    const code = await new Promise<number>((resolve) => socket.on("close", resolve));
    assert.equal(code, CloseCode.neverJoined);
    assert.deepEqual(frames, [Protocol.JOIN_ROOM]);
  });
});

test("defect 4: a reader that pauses gets whole frames when it resumes, and then the present", async () => {
  await withBystander("heavy", async (bystander) => {
    const reader = await joinRaw(server.url, "heavy");
    const skipped = await untilSkipped(bystander, reader);
    const resumedAt = bystander.room.state.tick;
    let checked = 0;
    const end = new Promise<void>((resolve, reject) => {
      reader.onPatch = () => {
        try {
          assertSameMoment(reader.state.players);
          checked++;
        } catch (error) {
          reject(error);
        }
        if (reader.state.tick > resumedAt + 5) resolve();
      };
    });
    reader.socket.resume();
    await end;
    assert.ok(checked > 5, `only ${checked} frames were checked`);
    // What waited, without a gap; then one full state of the present, and patches from there on: not all that was missed.
    const jumps = reader.ticks.filter((tick, i) => i > 0 && tick > reader.ticks[i - 1] + 1);
    assert.equal(jumps.length, 1, `the ticks are ${reader.ticks.join(", ")}`);
    assert.ok(jumps[0] >= resumedAt, `after tick ${resumedAt} it was told of ${jumps[0]}`);
    assert.ok(skipped > 0);
    reader.socket.terminate();
  });
});

test("a reader that never resumes is closed with a code of its own", async () => {
  await withBystander("heavy", async (bystander) => {
    const reader = await joinRaw(server.url, "heavy");
    const before = server.log().length;
    reader.socket.pause();
    // By its room, or, on a machine so slow that ticks take long, because of pings that are not answered.
    const givenUp = /"reason":"(patience|buffer|ping)"/;
    await bystander.until("the server gives the reader up", () => givenUp.test(server.log().slice(before)));
    reader.socket.resume();
    assert.equal(await reader.closed, CloseCode.slowReader);
  });
});

/** Pauses the reader, and waits until the server leaves out patches for it. @returns how many */
async function untilSkipped(bystander: TestPlayer, reader: RawClient): Promise<number> {
  let skipped = 0;
  bystander.room.onMessage("skipped", (patches: number) => {
    skipped = patches;
  });
  const ask = setInterval(() => bystander.room.send("skipped"), 100);
  reader.socket.pause();
  await bystander.until("patches are skipped", () => skipped > 0);
  clearInterval(ask);
  return skipped;
}

/** All heavy players' names were written in one go, so in every frame all of them tell of the same tick. */
function assertSameMoment(players: { forEach(callback: (player: { name: string }, key: string) => void): void }): void {
  const moments = new Set<string>();
  players.forEach(({ name }, key) => {
    const [, index] = key.split("heavy-");
    if (index === undefined || name === "") return;
    const [number, moment] = name.split(" at ");
    assert.equal(number, index);
    moments.add(moment);
  });
  assert.ok(moments.size <= 1, `a frame mixes the ticks ${[...moments].join(", ")}`);
}

test("defect 5: a full state larger than the encoder's stock buffer is whole for three joiners", async () => {
  await withBystander("heavy", async (bystander) => {
    for (let i = 0; i < 3; i++) {
      const joiner = await joinArena(server.url, `joiner ${i}`, "heavy");
      let heavy = 0;
      joiner.room.state.players.forEach((_player, key) => {
        if (key.startsWith("heavy-")) heavy++;
      });
      assert.equal(heavy, 2000);
      assertSameMoment(joiner.room.state.players);
      await joiner.until("it sees itself", () => joiner.cells().length > 0);
      await bystander.until("a tick passed", () => bystander.room.state.tick >= joiner.room.state.tick);
      await joiner.leave();
    }
  });
});

test("defect 6: where only the views change, each of two clients sees what its own view holds", async (t) => {
  const env = { KRILL_BOTS: "0", KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "1500", KRILL_VIRUSES: "0" };
  const still = await startServer({ env });
  t.after(() => still.stop());
  const [walker, stander] = await Promise.all([joinArena(still.url, "walker"), joinArena(still.url, "stander")]);
  await walker.until("both live", () => walker.cells().length > 0 && stander.cells().length > 0);
  // Near enough to see much of the same, and never so near that one could eat the other.
  await Promise.all([walkTo(stander, 1500, 1700), walkTo(walker, 1500, 1100)]);

  let shared = 0;
  for (const x of [1000, 2000, 1500]) {
    await walkTo(walker, x, 1100);
    const soon = Math.max(walker.room.state.tick, stander.room.state.tick) + 3;
    const [walked, stood] = await Promise.all([walker.at(soon), stander.at(soon)]);
    shared += assertSeesAllInView(walked, stood) + assertSeesAllInView(stood, walked);
  }
  assert.ok(shared > 100, `only ${shared} bodies were in both views`);
  assert.equal(firstGap(stander.ticks), undefined);
});

function walkTo(player: TestPlayer, x: number, y: number): Promise<void> {
  player.send({ x, y });
  return player.until(`it is at (${x}, ${y})`, () => {
    const [cell] = player.cells();
    return Math.hypot(cell.x - x, cell.y - y) < 10;
  });
}

type Sight = Awaited<ReturnType<TestPlayer["at"]>>;

/** What `other` holds and lies in `viewer`'s view, `viewer` must hold as well, and the same. Returns how many there were. */
function assertSeesAllInView(viewer: Sight, other: Sight): number {
  const view = viewOf(viewer.cells);
  let shared = 0;
  for (const body of other.bodies.values()) {
    if (!isInside(body, view)) continue;
    assert.deepEqual(viewer.bodies.get(body.key), body);
    if (body.kind === BodyKind.pellet) shared++;
  }
  return shared;
}

/** Whether the body's centre lies in the view; positions come in steps of a fraction of a unit, hence the margin. */
function isInside(body: SeenBody, view: ReturnType<typeof viewOf>): boolean {
  const margin = 2;
  return (
    body.x > view.minX + margin &&
    body.x < view.maxX - margin &&
    body.y > view.minY + margin &&
    body.y < view.maxY - margin
  );
}
