/**
 * `/api/rooms/:id/query` and `/explain`: what is where in a room, and why a client sees a body or does not. For tools: behind
 * the admin token, and limited, since a query may be as dear as a tick.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

/** What the routes ask of a room. Coordinates in u. */
export interface QueriedRoom {
  /** Each gives at most `limit` bodies, of those that overlap or touch the area, in no particular order. */
  inRectangle(minX: number, minY: number, maxX: number, maxY: number, limit: number): QueriedBodies;
  inCircle(x: number, y: number, radius: number, limit: number): QueriedBodies;
  /** The `count` nearest by their edges, the nearest first; of these at most `limit`. */
  nearest(x: number, y: number, count: number, limit: number): QueriedBodies;
  /** Why the client of a session sees the body with a key, or not; or which of the two is not there. */
  explain(session: string, key: number): object | "no-session" | "no-body";
}

export interface QueriedBodies {
  readonly bodies: readonly object[];
  /** Whether there are more than the limit let through. */
  readonly truncated: boolean;
}

export interface RoomQueryOptions {
  /** Without one, the routes are closed. */
  readonly adminToken: string | undefined;
  /** The rooms of this process that can be asked, by id. */
  readonly rooms: ReadonlyMap<string, QueriedRoom>;
  /** Where any other room runs; undefined when there is none of that id. */
  locate(id: string): Promise<RoomPlace | undefined>;
}

export interface RoomPlace {
  /** Whether it runs in this process. */
  readonly isHere: boolean;
  /** Where its process is reached, as far as that is known; host, port and path without a scheme. */
  readonly address: string | undefined;
}

const QUERIES_PER_MINUTE = 600;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
/** Coordinates beyond this many world units are refused, as everywhere. */
const COORDINATE_LIMIT = 1e9;
/** Largest key of a body that is looked for; no room has as many bodies. */
const MAX_KEY = 2 ** 31 - 1;

/** A query parameter as a number; what is no number stays as it is, and is refused. */
function numeric<T extends z.ZodType<number>>(schema: T) {
  return z.preprocess((text) => (typeof text === "string" && text.trim() !== "" ? Number(text) : text), schema);
}

function numberFrom(least: number, most: number) {
  const error = `give a number from ${least} to ${most}`;
  return numeric(z.number({ error }).min(least, { error }).max(most, { error }));
}

function integerFrom(least: number, most: number) {
  const error = `give an integer from ${least} to ${most}`;
  return numeric(z.int({ error }).min(least, { error }).max(most, { error }));
}

/** Exactly these parameters. */
function parameters<T extends z.ZodRawShape>(shape: T) {
  const error = `is not asked for; the parameters are ${Object.keys(shape).join(", ")}`;
  return z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? error : undefined) });
}

const coordinate = numberFrom(-COORDINATE_LIMIT, COORDINATE_LIMIT);
const limit = integerFrom(1, MAX_LIMIT).default(DEFAULT_LIMIT);

const querySchema = z.discriminatedUnion(
  "shape",
  [
    parameters({
      shape: z.literal("rectangle"),
      minX: coordinate,
      minY: coordinate,
      maxX: coordinate,
      maxY: coordinate,
      limit,
    })
      .refine(({ minX, maxX }) => minX <= maxX, { path: ["maxX"], message: "give at least minX" })
      .refine(({ minY, maxY }) => minY <= maxY, { path: ["maxY"], message: "give at least minY" }),
    parameters({
      shape: z.literal("circle"),
      x: coordinate,
      y: coordinate,
      radius: numberFrom(0, COORDINATE_LIMIT),
      limit,
    }),
    parameters({
      shape: z.literal("nearest"),
      x: coordinate,
      y: coordinate,
      count: integerFrom(1, MAX_LIMIT).default(1),
      limit,
    }),
  ],
  { error: (issue) => (issue.code === "invalid_union" ? "give rectangle, circle or nearest" : undefined) },
);

const SESSION_REMEDY = "give the session id of a client of the room";

const explainSchema = parameters({
  session: z.string({ error: SESSION_REMEDY }).min(1, { error: SESSION_REMEDY }),
  body: integerFrom(0, MAX_KEY),
});

export async function roomQueryRoutes(app: FastifyInstance, options: RoomQueryOptions): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(rateLimit, { max: QUERIES_PER_MINUTE, timeWindow: "1 minute" });
    scope.addHook("preHandler", async (request, reply) => {
      requireAdmin(request, reply, options.adminToken);
      return reply.sent ? reply : undefined;
    });

    scope.get<{ Params: { id: string } }>("/api/rooms/:id/query", async (request, reply) => {
      const room = await roomOf(options, request.params.id, reply);
      const query = parse(querySchema, request.query, reply);
      if (room === undefined || query === undefined) return reply;
      if (query.shape === "rectangle") {
        return room.inRectangle(query.minX, query.minY, query.maxX, query.maxY, query.limit);
      }
      if (query.shape === "circle") return room.inCircle(query.x, query.y, query.radius, query.limit);
      return room.nearest(query.x, query.y, query.count, query.limit);
    });

    scope.get<{ Params: { id: string } }>("/api/rooms/:id/explain", async (request, reply) => {
      const room = await roomOf(options, request.params.id, reply);
      const query = parse(explainSchema, request.query, reply);
      if (room === undefined || query === undefined) return reply;
      const { session, body } = query;
      const explanation = room.explain(session, body);
      if (explanation === "no-session") {
        const error = `session is ${JSON.stringify(session)}: no client of the room has it; ${SESSION_REMEDY}`;
        return reply.code(404).send({ code: 404, error, field: "session" });
      }
      if (explanation === "no-body") {
        const error = `body is ${body}: the room has no such body now; give the key of one that /query lists`;
        return reply.code(404).send({ code: 404, error, field: "body" });
      }
      return explanation;
    });
  });
}

function requireAdmin(request: FastifyRequest, reply: FastifyReply, adminToken: string | undefined): void {
  if (adminToken === undefined) {
    reply.code(403).send({ code: 403, error: "this is closed; start the server with KRILL_ADMIN_TOKEN to open it" });
    return;
  }
  const given = (request.headers.authorization ?? "").replace(/^bearer +/i, "Bearer ");
  // Digests are of one length, whatever was given: so neither length nor contents of the token show in the time taken.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (timingSafeEqual(digest(given), digest(`Bearer ${adminToken}`))) return;
  reply
    .code(401)
    .header("www-authenticate", "Bearer")
    .send({ code: 401, error: "give the admin token as the header Authorization: Bearer TOKEN" });
}

/** The room, or undefined once the reply says why it cannot be asked here. */
async function roomOf(
  { rooms, locate }: RoomQueryOptions,
  id: string,
  reply: FastifyReply,
): Promise<QueriedRoom | undefined> {
  const room = rooms.get(id);
  if (room === undefined) reply.code(404).send({ code: 404, error: whyNotHere(id, await locate(id)) });
  return room;
}

function whyNotHere(id: string, place: RoomPlace | undefined): string {
  if (place === undefined) return `there is no room ${JSON.stringify(id)}; /api/rooms lists those that there are`;
  if (place.isHere) return `room "${id}" answers no queries: it is of a kind that offers none`;
  const remedy = place.address ? `at ${place.address}` : "(which one would be known if it had a KRILL_PUBLIC_ADDRESS)";
  return `room "${id}" runs in another process, and only that one can answer: ask there, ${remedy}`;
}

/** The parsed query, or undefined once the reply says which field is wrong. */
function parse<T>(schema: z.ZodType<T>, query: unknown, reply: FastifyReply): T | undefined {
  if (reply.sent) return undefined;
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path.join(".");
  const value = (query as Record<string, unknown>)[field];
  const error = `${field} is ${value === undefined ? "missing" : JSON.stringify(value)}: ${issue.message}`;
  reply.code(400).send({ code: 400, error, field });
  return undefined;
}
