/**
 * Imported before the SDK: without a WebSocket of the platform's, the SDK takes the `ws` package's, which can do what a load
 * test needs of it (stop reading, cut the line without a close frame) and costs less than Node's own.
 */
Reflect.deleteProperty(globalThis, "WebSocket");

/** What a load test does to the SDK's socket, below the SDK. */
export interface NodeSocket {
  /** Stops and goes on reading: what comes waits in the kernel's buffers, and then in the server. */
  pause(): void;
  resume(): void;
  /** Cuts the line at once, without a close frame. */
  terminate(): void;
  send(data: Uint8Array | string): void;
  readonly readyState: number;
}

/** The socket below a room of the SDK. */
export function socketOf(room: { connection: { transport: object } }): NodeSocket {
  return (room.connection.transport as { ws: NodeSocket }).ws;
}
