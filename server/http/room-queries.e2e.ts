/** Interest queries over HTTP, asked of a running server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { joinArena, type TestPlayer } from "../testing/player.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

const TOKEN = "a token of the tests";
const SIZE = 3000;

let server: ServerProcess;
let player: TestPlayer;
before(async () => {
  server = await startServer({
    env: { KRILL_BOTS: "0", KRILL_WORLD_SIZE: String(SIZE), KRILL_PELLETS: "1500", KRILL_ADMIN_TOKEN: TOKEN },
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
}

test("all bodies of the world, then those of a rectangle, a circle and the nearest, are what brute force says", async () => {
  const { roomId } = player.room;
  const whole = `shape=rectangle&minX=-100&minY=-100&maxX=${SIZE + 100}&maxY=${SIZE + 100}`;
  const all = await ask(`${roomId}/query?${whole}&limit=1000`);
  assert.equal(all.status, 200);
  assert.equal(all.body.bodies.length, 1000);
  assert.equal(all.body.truncated, true);

  // Pellets do not move: they can be compared from one answer to the next.
  const area = await ask(`${roomId}/query?shape=rectangle&minX=500&minY=500&maxX=1000&maxY=900&limit=1000`);
  const inCircle = await ask(`${roomId}/query?shape=circle&x=750&y=700&radius=200&limit=1000`);
  const nearest = await ask(`${roomId}/query?shape=nearest&x=750&y=700&count=5`);
  const pellets = (area.body.bodies as Found[]).filter(({ kind }) => kind === 0);
  assert.ok(pellets.length > 10, `${pellets.length} pellets`);
  for (const { x, y, radius } of pellets) {
    assert.ok(x >= 500 - radius && x <= 1000 + radius && y >= 500 - radius && y <= 900 + radius);
  }
  const distance = ({ x, y }: Found) => Math.hypot(x - 750, y - 700);
  const keys = (bodies: Found[]) => bodies.map(({ key }) => key).sort((a, b) => a - b);
  const near = pellets.filter((pellet) => distance(pellet) <= 200 + pellet.radius);
  assert.deepEqual(keys((inCircle.body.bodies as Found[]).filter(({ kind }) => kind === 0)), keys(near));
  const order = (nearest.body.bodies as Found[]).map((body) => distance(body) - body.radius);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
  assert.equal(nearest.body.bodies.length, 5);
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

test("what is wrong is refused by its field", async () => {
  const { roomId, sessionId } = player.room;
  const cases: [string, string][] = [
    [`${roomId}/query`, "shape"],
    [`${roomId}/query?shape=square`, "shape"],
    [`${roomId}/query?shape=circle&x=1&y=abc&radius=1`, "y"],
    [`${roomId}/query?shape=circle&x=1&y=1&radius=-1`, "radius"],
    [`${roomId}/query?shape=circle&x=1&y=1&radius=1&limit=0`, "limit"],
    [`${roomId}/query?shape=circle&x=1&y=1&radius=1&limit=1001`, "limit"],
    [`${roomId}/query?shape=rectangle&minX=5&minY=0&maxX=4&maxY=1`, "maxX"],
    [`${roomId}/query?shape=nearest&x=NaN&y=1`, "x"],
    [`${roomId}/query?shape=nearest&x=1e300&y=1`, "x"],
    [`${roomId}/explain?session=${sessionId}`, "body"],
    [`${roomId}/explain?body=1`, "session"],
  ];
  for (const [path, field] of cases) {
    const { status, body } = await ask(path);
    assert.equal(status, 400, path);
    assert.equal(body.field, field, `${path}: ${body.error}`);
    assert.match(body.error, new RegExp(`^${field} is `));
  }
  assert.equal((await ask("nowhere/query?shape=nearest&x=1&y=1")).status, 404);
  assert.equal((await ask(`${roomId}/explain?session=nobody&body=1`)).status, 404);
  assert.equal((await ask(`${roomId}/explain?session=${sessionId}&body=99999999`)).status, 404);
});

test("it is closed to whoever has no token, a wrong one, or where none is set", async () => {
  const path = `${player.room.roomId}/query?shape=nearest&x=1&y=1`;
  assert.equal((await ask(path, null)).status, 401);
  assert.equal((await ask(path, "")).status, 401);
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
