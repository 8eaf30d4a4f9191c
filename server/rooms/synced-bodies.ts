/**
 * Interest and sync for any Colyseus room: bodies in a space, of which each client sees those in its areas, written into its
 * patches straight from columns of numbers. The room's other state stays ordinary schema.
 */
import type { Client, Room } from "@colyseus/core";
import type { Schema } from "@colyseus/schema";
import { CloseCode } from "../../shared/close-codes.ts";
import type { PhaseTimer } from "../../shared/phases.ts";
import { type Area, createInterest, type Interest, type InterestOptions, type Viewer } from "../interest/interest.ts";
import type { Space } from "../space/space.ts";
import { type BodyEncoderOptions, createBodyEncoder } from "../sync/body-encoder.ts";
import type { Column, SchemaClass } from "../sync/body-layout.ts";
import { BodySerializer, type BodySource } from "../sync/body-serializer.ts";
import { bufferedBytes } from "./guarded-transport.ts";

export interface SyncedBodiesOptions {
  readonly space: Space;
  /** The class of the bodies as clients know them. Its fields are the columns. */
  readonly bodyClass: SchemaClass;
  /** The field of the room's state that maps keys to bodies. It stays empty on the server; a body's key is its slot. */
  readonly mapField: string;
  /**
   * Writes the bodies as they are now into the columns, by slot: from your arrays, or from your own objects. Slots that hold no
   * body need not be written.
   */
  fill(columns: Readonly<Record<string, Column>>): void;
  readonly interest?: InterestOptions;
  readonly encoder?: BodyEncoderOptions;
  /** Told of each client before its viewer looks: to bring the viewer's areas up to date. */
  aim?(client: Client): void;
  /** Told how many bodies came into clients' sight and went out of it, once per update. */
  sightChanged?(entered: number, left: number): void;
  /** As in BodySource; by default a client that reads too slowly is closed. */
  readonly tooSlow?: BodySource["tooSlow"];
  readonly patchSent?: BodySource["patchSent"];
  readonly patchSkipped?: BodySource["patchSkipped"];
  /** Told where the phases encode, interest and send end. */
  readonly timer?: PhaseTimer;
}

export interface SyncedBodies {
  readonly interest: Interest;
  /** The viewer of a client that has one. */
  viewerOf(client: Client): Viewer | undefined;
  /** Gives a client a viewer; to be called in `onJoin`. Areas are plain objects, and may be altered as the client looks around. */
  addViewer(client: Client, areas: readonly Area[]): Viewer;
  /** To be called in `onLeave`. */
  removeViewer(client: Client): void;
  /** Looks for every viewer and sends every patch. To be called once a tick, when the bodies are where they are to be. */
  update(): void;
}

/**
 * Makes `room` sync bodies. To be called in the initializer of a field: Colyseus chooses the serializer once the room is
 * constructed. `room.patchRate = null` has to follow `setFixedTimestep`, for `update` sends the patches.
 */
export function syncBodies<S extends Schema>(room: Room<{ state: S }>, options: SyncedBodiesOptions): SyncedBodies {
  const { space, bodyClass, mapField, fill, aim, sightChanged, timer } = options;
  const { tooSlow = closeSlow, patchSent, patchSkipped } = options;
  const encoder = createBodyEncoder(bodyClass, space.bodies.capacity, options.encoder);
  const interest = createInterest(space, { bytes: encoder.bytes, ...options.interest });
  /** By session, which a client keeps when it reconnects. */
  const viewers = new Map<string, Viewer>();
  const viewerOf = (client: Client) => viewers.get(client.sessionId);

  const serializer = new BodySerializer<S>({
    encoder,
    mapField,
    viewerOf,
    restartViewer(client) {
      const viewer = viewerOf(client);
      if (!viewer) return undefined;
      aim?.(client);
      interest.restart(viewer);
      return viewer;
    },
    bufferedBytes,
    tooSlow,
    framesMade: () => timer?.mark("encode"),
    ...(patchSent && { patchSent }),
    ...(patchSkipped && { patchSkipped }),
  });
  // Ours must be the one, and the only one, that numbers the state's objects.
  const install = room.setSerializer;
  room.setSerializer = () => install.call(room, serializer);

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
    addViewer(client, areas) {
      const viewer = interest.addViewer();
      viewer.areas = areas;
      viewers.set(client.sessionId, viewer);
      return viewer;
    },
    removeViewer(client) {
      const viewer = viewerOf(client);
      if (viewer) interest.removeViewer(viewer);
      viewers.delete(client.sessionId);
    },
    update() {
      fill(encoder.columns);
      encoder.beginTick(space.bodies.ids, space.bodies.slotLimit);
      timer?.mark("encode");
      if (aim) for (const client of room.clients) aim(client);
      interest.update();
      if (sightChanged) tellSightChanged(sightChanged);
      timer?.mark("interest");
      room.broadcastPatch();
      timer?.mark("send");
    },
  };
}

function closeSlow(client: Client): void {
  client.leave(CloseCode.slowReader, "too slow");
}
