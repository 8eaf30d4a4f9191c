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
  /** Each writes the keys of bodies into a list of at most `limit`; bodies that overlap or touch the area. */
  inRectangle(minX: number, minY: number, maxX: number, maxY: number, limit: number): QueriedBodies;
  inCircle(x: number, y: number, radius: number, limit: number): QueriedBodies;
  /** The nearest first, by their edges. */
  nearest(x: number, y: number, count: number): QueriedBodies;
  /** Why the client of a session sees the body with a key, or not; undefined for a session or a body that is not there. */
  explain(session: string, key: number): object | undefined;
}

export interface QueriedBodies {
  readonly bodies: readonly object[];
  /** Whether there are more than the limit let through. */
  readonly truncated: boolean;
}

export interface RoomQueryOptions {
  /** Without one, the routes are closed. */
  readonly adminToken: string | undefined;
  /** The rooms of this process by id. */
  readonly rooms: ReadonlyMap<string, QueriedRoom>;
}

const QUERIES_PER_MINUTE = 600;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
/** Coordinates beyond this many world units are refused, as everywhere. */
const COORDINATE_LIMIT = 1e9;

/** A query parameter as a number; what is no number stays text, for the error to show. */
function numeric<T extends z.ZodType<number>>(schema: T) {
  return z.preprocess((text) => (typeof text === "string" && text.trim() !== "" ? Number(text) : text), schema);
}

const coordinate = numeric(z.number().min(-COORDINATE_LIMIT).max(COORDINATE_LIMIT));
const limit = numeric(z.int().min(1).max(MAX_LIMIT)).default(DEFAULT_LIMIT);

const querySchema = z.discriminatedUnion("shape", [
  z
    .strictObject({
      shape: z.literal("rectangle"),
      minX: coordinate,
      minY: coordinate,
      maxX: coordinate,
      maxY: coordinate,
      limit,
    })
    .refine(({ minX, maxX }) => minX <= maxX, { path: ["maxX"], message: "must be at least minX" })
    .refine(({ minY, maxY }) => minY <= maxY, { path: ["maxY"], message: "must be at least minY" }),
  z.strictObject({
    shape: z.literal("circle"),
    x: coordinate,
    y: coordinate,
    radius: numeric(z.number().min(0).max(COORDINATE_LIMIT)),
    limit,
  }),
  z.strictObject({
    shape: z.literal("nearest"),
    x: coordinate,
    y: coordinate,
    count: numeric(z.int().min(1).max(MAX_LIMIT)).default(1),
  }),
]);

const explainSchema = z.strictObject({
  session: z.string().min(1).max(64),
  body: numeric(z.int().min(0)),
});

export async function roomQueryRoutes(app: FastifyInstance, { adminToken, rooms }: RoomQueryOptions): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(rateLimit, { max: QUERIES_PER_MINUTE, timeWindow: "1 minute" });
    scope.addHook("preHandler", async (request, reply) => {
      requireAdmin(request, reply, adminToken);
      return reply.sent ? reply : undefined;
    });

    scope.get<{ Params: { id: string } }>("/api/rooms/:id/query", async (request, reply) => {
      const room = roomOf(rooms, request.params.id, reply);
      const query = parse(querySchema, request.query, reply);
      if (room === undefined || query === undefined) return reply;
      if (query.shape === "rectangle") {
        return room.inRectangle(query.minX, query.minY, query.maxX, query.maxY, query.limit);
      }
      if (query.shape === "circle") return room.inCircle(query.x, query.y, query.radius, query.limit);
      return room.nearest(query.x, query.y, query.count);
    });

    scope.get<{ Params: { id: string } }>("/api/rooms/:id/explain", async (request, reply) => {
      const room = roomOf(rooms, request.params.id, reply);
      const query = parse(explainSchema, request.query, reply);
      if (room === undefined || query === undefined) return reply;
      const explanation = room.explain(query.session, query.body);
      if (explanation !== undefined) return explanation;
      const error = `no client has the session "${query.session}" here, or no body the key ${query.body}`;
      return reply.code(404).send({ code: 404, error });
    });
  });
}

function requireAdmin(request: FastifyRequest, reply: FastifyReply, adminToken: string | undefined): void {
  if (adminToken === undefined) {
    reply.code(403).send({ code: 403, error: "this is closed: set KRILL_ADMIN_TOKEN to open it" });
    return;
  }
  const given = request.headers.authorization ?? "";
  // Digests are of one length, whatever was given: so neither length nor contents of the token show in the time taken.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (timingSafeEqual(digest(given), digest(`Bearer ${adminToken}`))) return;
  reply
    .code(401)
    .header("www-authenticate", "Bearer")
    .send({ code: 401, error: "give the admin token as the header Authorization: Bearer TOKEN" });
}

function roomOf(rooms: ReadonlyMap<string, QueriedRoom>, id: string, reply: FastifyReply): QueriedRoom | undefined {
  const room = rooms.get(id);
  if (room === undefined) {
    const error = `no room "${id}" is in this process; /api/rooms lists the rooms, also those of other processes`;
    reply.code(404).send({ code: 404, error });
  }
  return room;
}

/** The parsed query, or undefined once the reply says which field is wrong. */
function parse<T>(schema: z.ZodType<T>, query: unknown, reply: FastifyReply): T | undefined {
  if (reply.sent) return undefined;
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const [{ path, message }] = result.error.issues;
  const field = path.join(".") || "query";
  const value = (query as Record<string, unknown>)[field];
  reply.code(400).send({ code: 400, error: `${field} is ${JSON.stringify(value)}: ${message}`, field });
  return undefined;
}
