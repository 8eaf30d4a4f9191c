/**
 * Requirement: a player outlives any number of broken connections, be they ever so short.
 *
 * Colyseus keeps the seat of a connection that breaks only once the client has acknowledged that it is back; one that breaks
 * before loses its player at once. And it gives out a new token with each connection: a client that has not heard of the
 * newest knocks in vain with the one before. So here the acknowledgement is not waited for, and a session keeps its first token.
 */
import { type Client, ClientState, type Room } from "@colyseus/core";
import { takeAsAcknowledged } from "./acknowledgement.ts";

export interface Reconnections {
  /** For `onDrop`: keeps the client's seat for a while. `onReconnect` follows, or `onLeave` when the time is over. */
  keepSeat(client: Client): void;
  /** For `onReconnect`. */
  returned(client: Client): void;
  /** For `onLeave`. */
  forget(client: Client): void;
}

/** @param seconds for which the seat of a lost connection is kept, from when it broke. */
export function createReconnections(room: Room, seconds: number): Reconnections {
  /** By session: the token of those who have lost a connection. */
  const tokens = new Map<string, string>();

  return {
    keepSeat(client) {
      const hasBeenHere = tokens.has(client.sessionId);
      // It gets a full state when it is back.
      if (hasBeenHere) takeAsAcknowledged(client);
      tokens.set(client.sessionId, client.reconnectionToken);
      // Rejected when the time is over, when the client was never there, and when the room is closing: then onLeave follows.
      Promise.resolve(room.allowReconnection(client, seconds)).catch(() => {});
    },
    returned(client) {
      // Now, before it is told of another.
      client.reconnectionToken = tokens.get(client.sessionId) ?? client.reconnectionToken;
      // Its socket may have ended already, while Colyseus waited for the end of the one before: else it would leave for good.
      client.state = ClientState.JOINING;
    },
    forget: (client) => tokens.delete(client.sessionId),
  };
}
