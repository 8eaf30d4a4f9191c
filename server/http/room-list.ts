import { matchMaker } from "@colyseus/core";
import type { FastifyInstance } from "fastify";

/** `/api/rooms`: the public rooms, for a lobby to show. */
export function roomListRoute(app: FastifyInstance): void {
  app.get("/api/rooms", async () => {
    const rooms = await matchMaker.query({ private: false });
    return {
      rooms: rooms.map(({ roomId, name, clients, maxClients, locked, createdAt, metadata }) => ({
        roomId,
        name,
        clients,
        maxClients,
        locked: locked ?? false,
        createdAt,
        metadata: metadata ?? null,
      })),
    };
  });
}
