import { randomUUID } from "node:crypto";
import { Client } from "@colyseus/sdk";
import { SignJWT } from "jose";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";

// Yours is one that nobody can guess, as `openssl rand -hex 32` makes.
const secret = "known-to-your-site-and-to-the-server";

/** What your site does for whoever may play. */
function makeJoinToken(): Promise<string> {
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("5 minutes")
    .sign(new TextEncoder().encode(secret));
}

const app = await createApp(readConfig({ PORT: "0", KRILL_JOIN_SECRET: secret }), createLogger("silent"));
const client = new Client(`http://localhost:${await app.listen()}`);

async function join(): Promise<string> {
  try {
    const room = await client.joinOrCreate("arena", { version: PROTOCOL_VERSION, name: "Guest" });
    await room.leave();
    return "let in";
  } catch (error) {
    return `${(error as { code: number }).code}: ${(error as Error).message}`;
  }
}

console.log(await join());
client.auth.token = await makeJoinToken();
console.log(await join());
console.log(await join());

await app.close();
