import Fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { type QueriedRoom, type RoomQueryOptions, roomQueryRoutes } from "./room-queries.ts";

const TOKEN = "a-token-of-the-tests";

/** A room that answers with what it was asked. */
const ECHO: QueriedRoom = {
  inRectangle: (...asked) => ({ bodies: [asked], truncated: false }),
  inCircle: (...asked) => ({ bodies: [asked], truncated: true }),
  nearest: (...asked) => ({ bodies: [asked], truncated: false }),
  explain(session, key) {
    if (session !== "there") return "no-session";
    return key === 7 ? { seen: true, reason: "in an area" } : "no-body";
  },
};

async function serve(options: Partial<RoomQueryOptions> = {}) {
  const app = Fastify();
  await roomQueryRoutes(app, {
    adminToken: TOKEN,
    rooms: new Map([["here", ECHO]]),
    locate: async () => undefined,
    ...options,
  });
  return (path: string, authorization: string | undefined = `Bearer ${TOKEN}`) => ask(app, path, authorization);
}

async function ask(app: FastifyInstance, path: string, authorization: string) {
  const response = await app.inject({ url: `/api/rooms/${path}`, headers: authorization ? { authorization } : {} });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

test.each([
  ["shape=rectangle&minX=-1.5&minY=2&maxX=3&maxY=4e2&limit=1000", [-1.5, 2, 3, 400, 1000], false],
  ["shape=rectangle&minX=1&minY=2&maxX=1&maxY=2", [1, 2, 1, 2, 100], false],
  ["shape=circle&x=1&y=-1000000000&radius=0&limit=1", [1, -1e9, 0, 1], true],
  ["shape=nearest&x=1&y=2&count=300&limit=200", [1, 2, 300, 200], false],
  ["shape=nearest&x=1&y=2", [1, 2, 1, 100], false],
])("%s reaches the room as numbers, with the limit", async (query, asked, truncated) => {
  const { status, body } = await (await serve())(`here/query?${query}`);
  expect([status, body]).toEqual([200, { bodies: [asked], truncated }]);
});

const CIRCLE = "shape=circle&x=1&y=1&radius=1";
const BOUND = "from -1000000000 to 1000000000";

test.each([
  ["query", "shape", "missing", "rectangle, circle or nearest"],
  ["query?shape=square", "shape", '"square"', "rectangle, circle or nearest"],
  ["query?shape=circle&y=1&radius=1", "x", "missing", BOUND],
  ["query?shape=circle&x=1&y=abc&radius=1", "y", '"abc"', BOUND],
  ["query?shape=circle&x=&y=1&radius=1", "x", '""', BOUND],
  ["query?shape=circle&x=1&x=2&y=1&radius=1", "x", '["1","2"]', BOUND],
  ["query?shape=nearest&x=NaN&y=1", "x", '"NaN"', BOUND],
  ["query?shape=nearest&x=-Infinity&y=1", "x", '"-Infinity"', BOUND],
  ["query?shape=nearest&x=1&y=1e300", "y", '"1e300"', BOUND],
  ["query?shape=circle&x=1&y=1&radius=-1", "radius", '"-1"', "from 0 to 1000000000"],
  [`query?${CIRCLE}&limit=0`, "limit", '"0"', "from 1 to 1000"],
  [`query?${CIRCLE}&limit=1001`, "limit", '"1001"', "from 1 to 1000"],
  [`query?${CIRCLE}&limit=2.5`, "limit", '"2.5"', "an integer"],
  [`query?${CIRCLE}&count=2`, "count", '"2"', "shape, x, y, radius, limit"],
  ["query?shape=nearest&x=1&y=1&count=0", "count", '"0"', "from 1 to 1000"],
  ["query?shape=nearest&x=1&y=1&count=1001", "count", '"1001"', "from 1 to 1000"],
  ["query?shape=rectangle&minX=5&minY=0&maxX=4&maxY=1", "maxX", '"4"', "at least minX"],
  ["query?shape=rectangle&minX=0&minY=1&maxX=4&maxY=0", "maxY", '"0"', "at least minY"],
  ["explain?body=1", "session", "missing", "session id"],
  ["explain?session=&body=1", "session", '""', "session id"],
  ["explain?session=there", "body", "missing", "from 0 to"],
  ["explain?session=there&body=-1", "body", '"-1"', "from 0 to"],
  ["explain?session=there&body=1e300", "body", '"1e300"', "from 0 to"],
])("%s is refused: the field %s, its value and what is allowed", async (path, field, value, allowed) => {
  const { status, body } = await (await serve())(`here/${path}`);
  expect([status, body.code, body.field]).toEqual([400, 400, field]);
  expect(body.error.startsWith(`${field} is ${value}: `), body.error).toBe(true);
  expect(body.error).toContain(allowed);
});

test("explain passes on what the room says, and tells a missing client from a missing body", async () => {
  const get = await serve();
  expect(await get("here/explain?session=there&body=7")).toMatchObject({ status: 200, body: { seen: true } });
  expect(await get("here/explain?session=gone&body=7")).toMatchObject({ status: 404, body: { field: "session" } });
  expect(await get("here/explain?session=there&body=8")).toMatchObject({ status: 404, body: { field: "body" } });
});

test.each([
  [undefined, "/api/rooms lists those that there are"],
  [{ isHere: true, address: undefined }, "answers no queries"],
  [{ isHere: false, address: "game.example.com:2568" }, "ask there, at game.example.com:2568"],
  [{ isHere: false, address: undefined }, "KRILL_PUBLIC_ADDRESS"],
])("a room that is not asked here (%j) is a 404 that says where to turn", async (place, remedy) => {
  const get = await serve({ locate: async () => place });
  for (const path of [`other/query?${CIRCLE}`, "other/explain?session=there&body=7"]) {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body.error).toContain('"other"');
    expect(body.error).toContain(remedy);
  }
});

test.each([
  "",
  "Bearer",
  "Bearer ",
  "Bearer wrong",
  `Bearer ${TOKEN}.`,
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `Basic ${TOKEN}`,
  TOKEN,
])("without the token (%j) nothing is told, not even which rooms there are", async (authorization) => {
  const get = await serve();
  for (const path of [`here/query?${CIRCLE}`, "nowhere/query", "here/explain?session=there&body=7"]) {
    const { status, body, headers } = await get(path, authorization);
    expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(body.error).toContain("Authorization: Bearer");
  }
});

test("the scheme's name may be written in any case", async () => {
  expect((await (await serve())(`here/query?${CIRCLE}`, `bearer ${TOKEN}`)).status).toBe(200);
});

test.each(["Bearer undefined", "Bearer ", ""])("with no token configured, %j opens nothing", async (authorization) => {
  const get = await serve({ adminToken: undefined });
  for (const path of [`here/query?${CIRCLE}`, "here/explain?session=there&body=7"]) {
    const { status, body } = await get(path, authorization);
    expect(status).toBe(403);
    expect(body.error).toContain("KRILL_ADMIN_TOKEN");
  }
});

test("one address may ask 600 times a minute, wrong tokens counted", async () => {
  const get = await serve();
  for (let i = 0; i < 300; i++) expect((await get(`here/query?${CIRCLE}`, "Bearer guess")).status).toBe(401);
  for (let i = 0; i < 300; i++) expect((await get(`here/query?${CIRCLE}`)).status).toBe(200);
  const { status, headers } = await get(`here/query?${CIRCLE}`);
  expect(status).toBe(429);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});
