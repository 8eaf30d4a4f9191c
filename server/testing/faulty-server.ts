/**
 * A server with rooms that make what is wrong in the stock packages reachable, beside the ordinary arena: run by
 * rooms/faults.e2e.ts as its own process.
 */
import { type Client, matchMaker } from "@colyseus/core";
import { type MapSchema, schema, t } from "@colyseus/schema";
import { Player } from "../../shared/state.ts";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createRefusals } from "../limits/refusals.ts";
import { createLogger } from "../logger.ts";
import { createMetrics } from "../metrics.ts";
import { arenaRoom } from "../rooms/arena-room.ts";

const HEAVY_PLAYERS = 2000;
/** Makes names long: a paused reader's frames first fill the kernel's buffers, some megabytes of them. */
const PADDING = ".".repeat(100);
const HEAVY_INTERVAL_MILLISECONDS = 40;

const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
const app = await createApp(config, logger);
const metrics = createMetrics();
const refused = createRefusals(() => {}, logger);
const ArenaRoom = arenaRoom({ settings: config.settings, logger, metrics, queries: new Map(), refused });

/** Handlers that throw, and an input declared to the framework, which makes it read input frames. */
class FaultyRoom extends ArenaRoom {
  override onCreate(): void {
    super.onCreate();
    this.defineInput(schema({ seq: t.uint32().default(0) }, "FaultyInput"));
    this.onMessage("throw", () => {
      throw new Error("thrown on purpose");
    });
    this.onMessage("reject", async () => {
      throw new Error("rejected on purpose");
    });
  }
}

/** So much ordinary state changes each tick that a reader who pauses soon has frames waiting in the server. */
class HeavyRoom extends ArenaRoom {
  override onCreate(): void {
    super.onCreate();
    const players = this.state.players as MapSchema<Player>;
    for (let i = 0; i < HEAVY_PLAYERS; i++) players.set(`heavy-${i}`, new Player());
    this.clock.setInterval(() => {
      for (let i = 0; i < HEAVY_PLAYERS; i++) {
        const player = players.get(`heavy-${i}`);
        // The tick that will carry it, so that a reader can tell whether a frame is whole.
        if (player) player.name = `${i} at ${this.state.tick + 1}${PADDING}`;
      }
    }, HEAVY_INTERVAL_MILLISECONDS);
    this.onMessage("skipped", async (client: Client) => {
      const { values } = (await metrics.registry.getSingleMetric("krill_patches_skipped_total")?.get()) ?? {
        values: [],
      };
      client.send("skipped", values[0]?.value ?? 0);
    });
  }
}

matchMaker.defineRoomType("faulty", FaultyRoom);
matchMaker.defineRoomType("heavy", HeavyRoom);
const port = await app.listen();
logger.info({ url: `http://localhost:${port}` }, "ready");
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
