/**
 * Requirement: one address has no more than so many connections open to this process, be they silent, slow, HTTP or WebSockets,
 * and each is given back when its socket has closed, which every socket does once.
 *
 * Counted are the sockets themselves. One too many is let in for as long as it takes to tell it: it gets 429 for the first
 * thing that it asks, and is cut off when it asks nothing. Behind a proxy all sockets come from that one, which has them
 * in its care; there, WebSockets are counted, by the address that it has appended.
 */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { addressKey, keyOfRequest } from "./address.ts";
import { createAddressCounts } from "./address-counts.ts";
import { type Refused, refusalText } from "./limit-names.ts";

export interface Connections {
  /** Why a request is not answered, when its connection is one too many. */
  whyNot(request: IncomingMessage): string | undefined;
  /** The same of a request for a WebSocket, which counts it when it may be opened. */
  whyNoUpgrade(request: IncomingMessage): string | undefined;
  readonly total: number;
  readonly addresses: number;
}

export interface ConnectionOptions {
  readonly connectionsPerAddress: number;
  readonly trustProxy: boolean;
}

/** One too many that asks nothing is cut off after this time (ms). */
const PATIENCE = 1000;

export function limitConnections(
  server: Server,
  { connectionsPerAddress, trustProxy }: ConnectionOptions,
  refused: Refused,
): Connections {
  const counts = createAddressCounts(connectionsPerAddress);
  const tooMany = new WeakSet<Socket>();
  const text = refusalText(
    `more than ${connectionsPerAddress} connections are open from your address`,
    "KRILL_CONNECTIONS_PER_ADDRESS",
    "close some of them",
  );

  /** Counts a socket until it has closed; false for one too many. */
  function count(socket: Socket, key: string): boolean {
    if (!counts.take(key)) {
      refused("connections_per_address", { address: key });
      return false;
    }
    socket.once("close", () => counts.giveBack(key));
    return true;
  }

  if (!trustProxy) {
    server.on("connection", (socket: Socket) => {
      if (count(socket, addressKey(socket.remoteAddress ?? ""))) return;
      tooMany.add(socket);
      const cut = setTimeout(() => socket.destroy(), PATIENCE);
      socket.once("close", () => clearTimeout(cut));
    });
  }

  const whyNot = ({ socket }: IncomingMessage) => (tooMany.has(socket) ? text : undefined);
  return {
    whyNot,
    whyNoUpgrade(request) {
      if (!trustProxy) return whyNot(request);
      return count(request.socket, keyOfRequest(request, trustProxy)) ? undefined : text;
    },
    get total() {
      return counts.total;
    },
    get addresses() {
      return counts.addresses;
    },
  };
}
