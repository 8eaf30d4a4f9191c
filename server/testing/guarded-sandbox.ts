/** A server with a sandbox that only an admin may look into, as an arena is: run by rooms/sandbox-room.e2e.ts as its own process. */
import { type Client, matchMaker } from "@colyseus/core";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";
import { whyNotAdmin } from "../rooms/admin-token.ts";
import { sandboxRoom } from "../rooms/sandbox-room.ts";

const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
const app = await createApp(config, logger);

class GuardedSandbox extends sandboxRoom({ logger, whyNot: (token) => whyNotAdmin(config.adminToken, token) }) {
  /** How often the space has been inspected, which is what looking costs. */
  #inspections = 0;

  override onCreate(): void {
    super.onCreate();
    const { space } = this.balls;
    const inspect = space.inspect;
    space.inspect = () => {
      this.#inspections++;
      return inspect();
    };
    this.onMessage("cost", (client: Client) => {
      client.send("cost", { inspections: this.#inspections, isOn: this.probe.isOn, bytes: this.probe.bytes });
    });
  }
}

matchMaker.defineRoomType("guarded", GuardedSandbox);
const port = await app.listen();
logger.info({ url: `http://localhost:${port}` }, "ready");
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
