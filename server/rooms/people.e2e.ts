/** Names, looks, chat, watching, news and load shedding, as real SDK clients of the real process see them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@colyseus/sdk";
import { JoinStatus } from "../../shared/close-codes.ts";
import { TICK_RATE } from "../../shared/formulas.ts";
import { MessageName } from "../../shared/message-names.ts";
import type { JoinOptions, Refusal } from "../../shared/messages.ts";
import { readDots } from "../../shared/minimap.ts";
import type { ChatLine, Deaths, LifeSummary, Minimap, Rank, Watching } from "../../shared/news.ts";
import { COLORS } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { joinArena, type TestPlayer } from "../testing/player.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

const WORLD_SIZE = 10_000;
const LEFT_CELLS_SECONDS = 3;
const CHAT_BURST = 2;
const CAMERA_SPEED = 32;
let server: ServerProcess;
before(async () => {
  server = await startServer({
    program: "server/testing/truth-server.ts",
    env: {
      KRILL_SHED_LOAD: "true",
      KRILL_BOTS: "0",
      KRILL_PELLETS: "0",
      KRILL_VIRUSES: "0",
      KRILL_WORLD_SIZE: String(WORLD_SIZE),
      KRILL_DECAY_PER_TICK: "0",
      KRILL_SPAWN_PROTECTION_SECONDS: "0",
      KRILL_LEFT_CELLS_SECONDS: String(LEFT_CELLS_SECONDS),
      KRILL_CHAT_BURST: String(CHAT_BURST),
      KRILL_CHAT_SECONDS: "1",
    },
  });
});
after(async () => {
  await server.stop();
});

const watch = (roomName = "truth", options: Partial<JoinOptions> = {}) =>
  joinArena(server.url, "", roomName, { spectate: true, ...options });

/** A player with one cell of its own size at a place of its own, at rest there. */
async function joinAt(name: string, radius: number, x: number, y: number): Promise<TestPlayer> {
  const player = await joinArena(server.url, name, "truth");
  await player.until("it lives", () => player.cells().length === 1);
  player.room.send("grow", radius);
  await put(player, x, y);
  await player.until("it has grown", () => Math.abs(player.cells()[0].radius - radius) < 1);
  return player;
}

async function put(player: TestPlayer, x: number, y: number): Promise<void> {
  player.send({ x, y });
  player.room.send("place", [0, x, y]);
  await player.until("it is in its place", () => {
    const [cell] = player.cells();
    return Math.hypot(cell.x - x, cell.y - y) < 1;
  });
}

const entryOf = ({ room }: TestPlayer) => room.state.players.get(room.sessionId);
const numberOf = (player: TestPlayer) => entryOf(player)?.number ?? 0;
const sees = (viewer: TestPlayer, number: number) =>
  [...viewer.bodies().values()].some(({ owner }) => owner === number);

async function last<T>(player: TestPlayer, name: string, condition: (message: T) => boolean): Promise<T> {
  const found = () => player.heard<T>(name).at(-1);
  await player.until(`it heard of ${name}`, () => {
    const message = found();
    return message !== undefined && condition(message);
  });
  return found() as T;
}

async function leaveAll(...players: TestPlayer[]): Promise<void> {
  await Promise.all(players.map((player) => player.leave()));
}

async function seatsTaken(): Promise<number> {
  const { rooms } = await (await fetch(`${server.url}/api/rooms`)).json();
  return rooms.reduce((sum: number, { clients }: { clients: number }) => sum + clients, 0);
}

test("names and looks that cannot be are refused with field and reason, and take no seat", async () => {
  assert.equal(await seatsTaken(), 0);
  const wrong: [Partial<JoinOptions>, RegExp][] = [
    [{ name: "n".repeat(21) }, /^name: .*20 characters/],
    [{ name: "xx Sh1t xx" }, /^name: .*not allowed/],
    [{ name: "s\u3164h\u200bi\u0301t" }, /^name: .*not allowed/],
    [{ color: COLORS }, /^color: .*63/],
    [{ color: -1 }, /^color: /],
    [{ color: 1.5 }, /^color: /],
    [{ skin: "no-such" }, /^skin: there is no skin "no-such".*\/api\/skins/],
    [{ skin: "__proto__" }, /^skin: /],
    [{ spectate: "yes" as unknown as boolean }, /^spectate: /],
  ];
  for (const [options, message] of wrong) {
    const join = new Client(server.url).joinOrCreate("arena", { version: PROTOCOL_VERSION, ...options });
    await assert.rejects(join, { code: JoinStatus.badOptions, message });
  }
  assert.equal(await seatsTaken(), 0);
});

test("a name is shown cleaned, a colour and a skin as they were chosen; a spectator's wait until it plays", async () => {
  const { skins } = await (await fetch(`${server.url}/api/skins`)).json();
  const [first, second] = skins.map(({ name }: { name: string }) => name);
  const ann = await joinArena(server.url, " Ann\u3164  \t of\u200b  Krill ", "arena", { color: 7, skin: first });
  await ann.until("it lives", () => ann.cells().length === 1);
  assert.equal(entryOf(ann)?.name, "Ann of Krill");
  assert.deepEqual([entryOf(ann)?.color, entryOf(ann)?.skin], [7, first]);
  assert.equal(ann.room.state.bodies.get(ann.cells()[0].key)?.color, 7);

  const late = await watch("arena", { name: "Late", color: 0, skin: second });
  late.room.send(MessageName.respawn, { name: "shit" });
  late.room.send(MessageName.respawn, { skin: "no-such" });
  late.room.send(MessageName.respawn, { color: COLORS });
  await late.until("all were refused", () => late.heard(MessageName.refused).length === 3);
  assert.deepEqual(
    late.heard<Refusal>(MessageName.refused).map(({ message, field }) => `${message}.${field}`),
    ["respawn.name", "respawn.skin", "respawn.color"],
  );
  assert.equal(entryOf(late), undefined);
  late.room.send(MessageName.respawn, {});
  await late.until("it plays", () => late.cells().length === 1);
  assert.deepEqual([entryOf(late)?.name, entryOf(late)?.color, entryOf(late)?.skin], ["Late", 0, second]);
  await leaveAll(ann, late);
});

test("chat: all hear it, blocked words starred; who writes too fast is told how long to wait, spectators may not", async () => {
  const ann = await joinArena(server.url, "Ann", "arena", { color: 5 });
  const bob = await joinArena(server.url, "Bob");
  const carl = await watch("arena");
  const say = (player: TestPlayer, text: unknown) => player.room.send(MessageName.chat, { text });
  say(ann, "  oh\u200b sh1t,  Bob!");
  for (const player of [ann, bob, carl]) {
    const line = await last<ChatLine>(player, MessageName.chatLine, () => true);
    assert.deepEqual(line, { player: numberOf(ann), name: "Ann", color: 5, text: "oh ****, Bob!" });
  }

  say(bob, "one");
  say(bob, "two");
  say(bob, "three");
  const tooFast = await last<Refusal>(bob, MessageName.refused, ({ field }) => field === "text");
  assert.deepEqual([tooFast.message, tooFast.reason], [MessageName.chat, "You write too fast: wait 1 s."]);
  const end = bob.room.state.tick + TICK_RATE;
  await bob.until("it has waited", () => bob.room.state.tick > end);
  say(bob, "three");
  await last<ChatLine>(ann, MessageName.chatLine, ({ text }) => text === "three");
  const texts = ann.heard<ChatLine>(MessageName.chatLine).map(({ text }) => text);
  assert.deepEqual(texts, ["oh ****, Bob!", "one", "two", "three"]);

  say(carl, "hello");
  say(carl, 7);
  await carl.until("both are refused", () => carl.heard(MessageName.refused).length === 2);
  const [asSpectator, asNumber] = carl.heard<Refusal>(MessageName.refused);
  assert.match(asSpectator.reason, /Only players write/);
  assert.equal(asNumber.field, "text");
  await leaveAll(ann, bob, carl);
});

test("watching: the leader, a player by number, or freely at 32 u a tick; no player is made until respawn", async () => {
  const ann = await joinAt("Ann", 300, 1000, 1000);
  const bob = await joinAt("Bob", 100, 8000, 5000);
  const carl = await watch();
  assert.ok(sees(carl, numberOf(ann)), "the first state shows the leader");
  assert.equal(sees(carl, numberOf(bob)), false);
  await last<Watching>(carl, MessageName.watching, ({ player }) => player === numberOf(ann));
  assert.equal(entryOf(carl), undefined);
  assert.equal(ann.room.state.players.size, 2);

  carl.room.send(MessageName.spectate, { follow: numberOf(bob) });
  await carl.until("it sees Bob and not Ann", () => sees(carl, numberOf(bob)) && !sees(carl, numberOf(ann)));
  const { follow, player } = await last<Watching>(carl, MessageName.watching, () => true);
  assert.deepEqual([follow, player], ["player", numberOf(bob)]);

  const sights: { tick: number; y: number }[] = [];
  const stop = carl.room.onMessage(MessageName.watching, ({ follow, y }: Watching) => {
    if (follow === "free") sights.push({ tick: carl.room.state.tick, y });
  });
  carl.room.send(MessageName.spectate, { follow: "free" });
  carl.send({ x: 8000, y: 0 });
  await carl.until("it is far from Bob", () => !sees(carl, numberOf(bob)));
  stop();
  const moves = sights.filter(({ y }) => y < 5000);
  assert.ok(moves.length > 20);
  const [from, to] = [moves[0], moves[moves.length - 1]];
  assert.ok(Math.abs(from.y - to.y - CAMERA_SPEED * (to.tick - from.tick)) < 1e-6, JSON.stringify(moves));

  for (const follow of ["nobody", 0]) carl.room.send(MessageName.spectate, { follow });
  await carl.until("both were refused", () => carl.heard(MessageName.refused).length === 2);
  for (const { field } of carl.heard<Refusal>(MessageName.refused)) assert.equal(field, "follow");

  carl.room.send(MessageName.respawn, { name: "Carl" });
  await carl.until("it plays", () => carl.cells().length === 1);
  assert.equal(entryOf(carl)?.name, "Carl");
  carl.room.send(MessageName.spectate, { follow: "leader" });
  await last<Refusal>(carl, MessageName.refused, ({ reason }) => reason.startsWith("You play"));
  await leaveAll(ann, bob, carl);
});

test("the minimap shows where the heaviest are, and each hears of its own rank", async () => {
  const ann = await joinAt("Ann", 300, 1000, 2000);
  const bob = await joinAt("Bob", 100, 9000, 5000);
  const carl = await watch();
  for (const viewer of [ann, bob, carl]) {
    const isRight = ({ dots }: Minimap) => {
      const [first, second, ...others] = readDots(dots);
      const isAt = (dot: typeof first | undefined, player: TestPlayer, x: number, y: number) =>
        dot?.number === numberOf(player) &&
        dot.color === entryOf(player)?.color &&
        Math.hypot(dot.x - x, dot.y - y) < 0.01;
      return isAt(first, ann, 0.1, 0.2) && isAt(second, bob, 0.9, 0.5) && others.length === 0;
    };
    await last<Minimap>(viewer, MessageName.minimap, isRight);
  }
  await last<Rank>(ann, MessageName.rank, ({ rank, of }) => rank === 1 && of === 2);
  await last<Rank>(bob, MessageName.rank, ({ rank, of }) => rank === 2 && of === 2);
  await last<Rank>(carl, MessageName.rank, ({ rank, of }) => rank === 0 && of === 2);
  bob.room.send("grow", 400);
  await last<Rank>(bob, MessageName.rank, ({ rank }) => rank === 1);
  await last<Rank>(ann, MessageName.rank, ({ rank }) => rank === 2);
  await leaveAll(ann, bob, carl);
});

test("who is eaten hears what its life was, and all hear of the death", async () => {
  const ann = await joinAt("Ann", 300, 1000, 1000);
  const bob = await joinAt("Bob", 100, 8000, 8000);
  const carl = await watch();
  await last<Rank>(bob, MessageName.rank, ({ of }) => of === 2);
  const born = bob.ticks[0];
  ann.room.send("place", [0, 8010, 8000]);
  await bob.until("it was eaten", () => entryOf(bob)?.alive === false);
  const lived = (bob.room.state.tick - born) / TICK_RATE;
  const death = { player: numberOf(bob), name: "Bob", by: numberOf(ann), byName: "Ann" };
  for (const player of [ann, bob, carl]) {
    const { deaths } = await last<Deaths>(player, MessageName.deaths, () => true);
    assert.deepEqual(deaths, [death]);
  }
  const { seconds, ...life } = await last<LifeSummary>(bob, MessageName.life, () => true);
  assert.ok(Math.abs(seconds - lived) <= 1, `${seconds} s, and not ${lived}`);
  assert.deepEqual(life, {
    topMass: 100,
    topRank: 2,
    cellsEaten: 0,
    playersEaten: 0,
    by: numberOf(ann),
    byName: "Ann",
  });
  assert.equal(ann.heard(MessageName.life).length, 0);

  // Dead, it watches from where it died; and plays again, as another.
  bob.room.send(MessageName.spectate, { follow: "free" });
  const { x, y } = await last<Watching>(bob, MessageName.watching, ({ follow }) => follow === "free");
  assert.ok(Math.hypot(x - 8000, y - 8000) < 1);
  bob.room.send(MessageName.respawn, { name: "Bob again", color: 9 });
  await bob.until("it lives again", () => bob.cells().length === 1);
  assert.deepEqual([entryOf(bob)?.name, entryOf(bob)?.color], ["Bob again", 9]);
  await leaveAll(ann, bob, carl);
});

test("the cells of one who has left stay for a while, and the roster keeps their owner until they go", async () => {
  const ann = await joinAt("Ann", 150, 5000, 5000);
  const bob = await joinAt("Bob", 150, 5400, 5000);
  const { sessionId } = bob.room;
  const number = numberOf(bob);
  await ann.until("it sees Bob", () => sees(ann, number));
  await bob.leave();
  const entry = () => ann.room.state.players.get(sessionId);
  await ann.until("Bob has left", () => entry()?.connected === false);
  const leftAt = ann.room.state.tick;
  await ann.until("Bob is gone", () => {
    // A cell without an owner would have neither name nor skin.
    assert.equal(sees(ann, number) && entry() === undefined, false);
    return entry() === undefined;
  });
  assert.equal(sees(ann, number), false);
  const stayed = ann.room.state.tick - leftAt;
  assert.ok(Math.abs(stayed - LEFT_CELLS_SECONDS * TICK_RATE) <= 3, `they stayed ${stayed} ticks`);
  await ann.leave();
});

test("a room whose ticks are too dear sheds load and says so; cameras keep their speed; then it recovers", async () => {
  assert.match(await (await fetch(`${server.url}/metrics`)).text(), /^krill_shedding_level 0$/m);
  const ann = await joinAt("Ann", 100, 5000, 5000);
  const carl = await watch();
  const level = () => {
    carl.room.send("shedding");
    return carl.heard<number>("shedding").at(-1);
  };
  ann.room.send("dawdle", 50);
  await carl.until("it sheds two levels", () => level() === 2);
  await server.untilLogged(/"level":1,"tickMilliseconds":\d+(\.\d+)?,"msg":"load is shed"/);
  const from = carl.ticks.length;
  const sights: { tick: number; x: number }[] = [];
  carl.room.onMessage(MessageName.watching, ({ x }: Watching) => sights.push({ tick: carl.room.state.tick, x }));
  carl.room.send(MessageName.spectate, { follow: "free" });
  carl.send({ x: 0, y: 5000 });
  await carl.until("it has moved", () => sights.filter(({ x }) => x < 5000).length >= 5);
  const moves = sights.filter(({ x }) => x < 5000);
  const [first, final] = [moves[0], moves[moves.length - 1]];
  assert.ok(Math.abs(first.x - final.x - CAMERA_SPEED * (final.tick - first.tick)) < 1e-6, JSON.stringify(moves));
  for (const tick of carl.ticks.slice(from)) assert.equal(tick % 2, 0);

  ann.room.send("dawdle", 0);
  await carl.until("it sheds nothing", () => level() === 0);
  await server.untilLogged(/no load is shed any more/);
  await leaveAll(ann, carl);
});

test("each player has its minions, known to all, and they go with it", async (t) => {
  const server = await startServer({
    env: { KRILL_MINIONS: "2", KRILL_BOTS: "0", KRILL_MAX_CLIENTS: "3", KRILL_LEFT_CELLS_SECONDS: "0" },
  });
  t.after(() => server.stop());
  const master = await joinArena(server.url, "master");
  const minions = () => [...master.room.state.players.values()].filter(({ bot }) => bot);
  await master.until("its minions live", () => minions().filter(({ alive }) => alive).length === 2);
  assert.deepEqual(
    minions().map(({ name }) => name),
    ["master", "master"],
  );
  const other = await joinArena(server.url, "other");
  await master.until("the other has its own", () => minions().length === 4);
  await other.leave();
  await master.until("they have gone with it", () => minions().length === 2);
  await master.leave();
});
