/** WebSocket close codes that a Krill client has to understand. 4000 to 4099 belong to Colyseus, 4100 and up to us. */
export const CloseCode = {
  /** The player left by choosing to (Colyseus' CONSENTED). */
  left: 4000,
  /** The server is shutting down or restarting (Colyseus' SERVER_SHUTDOWN): come back in a moment. */
  serverShutdown: 4001,
  /** A frame that the server could not read (Colyseus' WITH_ERROR). */
  badFrame: 4002,
  /** Nothing is wrong but the line: reconnect (Colyseus' MAY_TRY_RECONNECT). */
  mayReconnect: 4010,
  /** The client was built for another PROTOCOL_VERSION: reload the page. */
  versionMismatch: 4100,
  /** The client took its seat and then said nothing. */
  neverJoined: 4101,
  /** The client reads more slowly than it is sent to, and has not caught up in time. */
  slowReader: 4102,
  /** A moderator has sent the player away; the reason is for the player to read. Joining again is allowed. */
  kicked: 4103,
  /** The player's address is banned; the reason is for the player to read. */
  banned: 4104,
  /** The room has ended because of a fault of the server: join another. */
  roomFailed: 4105,
  /** The client has sent more than it may in a second; the reason names the limit. */
  overLimit: 4106,
  /** The player's address has all the seats that it may have; the reason says how many. */
  tooManyPlayers: 4107,
  /** The join token of the client's seat has let somebody in meanwhile: a new one is needed. */
  tokenUsed: 4108,
  /** Nobody could say in time whether the join token of the client's seat has let somebody in: again in a moment. */
  tokenUnchecked: 4109,
} as const;

/** HTTP statuses of matchmaking that a client has to understand; the SDK gives them as the code of a failed join. */
export const JoinStatus = {
  /** The options given to join are wrong; the message names the field. */
  badOptions: 422,
  /** The room that was asked for by its id is not there, or is locked (Colyseus' MATCHMAKE_INVALID_ROOM_ID); the message says which. */
  noSuchRoom: 522,
  /** The server wants a join token: there was none, or it is not good any more; the message says which. */
  badToken: 401,
  /** A seat waits for who has brought this join token: again in a few seconds, if that was oneself. */
  tokenHeld: 409,
  /** The address is banned; the message is for the player to read. */
  banned: 403,
  /** The page is of another origin than the server, and not among those that the host allows. */
  foreignOrigin: 421,
  /** The address has all the connections or seats that it may have, or joins too often; the message says which. */
  tooMany: 429,
  /** More clients want to join at once than the server lets in: again in a second. */
  busy: 529,
  /** All rooms are full, and no more may be opened; the message says how many. */
  full: 507,
  /** The server is shutting down. */
  unavailable: 503,
} as const;
