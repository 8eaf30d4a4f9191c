/**
 * Interest and sync for any Colyseus room: bodies in a space, of which each client sees those in its areas, written into its
 * patches straight from columns of numbers. The room's other state stays ordinary schema.
 *
 * It is a function, to be called before the room has its state, and no plugin of the kind that Colyseus knows: those are told of their
 * room when the stock serializer has already numbered the state's objects.
 */
import type { Client, Room } from "@colyseus/core";
import type { Schema } from "@colyseus/schema";
import { CloseCode } from "../../shared/close-codes.ts";
import type { PhaseTimer } from "../../shared/phases.ts";
import {
  type Area,
  createInterest,
  type Interest,
  type InterestOptions,
  type Viewer,
  type ViewerOptions,
} from "../interest/interest.ts";
import type { Space } from "../space/space.ts";
import { type BodyEncoderOptions, createBodyEncoder } from "../sync/body-encoder.ts";
import type { SchemaClass } from "../sync/body-layout.ts";
import { BodySerializer, type BodySource } from "../sync/body-serializer.ts";
import { type BodyValues, createFill } from "./body-values.ts";
import { gatherFrames, keepsFrames } from "./frames/frame-writer.ts";
import { bufferedBytes } from "./slow-readers.ts";

/** What is synced, and of it, as `BodyValues`, where its values are: `arrays`, `objects`, or a function `fill`. */
export type SyncedBodiesOptions = BodyValues &
  // As in BodySource. By default, a client that reads too slowly is closed.
  Partial<Pick<BodySource, "audienceOf" | "slowReaders" | "tooSlow" | "patchSent" | "patchSkipped">> & {
    /** All its bodies are synced. To be stepped before each `send`. */
    readonly space: Space;
    /** The class of the bodies as clients know them, made by `schema({...})`: its fields are the columns. */
    readonly bodyClass: SchemaClass;
    /** The field of the room's state that maps keys to bodies. Keep it empty on the server. A body's key is `slotOf(id)`. */
    readonly mapField: string;
    readonly interest?: InterestOptions;
    readonly encoder?: BodyEncoderOptions;
    /** Told of each client that has a viewer before that looks: to bring its areas up to date. */
    aim?(client: Client, viewer: Viewer): void;
    /** Told how many bodies came into clients' sight and went out of it, once per `send`. */
    sightChanged?(entered: number, left: number): void;
    /** Told where the phases encode, interest and send end. */
    readonly timer?: PhaseTimer;
  };

export interface SyncedBodies {
  readonly interest: Interest;
  /** The viewer of a client that has one. It stays the same when the client reconnects. */
  viewerOf(client: Client): Viewer | undefined;
  /**
   * Gives a client a viewer; to be called in `onJoin`. Areas are plain objects, and may be altered as the client looks around.
   *
   * @throws InterestError for viewer options that cannot be used.
   */
  addViewer(client: Client, areas: readonly Area[], options?: ViewerOptions): Viewer;
  /** To be called in `onLeave`, which Colyseus calls also after an `onJoin` that threw. Without a viewer, it does nothing. */
  removeViewer(client: Client): void;
  /**
   * Looks for every viewer, and sends each client what has changed, bodies and all other state. To be called once a tick, after
   * `space.step()`.
   *
   * @throws SyncError NO_OBJECT for a body that `objects` lacks; InterestError for an area that is none.
   */
  send(): void;
}

/**
 * Makes `room` sync bodies. To be called in the initializer of a field, or in `onCreate` before `state` is assigned: with the
 * state, Colyseus chooses the serializer. Patches are sent by `send`; Colyseus' own patch timer does no harm, and sends what else changes between ticks.
 *
 * @throws SyncError for a body class, arrays or limits that cannot be used; InterestError for walls or kinds that cannot.
 */
export function syncBodies<S extends Schema>(room: Room<{ state: S }>, options: SyncedBodiesOptions): SyncedBodies {
  const { space, mapField, aim, sightChanged, timer } = options;
  const { bodies } = space;
  const encoder = createBodyEncoder(options.bodyClass, bodies.capacity, options.encoder);
  const interest = createInterest(space, { bytes: encoder.bytes, ...options.interest });
  const fill = createFill(options, bodies, encoder.columns);
  /** By session, which a client keeps when it reconnects. */
  const viewers = new Map<string, Viewer>();
  const viewerOf = ({ sessionId }: Client) => viewers.get(sessionId);

  const serializer = new BodySerializer<S>({
    tooSlow: closeSlow,
    ...options,
    encoder,
    mapField,
    viewerOf,
    restartViewer(client) {
      const viewer = viewerOf(client);
      if (!viewer) return undefined;
      aim?.(client, viewer);
      interest.restart(viewer);
      return viewer;
    },
    bufferedBytes,
    keepsFrames,
    framesMade: () => timer?.mark("encode"),
  });
  // Ours must be the one, and the only one, that numbers the state's objects.
  const install = room.setSerializer;
  room.setSerializer = () => install.call(room, serializer);

  const broadcastPatch = () => void room.broadcastPatch();

  function aimAll(aimAt: (client: Client, viewer: Viewer) => void): void {
    for (const client of room.clients) {
      const viewer = viewerOf(client);
      if (viewer) aimAt(client, viewer);
    }
  }

  function tellSightChanged(tell: (entered: number, left: number) => void): void {
    let entered = 0;
    let left = 0;
    for (const client of room.clients) {
      const viewer = viewerOf(client);
      entered += viewer?.entered.count ?? 0;
      left += viewer?.left.count ?? 0;
    }
    tell(entered, left);
  }

  return {
    interest,
    viewerOf,
    addViewer(client, areas, viewerOptions) {
      // By its viewer the serializer knows what a client has been told, so a session keeps the one that it has.
      const viewer = viewerOf(client) ?? interest.addViewer(viewerOptions);
      viewer.areas = areas;
      viewers.set(client.sessionId, viewer);
      return viewer;
    },
    removeViewer(client) {
      const viewer = viewerOf(client);
      if (viewer) interest.removeViewer(viewer);
      viewers.delete(client.sessionId);
    },
    send() {
      fill();
      encoder.beginTick(bodies.ids, bodies.slotLimit);
      timer?.mark("encode");
      if (aim) aimAll(aim);
      interest.update();
      if (sightChanged) tellSightChanged(sightChanged);
      timer?.mark("interest");
      gatherFrames(broadcastPatch);
      timer?.mark("send");
    },
  };
}

function closeSlow(client: Client): void {
  client.leave(CloseCode.slowReader, "too slow");
}
