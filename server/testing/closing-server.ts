/**
 * A server whose clients say how they are to be closed: who writes a number in the chat is closed with that code. Run by
 * end-to-end tests of the page as its own process.
 */
import { matchMaker } from "@colyseus/core";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";

const config = readConfig(process.env);
const logger = createLogger(config.logLevel);
const app = await createApp(config, logger);
const port = await app.listen();
const [{ roomId }] = await matchMaker.query({ name: "arena" });
matchMaker.getLocalRoomById(roomId).onMessage("chat", (client, { text }: { text: string }) => {
  client.leave(Number(text), "Be kind.");
});
logger.info({ url: `http://localhost:${port}` }, "ready");
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
