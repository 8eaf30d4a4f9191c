/**
 * Lets clients look into any room that syncs bodies: those who ask get an `Inspection` every few ticks. While nobody does, a
 * tick's work for it is one comparison.
 */
import { type Client, ClientState, type Room } from "@colyseus/core";
import {
  type BodyExplanation,
  INSPECTION_TICKS,
  type InspectedArea,
  type InspectedTicks,
  type Inspection,
  InspectionName,
} from "../../shared/inspection.ts";
import { type Area, isCone, isRectangle } from "../interest/areas.ts";
import type { Viewer } from "../interest/interest.ts";
import type { Rectangle } from "../space/rectangle.ts";
import { NO_BODY, type Space } from "../space/space.ts";
import { explainSchema, inspectSchema } from "./inspection/requests.ts";
import { takePicture } from "./inspection/space-picture.ts";
import type { TickProbe } from "./inspection/tick-probe.ts";
import { bufferedBytes } from "./slow-readers.ts";
import type { SyncedBodies } from "./synced-bodies.ts";

/** A client whose socket has more than this waiting (bytes) is left out until it has read it. */
const BACKLOG_LIMIT = 256 * 1024;
/** What is shown around a viewer's areas where not the whole world is: so much of their size on each side. */
const SURROUNDINGS = 0.25;

export interface RoomInspectionOptions {
  readonly space: Space;
  readonly sync: SyncedBodies;
  readonly probe: TickProbe<unknown>;
  /** Where bodies are, in u. */
  readonly bounds: Rectangle;
  /** Whether viewers are shown all of it, or what is around their areas. */
  readonly shows: "all" | "surroundings";
  /** How far outside an area (u) a body stays seen. */
  readonly leaveMargin: number;
  /** The broad phase's name. */
  algorithm(): string;
  /** Why one who gives this token may not look; undefined when it may. */
  whyNot(token: string | undefined): string | undefined;
  refuse(client: Client, message: string, field: string, reason: string): void;
}

export interface RoomInspection {
  /** Whether anybody looks. */
  readonly isOn: boolean;
  /** To be called at the end of each tick, after `probe.timer.end`. */
  update(tick: number): void;
  /** To be called in `onLeave`. */
  remove(client: Client): void;
}

/** To be called in the room's `onCreate`, before its handler for "*". */
export function inspectRoom(room: Room, options: RoomInspectionOptions): RoomInspection {
  const { space, sync, probe, bounds, refuse } = options;
  /** Those who look, by session, with the key of the body that is to be explained to each. */
  const watchers = new Map<string, number | null>();
  let ticks = noTicks();

  function remove(client: Client): void {
    watchers.delete(client.sessionId);
    probe.isOn = watchers.size > 0;
  }

  function explain(client: Client, key: number): BodyExplanation | null {
    const viewer = sync.viewerOf(client);
    const id = key < space.bodies.slotLimit ? space.bodies.ids[key] : NO_BODY;
    if (!viewer) return null;
    return { key, ...sync.interest.explain(viewer, id) };
  }

  function noteTick(tick: number): void {
    ticks.tick.push(tick);
    ticks.bodies.push(space.count);
    ticks.boxTests.push(space.counters.boxTests);
    ticks.pairs.push(space.counters.pairs);
    ticks.contacts.push(space.contacts.count);
    ticks.bytes.push(probe.bytes);
    for (const microseconds of probe.microseconds) ticks.phases.push(Math.round(microseconds));
  }

  function tell(tick: number): void {
    const looked = space.inspect();
    const { boxTests, axisOverlaps, swaps, regions, entries, pairs } = space.counters;
    const counters = { boxTests, axisOverlaps, swaps, regions, entries, pairs, contacts: space.contacts.count };
    const all = options.shows === "all" ? takePicture(space, looked, bounds) : undefined;
    for (const [session, key] of watchers) {
      // Looked up anew: one that has reconnected is another client of the same session.
      const client = room.clients.getById(session);
      const viewer = client && sync.viewerOf(client);
      if (!viewer || client.state !== ClientState.JOINED || bufferedBytes(client) > BACKLOG_LIMIT) continue;
      client.send(InspectionName.inspection, {
        tick,
        algorithm: options.algorithm(),
        bodies: space.count,
        counters,
        ...(all ?? takePicture(space, looked, surroundings(viewer, bounds))),
        areas: areasOf(viewer).map(toNumbers),
        leaveMargin: options.leaveMargin,
        explanation: key === null ? null : explain(client, key),
        ticks,
      } satisfies Inspection);
    }
  }

  room.onMessage(InspectionName.inspect, (client: Client, message: unknown) => {
    const parsed = inspectSchema.safeParse(message);
    if (!parsed.success) {
      refuse(client, InspectionName.inspect, parsed.error.issues[0].path.join("."), parsed.error.issues[0].message);
      return;
    }
    if (!parsed.data.on) {
      remove(client);
      return;
    }
    const reason = options.whyNot(parsed.data.token);
    if (reason !== undefined) {
      refuse(client, InspectionName.inspect, "token", reason);
      return;
    }
    watchers.set(client.sessionId, null);
    probe.isOn = true;
  });

  room.onMessage(InspectionName.explain, (client: Client, message: unknown) => {
    const parsed = explainSchema.safeParse(message);
    if (!parsed.success) {
      refuse(client, InspectionName.explain, parsed.error.issues[0].path.join("."), parsed.error.issues[0].message);
    } else if (!watchers.has(client.sessionId)) {
      refuse(client, InspectionName.explain, "", `only one who looks may ask: send "${InspectionName.inspect}" first`);
    } else {
      const { key } = parsed.data;
      watchers.set(client.sessionId, key);
      const explanation = key === null ? null : explain(client, key);
      if (explanation) client.send(InspectionName.explanation, explanation);
    }
  });

  return {
    get isOn() {
      return probe.isOn;
    },
    update(tick) {
      if (!probe.isOn) return;
      noteTick(tick);
      if (tick % INSPECTION_TICKS !== 0) return;
      tell(tick);
      ticks = noTicks();
    },
    remove,
  };
}

function noTicks(): InspectedTicks {
  return { tick: [], bodies: [], boxTests: [], pairs: [], contacts: [], bytes: [], phases: [] };
}

function areasOf(viewer: Viewer): readonly Area[] {
  let source = viewer;
  while (source.following !== undefined) source = source.following;
  return source.areas;
}

function toNumbers(area: Area): InspectedArea {
  const { centerX, centerY } = area;
  if (isRectangle(area)) return [centerX, centerY, area.width, area.height].map(Math.round);
  if (isCone(area)) return [...[centerX, centerY, area.radius].map(Math.round), area.direction, area.angle];
  return [centerX, centerY, area.radius].map(Math.round);
}

/** What is around a viewer's areas, within `bounds`. */
function surroundings(viewer: Viewer, bounds: Rectangle): Rectangle {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const area of areasOf(viewer)) {
    const halfWidth = isRectangle(area) ? area.width / 2 : area.radius;
    const halfHeight = isRectangle(area) ? area.height / 2 : area.radius;
    minX = Math.min(minX, area.centerX - halfWidth);
    maxX = Math.max(maxX, area.centerX + halfWidth);
    minY = Math.min(minY, area.centerY - halfHeight);
    maxY = Math.max(maxY, area.centerY + halfHeight);
  }
  const besideX = (maxX - minX) * SURROUNDINGS;
  const besideY = (maxY - minY) * SURROUNDINGS;
  return {
    minX: Math.max(minX - besideX, bounds.minX),
    minY: Math.max(minY - besideY, bounds.minY),
    maxX: Math.min(maxX + besideX, bounds.maxX),
    maxY: Math.min(maxY + besideY, bounds.maxY),
  };
}
