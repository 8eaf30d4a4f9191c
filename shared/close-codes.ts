/** WebSocket close codes that a Krill client has to understand. 4000 to 4099 belong to Colyseus, 4100 and up to us. */
export const CloseCode = {
  /** The player left by choosing to (Colyseus' CONSENTED). */
  left: 4000,
  /** The server is shutting down or restarting (Colyseus' SERVER_SHUTDOWN): come back in a moment. */
  serverShutdown: 4001,
  /** A frame that the server could not read, or too many of them (Colyseus' WITH_ERROR). */
  badFrame: 4002,
  /** The client was built for another PROTOCOL_VERSION: reload the page. */
  versionMismatch: 4100,
  /** The options given to join are wrong; the reason names the field. */
  badOptions: 4101,
} as const;
