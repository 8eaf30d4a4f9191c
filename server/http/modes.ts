import { matchMaker } from "@colyseus/core";
import type { FastifyInstance } from "fastify";

/** A mode as a menu shows it. */
export interface ListedMode {
  readonly name: string;
  readonly title: string;
  /** A sentence. */
  readonly description: string;
}

/** `/api/modes`: the modes that clients may ask for, with how many play each now; the first is the default. */
export function modesRoute(app: FastifyInstance, roomName: string, modes: readonly ListedMode[]): void {
  app.get("/api/modes", async () => {
    const rooms = await matchMaker.query({ name: roomName });
    return {
      default: modes[0].name,
      modes: modes.map(({ name, title, description }) => {
        const ofMode = rooms.filter(({ metadata }) => (metadata as { mode?: string } | undefined)?.mode === name);
        const players = ofMode.reduce((sum, { clients }) => sum + clients, 0);
        return { name, title, description, players, rooms: ofMode.length };
      }),
    };
  });
}
