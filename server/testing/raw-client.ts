import { once } from "node:events";
import { Decoder } from "@colyseus/schema";
import { WebSocket } from "ws";
import { ArenaState } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";

/** First bytes of frames (Colyseus' Protocol). */
const JOIN_ROOM = 10;
const ROOM_STATE = 14;
const ROOM_STATE_PATCH = 15;

/** A client below the SDK: it can stop reading, and send any bytes. Its frames are decoded by the stock Decoder. */
export interface RawClient {
  readonly socket: WebSocket;
  readonly state: ArenaState;
  /** The ticks of all patches decoded, the full state's first. */
  readonly ticks: readonly number[];
  /** Called after each patch. */
  onPatch: () => void;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
}

export interface Seat {
  readonly roomId: string;
  readonly sessionId: string;
  readonly processId: string;
}

/** Reserves a seat as the SDK does. */
export async function reserveSeat(url: string, room: string, options: object): Promise<Seat> {
  const response = await fetch(`${url}/matchmake/joinOrCreate/${room}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(options),
  });
  const seat = await response.json();
  if (!response.ok) throw new Error(`no seat: ${JSON.stringify(seat)}`);
  return seat;
}

/**
 * Opens the WebSocket of a reserved seat; what comes is up to the caller.
 *
 * @param token of a session that has lost its connection, and comes back.
 */
export function openSeat(url: string, seat: Seat, token?: string): WebSocket {
  const query = new URLSearchParams({
    sessionId: seat.sessionId,
    ...(token !== undefined && { reconnectionToken: token }),
  });
  return new WebSocket(`${url.replace("http", "ws")}/${seat.processId}/${seat.roomId}?${query}`);
}

/** Waits for the frame that says that the seat is taken. @returns the token with which the session may come back */
export async function tokenOf(socket: WebSocket): Promise<string> {
  const [frame] = (await once(socket, "message")) as [Buffer];
  if (frame[0] !== JOIN_ROOM) throw new Error(`the first frame has the code ${frame[0]}`);
  return frame.toString("utf8", 2, 2 + frame[1]);
}

/** Says that the client is there. @returns the state that it gets thereupon */
export async function acknowledge(socket: WebSocket): Promise<ArenaState> {
  socket.send(Uint8Array.of(JOIN_ROOM));
  const [frame] = (await once(socket, "message")) as [Buffer];
  if (frame[0] !== ROOM_STATE) throw new Error(`a frame with the code ${frame[0]} came before the state`);
  const decoder = new Decoder(new ArenaState());
  decoder.decode(frame, { offset: 1 });
  return decoder.state;
}

export async function joinRaw(url: string, room: string): Promise<RawClient> {
  const socket = openSeat(url, await reserveSeat(url, room, { version: PROTOCOL_VERSION, name: "raw" }));
  const decoder = new Decoder(new ArenaState());
  const ticks: number[] = [];
  const client: RawClient = {
    socket,
    state: decoder.state,
    ticks,
    onPatch: () => {},
    closed: once(socket, "close").then(([code]) => code as number),
  };
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (frame: Buffer) => {
      if (frame[0] === JOIN_ROOM) socket.send(Uint8Array.of(JOIN_ROOM));
      if (frame[0] !== ROOM_STATE && frame[0] !== ROOM_STATE_PATCH) return;
      decoder.decode(frame, { offset: 1 });
      ticks.push(decoder.state.tick);
      client.onPatch();
      resolve();
    });
  });
  return client;
}
