/**
 * A server whose "failing" rooms fail on demand, each in another of its parts, beside the ordinary arena: run by
 * rooms/failures.e2e.ts as its own process.
 */
import { type Client, matchMaker } from "@colyseus/core";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { consoleFor, createLogger } from "../logger.ts";
import { createMetrics } from "../metrics.ts";
import { arenaRoom } from "../rooms/arena-room.ts";

const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
Object.assign(console, consoleFor(logger, "console"));
const app = await createApp(config, logger);
const ArenaRoom = arenaRoom({ settings: config.settings, logger, metrics: createMetrics(), queries: new Map() });

class FailingRoom extends ArenaRoom {
  override onCreate(options?: { mode?: string }): void {
    super.onCreate(options);
    // Private to the framework, but an ordinary field.
    const { _serializer: serializer } = this as unknown as { _serializer: object };
    const parts: Record<string, () => void> = {
      rule: () => this.#throwIn(this.world.space, "step"),
      bot: () => this.#poisonBots(),
      serializer: () => this.#throwIn(serializer, "applyPatches"),
      "full state": () => this.#throwIn(serializer, "getFullState"),
      joining: () => this.#throwIn(this.world, "addPlayer"),
      returning: () => this.#throwAtReturns(),
      leaving: () => this.#throwIn(this.world, "removePlayer"),
      timer: () => {
        this.clock.setTimeout(() => {
          throw new Error("timer threw on purpose");
        }, 1);
      },
      handler: () => {
        throw new Error("handler threw on purpose");
      },
    };
    this.onMessage("fail", (_client, part: string) => parts[part]());
    this.onMessage("stall", (client, milliseconds: number) => this.#stall(client, milliseconds));
    this.onMessage("set clock", (_client, milliseconds: number) => setTimeOfDay(milliseconds));
  }

  #throwIn(part: object, method: string): void {
    Object.assign(part, {
      [method]() {
        throw new Error(`${method} threw on purpose`);
      },
    });
  }

  #throwAtReturns(): void {
    const { setConnected } = this.world;
    Object.assign(this.world, {
      setConnected(player: number, isConnected: boolean) {
        if (isConnected) throw new Error("setConnected threw on purpose");
        setConnected(player, isConnected);
      },
    });
  }

  /** Whoever asks a bot for its cells, as its brain does each tick, gets an exception. */
  #poisonBots(): void {
    for (const player of this.world.players.values()) {
      if (!player.bot) continue;
      Object.defineProperty(player, "cells", {
        get() {
          throw new Error("bot threw on purpose");
        },
      });
    }
  }

  /** Holds the event loop, and tells the client how many ticks followed at once. */
  #stall(client: Client, milliseconds: number): void {
    const { tick } = this.world;
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    // The room's timers run when its clock is late by the whole stall, before the ticks that catch up.
    this.clock.setTimeout(() => setImmediate(() => client.send("stalled", this.world.tick - tick)), 1);
  }
}

/** A room that fails when it is nearly made. */
class BrokenRoom extends ArenaRoom {
  override setFixedTimestep(): void {
    throw new Error("creation threw on purpose");
  }
}

/** Sets the time of day back or forth, as an administrator or NTP may. */
function setTimeOfDay(milliseconds: number): void {
  const now = Date.now.bind(Date);
  Date.now = () => now() + milliseconds;
}

matchMaker.defineRoomType("failing", FailingRoom);
matchMaker.defineRoomType("broken", BrokenRoom);
const port = await app.listen();
logger.info({ url: `http://localhost:${port}` }, "ready");
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
