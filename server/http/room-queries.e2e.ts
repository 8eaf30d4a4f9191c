/** Interest queries over HTTP, asked of a running server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BodyKind } from "../../shared/state.ts";
import { joinArena, type TestPlayer } from "../testing/player.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

const TOKEN = "a-token-of-the-tests";
const SIZE = 3000;

let server: ServerProcess;
let player: TestPlayer;
before(async () => {
  server = await startServer({
    env: { KRILL_BOTS: "0", KRILL_WORLD_SIZE: String(SIZE), KRILL_PELLETS: "900", KRILL_ADMIN_TOKEN: TOKEN },
  });
  player = await joinArena(server.url, "player");
  await player.until("it has a cell", () => player.cells().length > 0);
});
after(async () => {
  await player.leave();
  await server.stop();
});

async function ask(path: string, token: string | null = TOKEN) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/api/rooms/${path}`, { headers });
  return { status: response.status, body: await response.json() };
}

interface Found {
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: number;
  readonly owner: number;
}

test("the world, a rectangle, a circle and the nearest agree with each other and with what the client sees", async () => {
  const { roomId } = player.room;
  const list = async (query: string): Promise<Found[]> => {
    const { status, body } = await ask(`${roomId}/query?${query}`);
    assert.equal(status, 200, body.error);
    assert.equal(body.truncated, false);
    return body.bodies;
  };
  // Pellets that nobody is near only grow from one answer to the next.
  const [own] = player.cells();
  const stays = ({ kind, x, y }: Found) => kind === BodyKind.pellet && Math.hypot(x - own.x, y - own.y) > 150;
  const keys = (bodies: Found[]) => bodies.filter(stays).map(({ key }) => key);
  const all = `shape=rectangle&minX=-100&minY=-100&maxX=${SIZE + 100}&maxY=${SIZE + 100}&limit=1000`;
  async function agree(query: string, isInside: (body: Found) => boolean): Promise<void> {
    const [before, found, after] = [await list(all), await list(query), await list(all)];
    const [least, given] = [keys(before.filter(isInside)), keys(found)];
    const most = new Set(keys(after.filter(isInside)));
    assert.ok(least.length > 5, `${least.length} pellets in ${query}`);
    assert.deepEqual(
      least.filter((key) => !given.includes(key)),
      [],
      `missing in ${query}`,
    );
    assert.deepEqual(
      given.filter((key) => !most.has(key)),
      [],
      `not in ${query}`,
    );
  }

  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const world = await list(all);
  assert.equal(world.length, Number(/^krill_bodies (\d+)$/m.exec(metrics)?.[1]));

  // The client holds the same bodies under the same keys, in the units of the wire.
  const byKey = new Map(world.map((body) => [String(body.key), body]));
  const seen = [...player.bodies().values()].filter(({ kind }) => kind === BodyKind.pellet);
  assert.ok(seen.length > 10, `${seen.length} pellets in view`);
  for (const { key, x, y, radius, kind, owner } of seen) {
    const body = byKey.get(key);
    assert.ok(body, `body ${key} is in view, and not in the world`);
    assert.ok(Math.abs(body.x - x) <= player.room.state.positionUnit && Math.abs(body.radius - radius) <= 1);
    assert.ok(Math.abs(body.y - y) <= player.room.state.positionUnit);
    assert.deepEqual([body.kind, body.owner], [kind, owner]);
  }

  for (const [x, y] of [
    [750, 700],
    [2300, 2200],
  ]) {
    const distance = (body: Found) => Math.hypot(body.x - x, body.y - y);
    const rectangle = `shape=rectangle&minX=${x - 250}&minY=${y - 200}&maxX=${x + 250}&maxY=${y + 200}&limit=1000`;
    await agree(rectangle, (body) => {
      const outsideX = Math.max(0, Math.abs(body.x - x) - 250);
      const outsideY = Math.max(0, Math.abs(body.y - y) - 200);
      return Math.hypot(outsideX, outsideY) <= body.radius;
    });
    await agree(`shape=circle&x=${x}&y=${y}&radius=300&limit=1000`, (body) => distance(body) <= 300 + body.radius);
    const nearest = (await list(`shape=nearest&x=${x}&y=${y}&count=20`)).map((body) => distance(body) - body.radius);
    assert.equal(nearest.length, 20);
    assert.deepEqual(
      nearest,
      nearest.toSorted((a, b) => a - b),
    );
  }

  const cut = await ask(`${roomId}/query?shape=rectangle&minX=0&minY=0&maxX=${SIZE}&maxY=${SIZE}`);
  assert.deepEqual([cut.body.bodies.length, cut.body.truncated], [100, true]);
});

test("explain says why a client sees a body, and why not", async () => {
  const { roomId, sessionId } = player.room;
  const [own] = player.cells();
  const seen = await ask(`${roomId}/explain?session=${sessionId}&body=${own.key}`);
  assert.deepEqual([seen.status, seen.body.seen, seen.body.reason], [200, true, "always seen"]);

  const corner = own.x < SIZE / 2 ? SIZE : 0;
  const { body } = await ask(`${roomId}/query?shape=nearest&x=${corner}&y=${own.y < SIZE / 2 ? SIZE : 0}&count=1`);
  const far = await ask(`${roomId}/explain?session=${sessionId}&body=${body.bodies[0].key}`);
  assert.deepEqual([far.status, far.body.seen, far.body.reason], [200, false, "outside the areas"]);
  assert.ok(far.body.distance > 500);
});

test("what is wrong is refused, and what is not there is not found", async () => {
  const { roomId, sessionId } = player.room;
  const wrong = await ask(`${roomId}/query?shape=circle&x=1&y=abc&radius=1`);
  assert.deepEqual([wrong.status, wrong.body.field], [400, "y"]);
  assert.match(wrong.body.error, /^y is "abc": give a number from /);
  const nowhere = await ask("nowhere/query?shape=nearest&x=1&y=1");
  assert.equal(nowhere.status, 404);
  assert.match(nowhere.body.error, /no room "nowhere"; \/api\/rooms/);
  for (const [query, field] of [
    ["session=nobody&body=1", "session"],
    [`session=${sessionId}&body=99999999`, "body"],
  ]) {
    const { status, body } = await ask(`${roomId}/explain?${query}`);
    assert.deepEqual([status, body.field], [404, field]);
  }
});

test("it is closed to whoever has no token or a wrong one, and to all where none is set", async () => {
  const path = `${player.room.roomId}/query?shape=nearest&x=1&y=1`;
  assert.equal((await ask(path, null)).status, 401);
  assert.equal((await ask(path, `${TOKEN}.`)).status, 401);
  const closed = await startServer({ env: { KRILL_BOTS: "0", KRILL_PELLETS: "0" } });
  try {
    const response = await fetch(`${closed.url}/api/rooms/any/query`, {
      headers: { authorization: "Bearer undefined" },
    });
    assert.equal(response.status, 403);
    assert.match((await response.json()).error, /KRILL_ADMIN_TOKEN/);
  } finally {
    await closed.stop();
  }
});
