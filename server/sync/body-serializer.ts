/**
 * The serializer of a room whose bodies are not Schema instances but columns of numbers (see body-encoder.ts).
 *
 * Everything but the bodies stays ordinary schema: the stock encoder writes it once per tick, and each viewer's patch is
 * those bytes followed by its own bodies. What differs from the stock serializer, each for a reason:
 *
 * - The bytes of a frame are not written again while anyone may read them. A socket may hold a frame until long after the next
 *   tick, and the stock serializer hands out a view into a buffer that it uses again. Here that is done only where sockets copy
 *   what they are sent (`keepsFrames`).
 * - The bodies take a range of reference ids that is reserved when the encoder is new, so that no object of the ordinary
 *   state can ever get one of them.
 * - The full state carries the bodies that the viewer sees. The SDK decodes it as a resync, which drops whatever it lacks.
 * - A reader that falls behind gets no patches, and a full state once it has caught up: the present, not the past.
 *
 * `id` stays "schema": the stock SDKs choose their decoder by it.
 */
import { type Client, ClientState, SchemaSerializer } from "@colyseus/core";
import { $refId, Encoder, type MapSchema, type Schema } from "@colyseus/schema";
import { NO_AUDIENCE, type ViewerAudience } from "./audience.ts";
import type { BodyEncoder } from "./body-encoder.ts";
import { SyncError } from "./errors.ts";
import { createPostponedLists } from "./postponed.ts";
import {
  createReader,
  hasOtherAudience,
  NEVER,
  type Reader,
  type SlowReaderLimits,
  slowReaderLimits,
  type TooSlow,
  turnOf,
} from "./reader.ts";
import { appendSlot, createSlotList, type ViewLists } from "./slot-lists.ts";
import { createWireBuffer, reserve, rewind, takeFrame } from "./wire-buffer.ts";

/**
 * Bytes that a state is encoded into before the encoder has to grow its buffer. The stock 16 KB are soon too little for a
 * few hundred players with names; growing is correct but warns.
 */
const ENCODE_BUFFER_BYTES = 256 * 1024;

/** Frames of a tick stand one behind the other in chunks of this size: one waiting in a socket keeps its whole chunk. */
const FRAME_CHUNK_BYTES = 64 * 1024;

/** The first byte of a frame that holds a full state or a patch (Colyseus' Protocol). */
const ROOM_STATE_PATCH = 15;
const PATCH_HEADER = Buffer.of(ROOM_STATE_PATCH);

/**
 * Ticks before the last frame to a lost connection of which no one knows whether they arrived. A client that is connected
 * again may be as far back: longer than any socket lives without an answer to Colyseus' pings.
 */
const DOUBTFUL_TICKS = 3000;

/** What the serializer is told by its room. */
export interface BodySource {
  readonly encoder: BodyEncoder;
  /** The state's field that maps keys to bodies. On the server the map stays empty. */
  readonly mapField: string;
  /**
   * The lists of a client's viewer, as of this tick; undefined for a client that sees no bodies. Always the same object for a
   * session, also when it has reconnected, and for no other session: by it the serializer knows what the client has been told.
   */
  viewerOf(client: Client): ViewLists | undefined;
  /** Gives a client's viewer with all that it sees now in `entered`, as if it had seen nothing before. */
  restartViewer(client: Client): ViewLists | undefined;
  /** Which fields beyond those for all a client may see. Default: none. */
  audienceOf?(client: Client): ViewerAudience | undefined;
  /** Bytes that wait in the client's socket. Without it no reader counts as slow. */
  bufferedBytes?(client: Client): number;
  /**
   * Whether the bytes of a frame may still be read when the client's `raw` has returned. As long as none do, a tick's frames take
   * the memory of the last one's. Default: all keep them.
   */
  keepsFrames?(client: Client): boolean;
  readonly slowReaders?: SlowReaderLimits;
  /** Told once of a client that is past the limits of `slowReaders`: it gets nothing more, close it. */
  tooSlow?(client: Client, reason: TooSlow): void;
  /** Told once per tick when all frames are made, before the first is sent. */
  framesMade?(): void;
  /** Told of each frame of a tick that is sent. */
  patchSent?(bytes: number): void;
  /** Told of each client that gets no patch because it reads too slowly. */
  patchSkipped?(client: Client): void;
}

export class BodySerializer<T extends Schema> extends SchemaSerializer<T> {
  readonly #source: BodySource;
  readonly #limits: Required<SlowReaderLimits>;
  readonly #frames = createWireBuffer(FRAME_CHUNK_BYTES);
  /** Whether some frame may be held by someone still. */
  #isKept = false;
  /** By viewer, or by client where it has none. */
  readonly #readers = new WeakMap<object, Reader>();
  readonly #merged: ReturnType<typeof createPostponedLists>;
  readonly #certain = createSlotList();
  /** Frames of this tick, and the clients that they are for. */
  readonly #outbox: Buffer[] = [];
  readonly #recipients: Client[] = [];
  #map: MapSchema | undefined;
  #lastTick = 0;

  /** @throws SyncError BAD_LIMIT. */
  constructor(source: BodySource) {
    Encoder.BUFFER_SIZE = Math.max(Encoder.BUFFER_SIZE, ENCODE_BUFFER_BYTES);
    super();
    this.#source = source;
    this.#limits = slowReaderLimits(source.slowReaders ?? {});
    this.#merged = createPostponedLists(source.encoder.capacity);
  }

  /** @throws SyncError UNKNOWN_MAP. */
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
    this.#map = map;
    const root = this.encoder.root as unknown as { nextUniqueId: number };
    encoder.useRefIds(mapRefId, root.nextUniqueId);
    root.nextUniqueId += encoder.refIds;
  }

  /** The state with all bodies that the client sees; without a client, with none. */
  override getFullState(client?: Client): Buffer {
    if (!client) return this.#ordinaryFullState();
    const reader = this.#readerOf(client, this.#source.viewerOf(client));
    const since = reader.lastTick === NEVER ? Number.POSITIVE_INFINITY : reader.lastTick - DOUBTFUL_TICKS;
    reader.behindSince = NEVER;
    reader.isGivenUp = false;
    // Whoever asks may keep it.
    return Buffer.from(this.#fullFrame(client, reader, since));
  }

  /**
   * Sends each client what changed for it at this tick. To be called once after each `beginTick` of the encoder and look of
   * the viewers; called again without them, it sends only the rest of the state.
   *
   * @throws SyncError TICK_NOT_SENT when a tick was left out; MAP_NOT_EMPTY when the state's map has entries of its own.
   */
  override applyPatches(clients: Client[]): boolean {
    this.#check();
    const hasNewTick = this.#source.encoder.tick !== this.#lastTick;
    this.#lastTick = this.#source.encoder.tick;
    const ordinary = this.encoder.hasChanges ? this.encoder.encode({ offset: 1 }) : PATCH_HEADER;
    ordinary[0] = ROOM_STATE_PATCH;
    for (const client of clients) {
      if (client.state === ClientState.JOINED) this.#serve(client, ordinary, hasNewTick);
    }
    this.encoder.discardChanges();
    this.#source.framesMade?.();
    return this.#send();
  }

  #check(): void {
    const { encoder, mapField } = this.#source;
    if (encoder.tick > this.#lastTick + 1 && this.#lastTick > 0) {
      throw new SyncError(
        "TICK_NOT_SENT",
        `beginTick was called ${encoder.tick - this.#lastTick} times since the last patch; broadcast a patch after each`,
      );
    }
    if (this.#map && this.#map.size > 0) {
      throw new SyncError(
        "MAP_NOT_EMPTY",
        `the state's "${mapField}" has ${this.#map.size} entries; keep it empty on the server, its bodies are the columns'`,
      );
    }
  }

  #serve(client: Client, ordinary: Uint8Array, hasNewTick: boolean): void {
    const source = this.#source;
    const viewer = source.viewerOf(client);
    const reader = this.#readerOf(client, viewer);
    const { tick } = source.encoder;
    const turn = source.bufferedBytes ? turnOf(reader, source.bufferedBytes(client), tick, this.#limits) : "patch";
    switch (turn) {
      case "patch":
        this.#post(client, this.#patchFrame(client, reader, hasNewTick ? viewer : undefined, ordinary));
        break;
      case "full":
        this.#post(client, this.#fullFrame(client, reader, reader.lastTick));
        if (reader.postponed.count > 0) this.#post(client, this.#postponedFrame(client, reader));
        break;
      case "skip":
        source.patchSkipped?.(client);
        break;
      default:
        reader.isGivenUp = true;
        source.tooSlow?.(client, turn);
    }
  }

  #readerOf(client: Client, viewer: ViewLists | undefined): Reader {
    const key = viewer ?? client;
    let reader = this.#readers.get(key);
    if (!reader) {
      reader = createReader();
      this.#readers.set(key, reader);
    }
    return reader;
  }

  #audienceOf(client: Client): ViewerAudience {
    return this.#source.audienceOf?.(client) ?? NO_AUDIENCE;
  }

  /** The bytes of the whole state but for the bodies. */
  #ordinaryFullState(): Buffer {
    // The stock cache is not used: it would have to be told of every change, and a join is rare.
    this.needFullEncode = true;
    return super.getFullState() as Buffer;
  }

  /** A full state. It leaves out bodies that a client which is up to date as of tick `since` cannot be told of yet. */
  #fullFrame(client: Client, reader: Reader, since: number): Buffer {
    const { encoder } = this.#source;
    const frames = this.#frames;
    const viewer = this.#source.restartViewer(client);
    const certain = this.#certain;
    const { postponed } = reader;
    certain.count = 0;
    postponed.count = 0;
    if (viewer) {
      const { slots, count } = viewer.entered;
      for (let i = 0; i < count; i++) {
        appendSlot(encoder.lives.canBeTold(slots[i], since) ? certain : postponed, slots[i]);
      }
    }
    const audience = this.#audienceOf(client);
    this.#append(this.#ordinaryFullState());
    encoder.writeEntered(frames, certain, audience, reader.lastTick !== NEVER);
    this.#told(reader, audience);
    return takeFrame(frames);
  }

  /** What follows a full state that had to leave out bodies. */
  #postponedFrame(client: Client, reader: Reader): Buffer {
    this.#append(PATCH_HEADER);
    this.#source.encoder.writeEntered(this.#frames, reader.postponed, this.#audienceOf(client));
    reader.postponed.count = 0;
    return takeFrame(this.#frames);
  }

  #patchFrame(client: Client, reader: Reader, viewer: ViewLists | undefined, ordinary: Uint8Array): Buffer {
    const { encoder } = this.#source;
    const frames = this.#frames;
    this.#append(ordinary);
    if (viewer) {
      const audience = this.#audienceOf(client);
      const { left, entered, stayed, due } = this.#listsFor(reader, viewer);
      encoder.writeLeft(frames, left);
      encoder.writeEntered(frames, entered, audience);
      encoder.writeChanged(frames, due, audience);
      if (hasOtherAudience(reader, audience)) encoder.writeAudienceChange(frames, stayed, audience);
      this.#told(reader, audience);
    }
    return takeFrame(frames);
  }

  #listsFor(reader: Reader, viewer: ViewLists): ViewLists {
    if (reader.postponed.count === 0) return viewer;
    this.#merged.merge(viewer, reader.postponed);
    reader.postponed.count = 0;
    return this.#merged.lists;
  }

  #told(reader: Reader, { owner, team }: ViewerAudience): void {
    reader.lastTick = this.#source.encoder.tick;
    reader.owner = owner;
    reader.team = team;
  }

  #append(bytes: Uint8Array): void {
    const frames = this.#frames;
    reserve(frames, bytes.length);
    frames.bytes.set(bytes, frames.length);
    frames.length += bytes.length;
  }

  #post(client: Client, frame: Buffer): void {
    // Nothing but the first byte: nothing has changed.
    if (frame.length === 1) return;
    this.#recipients.push(client);
    this.#outbox.push(frame);
  }

  #send(): boolean {
    const outbox = this.#outbox;
    const recipients = this.#recipients;
    const source = this.#source;
    let bytes = 0;
    for (let i = 0; i < outbox.length; i++) {
      const { length } = outbox[i];
      recipients[i].raw(outbox[i]);
      this.#isKept ||= source.keepsFrames?.(recipients[i]) ?? true;
      source.patchSent?.(length);
      bytes += length;
    }
    const sent = outbox.length > 0;
    outbox.length = 0;
    recipients.length = 0;
    if (!this.#isKept) rewind(this.#frames, bytes);
    return sent;
  }
}
