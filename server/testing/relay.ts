import { type AddressInfo, createServer, connect as openSocket, type Socket } from "node:net";

/** A line between a client and a server of this machine that a test can make bad, whatever WebSocket the client uses. */
export interface Relay {
  /** As in `http://127.0.0.1:40123`: what the client takes for the server. */
  readonly url: string;
  /** Nothing more reaches the client, though what it sends arrives: what the server writes soon waits in its own buffers. */
  pause(): void;
  resume(): void;
  /** Ends all connections without a word, as when a cable is pulled. New ones are accepted. */
  cut(): void;
  /** Ends all, and accepts none any more. */
  close(): void;
}

/** @param port the server's. */
export async function openRelay(port: number): Promise<Relay> {
  /** The two ends of each connection. */
  const lines = new Set<{ client: Socket; server: Socket }>();
  const relay = createServer((client) => {
    const server = openSocket(port, "127.0.0.1");
    const line = { client, server };
    lines.add(line);
    client.pipe(server);
    server.pipe(client);
    for (const socket of [client, server]) {
      socket.on("error", () => {}); // "close" follows
      socket.on("close", () => {
        lines.delete(line);
        client.destroy();
        server.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));

  function cut(): void {
    for (const { client, server } of lines) {
      client.destroy();
      server.destroy();
    }
  }

  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    pause() {
      for (const { client, server } of lines) server.unpipe(client).pause();
    },
    resume() {
      for (const { client, server } of lines) server.pipe(client);
    },
    cut,
    close() {
      relay.close();
      cut();
    },
  };
}
