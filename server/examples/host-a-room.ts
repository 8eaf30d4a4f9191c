import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";

// The settings are those of the environment (see the table above); PORT 0 takes any free port.
const config = readConfig({ PORT: "0", KRILL_BOTS: "50", KRILL_WORLD_SIZE: "8000" });
const app = await createApp(config, createLogger("warn"));
const port = await app.listen();

const { rooms } = await (await fetch(`http://localhost:${port}/api/rooms`)).json();
console.log(`${rooms.length} room named ${rooms[0].name}, for up to ${rooms[0].maxClients} clients`);

await app.close();
