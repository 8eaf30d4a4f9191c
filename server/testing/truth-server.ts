/**
 * An arena that tells a client the truth: what it should hold, found by brute force over the simulation. Run by e2e tests of
 * rooms/ as its own process. It also lets a test bring about in a moment what takes minutes of play; and with
 * TRUTH_TICK_RATE in its environment, so many ticks are played in a second, each of them as ever.
 */
import { type Client, type FixedTimestepCallback, matchMaker } from "@colyseus/core";
import { POSITION_STEPS, RADIUS_UNIT } from "../../shared/state.ts";
import { createApp } from "../app.ts";
import type { WorldPlayer } from "../arena/world.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";
import { createMetrics } from "../metrics.ts";
import type { Seat } from "../rooms/arena/seat.ts";
import { arenaRoom } from "../rooms/arena-room.ts";
import { bufferedBytes } from "../rooms/slow-readers.ts";

/** What a client should hold at `tick`: bodies by key, in the units of the wire. */
export interface Truth {
  readonly tick: number;
  readonly bodies: Record<string, object>;
  /** As what else far bodies may be held where they are not in every patch: as they were in the patches since they were due. */
  readonly late: Record<string, readonly object[]>;
}

const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
const app = await createApp(config, logger);
const metrics = createMetrics();
const tickRate = process.env.TRUTH_TICK_RATE;

/** Bytes in a socket that count as too many for another patch, and are far from too many for the connection. */
const BACKLOG = 256 * 1024;
const BALLAST = new Uint8Array(32 * 1024);

function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function figureOf(metric: string): Promise<number> {
  const { values } = (await metrics.registry.getSingleMetric(metric)?.get()) ?? { values: [] };
  return values[0]?.value ?? 0;
}

class TruthRoom extends arenaRoom({ settings: config.settings, logger, metrics, queries: new Map() }) {
  #dawdled = 0;
  /** By slot, of each of the last patches, the newest first: the bodies as the wire has them, with their ids. */
  readonly #patches: { readonly id: number; readonly body: object }[][] = [];
  #patchTick = 0;
  /** Those who asked after a tick that had no patch. */
  #askers: Client[] = [];

  override setFixedTimestep(step: FixedTimestepCallback, rate?: number): void {
    super.setFixedTimestep(step, tickRate === undefined ? rate : Number(tickRate));
  }

  override onCreate(): void {
    super.onCreate();
    // A message is read between two ticks, right after the patch that it is compared with; or, when load is shed, after a tick
    // without one: then it is answered along with the next.
    this.onMessage("truth", (client) => {
      if (this.#patchTick === this.world.tick) client.send("truth", this.#truthFor(client));
      else this.#askers.push(client);
    });
    this.onMessage("grow", (client, radius: number) => {
      const { cells } = playerOf(client);
      for (let i = 0; i < cells.count; i++) this.world.space.resize(cells.ids[i], radius);
    });
    this.onMessage("place", (client, [index, x, y]: [number, number, number]) => {
      this.world.space.move(playerOf(client).cells.ids[index], x, y);
    });
    // From now on a step takes so many milliseconds of CPU time more, and the room sheds load or does not.
    this.onMessage("dawdle", (_client, milliseconds: number) => {
      this.#dawdled = milliseconds;
    });
    const step = this.world.step;
    this.world.step = (timer) => {
      const end = cpuMilliseconds() + this.#dawdled;
      while (cpuMilliseconds() < end);
      step(timer);
    };
    this.onMessage("shedding", async (client) => client.send("shedding", await figureOf("krill_shedding_level")));
    // For a client that does not read: some megabytes fill what the system buffers, and the rest waits in the server.
    this.onMessage("ballast", (client) => {
      while (bufferedBytes(client) < BACKLOG) client.sendBytes("ballast", BALLAST);
    });
    this.onMessage("skipped", async (client) => client.send("skipped", await figureOf("krill_patches_skipped_total")));
  }

  override broadcastPatch(): boolean {
    const hasChanged = super.broadcastPatch();
    this.#patchTick = this.world.tick;
    this.#noteBodies();
    for (const client of this.#askers) client.send("truth", this.#truthFor(client));
    this.#askers = [];
    return hasChanged;
  }

  #noteBodies(): void {
    const { ids, slotLimit } = this.world.space.bodies;
    const bodies = Array.from({ length: slotLimit }, (_, slot) => ({ id: ids[slot], body: this.#wired(slot) }));
    this.#patches.unshift(bodies);
    this.#patches.length = Math.min(this.#patches.length, this.world.settings.farUpdateTicks);
  }

  #wired(slot: number): object {
    const { x, y, radius } = this.world.space.bodies;
    const { kind, color, owner } = this.world.bodies;
    return {
      x: Math.round((x[slot] / this.world.settings.worldSize) * POSITION_STEPS),
      y: Math.round((y[slot] / this.world.settings.worldSize) * POSITION_STEPS),
      radius: Math.round(radius[slot] / RADIUS_UNIT),
      kind: kind[slot],
      color: color[slot],
      owner: owner[slot],
    };
  }

  #truthFor(client: Client): Truth {
    const { x, y, radius, ids, slotLimit } = this.world.space.bodies;
    const { owner } = this.world.bodies;
    const { player, area } = client.userData as Seat;
    // Where a spectator's camera looks, only the room knows.
    const { centerX, centerY, width, height } = player ? this.world.viewOf(player) : area;
    const bodies: Record<string, object> = {};
    const late: Record<string, object[]> = {};
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === 0) continue;
      const outsideX = Math.max(0, Math.abs(x[slot] - centerX) - width / 2);
      const outsideY = Math.max(0, Math.abs(y[slot] - centerY) - height / 2);
      const isOwn =
        owner[slot] === player?.number && player.cells.ids.subarray(0, player.cells.count).includes(ids[slot]);
      if (Math.hypot(outsideX, outsideY) > radius[slot] && !isOwn) continue;
      bodies[slot] = this.#wired(slot);
      const isFar = Math.hypot(x[slot] - centerX, y[slot] - centerY) - radius[slot] > height / 2;
      if (!isFar || isOwn) continue;
      const earlier = this.#patches.slice(1).map((all) => all[slot]);
      late[slot] = earlier.flatMap((was) => (was?.id === ids[slot] ? [was.body] : []));
    }
    return { tick: this.world.tick, bodies, late };
  }
}

function playerOf(client: Client): WorldPlayer {
  return (client.userData as { player: WorldPlayer }).player;
}

matchMaker.defineRoomType("truth", TruthRoom);
const port = await app.listen();
logger.info({ url: `http://localhost:${port}` }, "ready");
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
