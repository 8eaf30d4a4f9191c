/**
 * The serializer of a room whose bodies are not Schema instances but columns of numbers (see body-encoder.ts).
 *
 * Everything but the bodies stays ordinary schema: the stock encoder writes it once per tick, and each viewer's patch is
 * those bytes followed by its own bodies. Three things differ from the stock serializer, each for a reason:
 *
 * - Every frame is a buffer of its own. A socket may hold a frame until long after the next tick, and the stock serializer
 *   hands out a view into a buffer that it uses again.
 * - The bodies take a range of reference ids that is reserved when the encoder is new, so that no object of the ordinary
 *   state can ever get one of them.
 * - The full state carries the bodies that the viewer sees. The SDK decodes it as a resync, which drops whatever it lacks.
 *
 * `id` stays "schema": the stock SDKs choose their decoder by it.
 */
import { type Client, ClientState, SchemaSerializer } from "@colyseus/core";
import { $refId, Encoder, type MapSchema, type Schema } from "@colyseus/schema";
import type { Viewer } from "../interest/viewer.ts";
import type { BodyEncoder } from "./body-encoder.ts";
import { SyncError } from "./errors.ts";
import { createWireBuffer, writeBytes } from "./wire-buffer.ts";

/**
 * Bytes that a state is encoded into before the encoder has to grow its buffer. The stock 16 KB are soon too little for a
 * few hundred players with names; growing is correct but warns.
 */
const ENCODE_BUFFER_BYTES = 256 * 1024;

/** The first byte of a frame that holds a patch (Colyseus' Protocol.ROOM_STATE_PATCH). */
const ROOM_STATE_PATCH = 15;
const PATCH_HEADER = Uint8Array.of(ROOM_STATE_PATCH);

/** What the serializer is told by its room. */
export interface BodySource {
  readonly encoder: BodyEncoder;
  /** The state's field that maps keys to bodies. On the server the map stays empty. */
  readonly mapField: string;
  /** The viewer of a client, as of this tick; undefined for a client that sees no bodies. */
  viewerOf(client: Client): Viewer | undefined;
  /** Gives a client's viewer with all that it sees now in `entered`, as if it had seen nothing before. */
  restartViewer(client: Client): Viewer | undefined;
  /** Told of each patch that is sent. */
  patchSent(bytes: number): void;
}

export class BodySerializer<T extends Schema> extends SchemaSerializer<T> {
  readonly #source: BodySource;
  readonly #frame = createWireBuffer(4096);

  constructor(source: BodySource) {
    Encoder.BUFFER_SIZE = Math.max(Encoder.BUFFER_SIZE, ENCODE_BUFFER_BYTES);
    super();
    this.#source = source;
  }

  override reset(state: T): void {
    super.reset(state);
    const { encoder, mapField } = this.#source;
    const map = (state as unknown as Record<string, MapSchema | undefined>)[mapField];
    const mapRefId = map?.[$refId];
    if (mapRefId === undefined) {
      throw new SyncError(
        "UNKNOWN_MAP",
        `the state has no map field "${mapField}" for its bodies; name one that it has`,
      );
    }
    const root = this.encoder.root as unknown as { nextUniqueId: number };
    encoder.useRefIds(mapRefId, root.nextUniqueId);
    root.nextUniqueId += encoder.capacity;
  }

  override getFullState(client?: Client): Buffer {
    // The stock cache is not used: it would have to be told of every change, and a join is rare.
    this.needFullEncode = true;
    const ordinary = super.getFullState();
    const frame = this.#frame;
    frame.length = 0;
    writeBytes(frame, ordinary, 0, ordinary.length);
    const viewer = client && this.#source.restartViewer(client);
    if (viewer) {
      this.#source.encoder.writeEntered(frame, viewer.entered.ids, viewer.entered.count);
    }
    return Buffer.from(frame.bytes.subarray(0, frame.length));
  }

  override applyPatches(clients: Client[]): boolean {
    const ordinary = this.encoder.hasChanges ? this.encoder.encode({ offset: 1 }) : undefined;
    let sent = false;
    for (const client of clients) {
      if (client.state !== ClientState.JOINED) continue;
      const patch = this.#patchFor(client, ordinary);
      if (patch.length === 1) continue;
      client.raw(patch);
      this.#source.patchSent(patch.length);
      sent = true;
    }
    this.encoder.discardChanges();
    return sent;
  }

  #patchFor(client: Client, ordinary: Uint8Array | undefined): Buffer {
    const frame = this.#frame;
    frame.length = 0;
    writeBytes(frame, PATCH_HEADER, 0, 1);
    if (ordinary) writeBytes(frame, ordinary, 1, ordinary.length);
    const viewer = this.#source.viewerOf(client);
    if (viewer) {
      const { encoder } = this.#source;
      encoder.writeLeft(frame, viewer.left.ids, viewer.left.count);
      encoder.writeEntered(frame, viewer.entered.ids, viewer.entered.count);
      encoder.writeChanged(frame, viewer.stayed.ids, viewer.stayed.count);
    }
    return Buffer.from(frame.bytes.subarray(0, frame.length));
  }
}
