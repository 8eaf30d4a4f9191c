import type { Client, ClientPrivate } from "@colyseus/core";

/**
 * Whether a client has said, on this connection, that it is there. Until then Colyseus keeps whatever is sent to it in memory, and
 * by those messages knows the ones that have not: their seat is not kept when the connection breaks.
 */
export function hasAcknowledged(client: Client): boolean {
  return messagesOf(client)._enqueuedMessages === undefined;
}

/** Makes Colyseus take it that a client has said so. */
export function takeAsAcknowledged(client: Client): void {
  delete messagesOf(client)._enqueuedMessages;
}

function messagesOf(client: Client): Partial<ClientPrivate> {
  return client as Client & Partial<ClientPrivate>;
}
