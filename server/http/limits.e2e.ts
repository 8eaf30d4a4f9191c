/** Limits on what reaches the server, with real and raw clients: each refuses with its code, and gives back what it counts. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { matchMaker } from "@colyseus/core";
import { pino } from "pino";
import { WebSocket } from "ws";
import { JoinStatus } from "../../shared/close-codes.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { figureOf, refusalsOf, untilFigure } from "../testing/figures.ts";
import { firstGap, joinArena } from "../testing/player.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

async function serverFor(t: TestContext, env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ env: { KRILL_BOTS: "0", ...env } });
  t.after(() => server.stop());
  return server;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** Asks over a connection of its own, which ends with the answer. */
async function ask(url: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const method = body === undefined ? "GET" : "POST";
  const asked = request(url + path, {
    method,
    agent: false,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
  });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

const OPTIONS = JSON.stringify({ version: PROTOCOL_VERSION, name: "asker" });
const JOIN = "/matchmake/joinOrCreate/arena";

/** The HTTP status that a WebSocket gets in place of being opened, and what it says; 101 for one that is open. */
async function upgrade(
  url: string,
  headers: Record<string, string>,
): Promise<{ socket: WebSocket; status: number; text: string }> {
  const socket = new WebSocket(url.replace("http", "ws"), { headers });
  return await new Promise((resolve, reject) => {
    socket.on("open", () => resolve({ socket, status: 101, text: "" }));
    socket.on("error", reject);
    socket.on("unexpected-response", async (_request, response: IncomingMessage) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ socket, status: response.statusCode ?? 0, text });
    });
  });
}

test("an address has so many connections and no more, silent ones included, and each back when it closes", async (t) => {
  const most = 12;
  const server = await serverFor(t, { KRILL_CONNECTIONS_PER_ADDRESS: String(most) });
  const player = await joinArena(server.url, "player");
  const silent: Socket[] = [];
  let ended = 0;
  let isFull = () => {};
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  for (let i = 0; i < 2 * most; i++) {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.on("close", () => {
      if (++ended >= most) isFull();
    });
    silent.push(socket);
  }
  await full;
  const refused = await ask(server.url, "/healthz");
  assert.equal(refused.status, 429);
  assert.match(JSON.parse(refused.text).error, /more than 12 connections .*KRILL_CONNECTIONS_PER_ADDRESS.*close some/);
  const { status, text } = await upgrade(server.url, {});
  assert.equal(status, 429);
  assert.equal(JSON.parse(text).code, JoinStatus.tooMany);
  for (const socket of silent) socket.destroy();
  while ((await ask(server.url, "/healthz")).status !== 200);
  await untilFigure(server.url, "krill_limited_connections", (count) => count <= 4);
  assert.ok((await refusalsOf(server.url, "connections_per_address")) >= most + 2);
  await server.untilLogged(/"limit":"connections_per_address","address":"127.0.0.1"/);
  const tick = player.room.state.tick + 10;
  await player.until("ticks went on", () => player.room.state.tick >= tick);
  assert.equal(firstGap(player.ticks), undefined);
  await player.leave();
});

test("behind a proxy, WebSockets count by the address that it has appended, IPv6 by its first 64 bits", async (t) => {
  const server = await serverFor(t, { KRILL_CONNECTIONS_PER_ADDRESS: "2", KRILL_TRUST_PROXY: "true" });
  const from = (address: string) => upgrade(server.url, { "x-forwarded-for": `9.9.9.9, ${address}` });
  const first = await from("2001:db8:0:1::1");
  const opened = [first, await from("2001:db8:0:1:ffff::2")];
  assert.deepEqual(
    opened.map(({ status }) => status),
    [101, 101],
  );
  assert.equal((await from("2001:db8:0:1::3")).status, 429);
  const others = [await from("2001:db8:0:2::1"), await from("203.0.113.9"), await from("::ffff:203.0.113.9")];
  assert.deepEqual(
    others.map(({ status }) => status),
    [101, 101, 101],
  );
  assert.equal((await from("203.0.113.9")).status, 429);
  for (const { socket } of [...opened, ...others]) socket.terminate();
  await untilFigure(server.url, "krill_limited_connections", (count) => count === 0);
  assert.equal(await figureOf(server.url, "krill_limited_addresses"), 0);
  assert.equal(await figureOf(server.url, 'krill_limit{limit="connections_per_address"}'), 2);
  const again = await from("2001:db8:0:1::3");
  assert.equal(again.status, 101);
  again.socket.terminate();
});

test("the process answers so many joins in a second, and tells the others to try again", async (t) => {
  const server = await serverFor(t, { KRILL_JOINS_PER_SECOND: "3" });
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(server.url, JOIN, {}, OPTIONS)));
  const busy = answers.filter(({ status }) => status === JoinStatus.busy);
  const seated = answers.filter(({ status }) => status === 200);
  assert.equal(busy.length + seated.length, answers.length);
  assert.ok(seated.length >= 3 && busy.length > 0, `${seated.length} got a seat`);
  assert.match(JSON.parse(busy[0].text).error, /more than 3 clients .*KRILL_JOINS_PER_SECOND.*try again/);
  assert.equal(await refusalsOf(server.url, "joins_per_second"), busy.length);
});

test("who finds a seat that is gone then is told to try again; that is logged, and no limit's refusal", async (t) => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const app = await createApp(readConfig({ PORT: "0", KRILL_HOST: "127.0.0.1", KRILL_BOTS: "0" }), logger);
  t.after(() => app.close());
  const url = `http://127.0.0.1:${await app.listen()}`;
  const [{ roomId }] = JSON.parse((await ask(url, "/api/rooms")).text).rooms;
  // As when another takes its last seat after it was found.
  Object.assign(matchMaker.getLocalRoomById(roomId), { hasReachedMaxClients: () => true });
  const { status, text } = await ask(url, `/matchmake/joinById/${roomId}`, {}, OPTIONS);
  assert.equal(status, JoinStatus.busy);
  assert.match(JSON.parse(text).error, /the seat that was found is gone; try again/);
  assert.match(lines.join(""), /"code":529,"address":"127.0.0.1","times":1,"msg":"join refused"/);
  assert.equal(await refusalsOf(url, "joins_per_second"), 0);
});

test("too many joins from one address in a minute say which limit that is", async (t) => {
  const server = await serverFor(t, { KRILL_JOINS_PER_MINUTE: "1" });
  await ask(server.url, JOIN, {}, OPTIONS);
  const { status, text } = await ask(server.url, JOIN, {}, OPTIONS);
  assert.equal(status, 429);
  const { code, error } = JSON.parse(text);
  assert.equal(code, JoinStatus.tooMany);
  assert.match(error, /more than 1 joins .*KRILL_JOINS_PER_MINUTE.*try again in/);
  assert.equal(await refusalsOf(server.url, "joins_per_minute"), 1);
});

test("a body that is too large is refused with the limit", async (t) => {
  const server = await serverFor(t, { KRILL_BODY_BYTES: "1024" });
  const { status, text } = await ask(server.url, JOIN, {}, JSON.stringify({ name: "n".repeat(1100) }));
  assert.equal(status, 413);
  assert.match(JSON.parse(text).error, /more than 1024 bytes \(KRILL_BODY_BYTES\); send less/);
  assert.equal(await refusalsOf(server.url, "body_bytes"), 1);
});

test("pages of listed origins may join, others may not; clients without one may", async (t) => {
  const listed = "https://game.example";
  const server = await serverFor(t, { KRILL_ORIGINS: listed });
  const own = `http://127.0.0.1:${server.port}`;
  const statuses = async (headers: Record<string, string>) => {
    const { socket, status } = await upgrade(server.url, headers);
    socket.terminate();
    return [(await ask(server.url, JOIN, headers, OPTIONS)).status, status];
  };
  assert.deepEqual(await statuses({}), [200, 101]);
  assert.deepEqual(await statuses({ origin: own }), [200, 101]);
  assert.deepEqual(await statuses({ origin: listed }), [200, 101]);
  assert.deepEqual(await statuses({ origin: "https://evil.example" }), [421, 421]);
  assert.deepEqual(await statuses({ origin: "null" }), [421, 421]);
  assert.equal(await refusalsOf(server.url, "origins"), 4);

  const preflight = await fetch(server.url + JOIN, { method: "OPTIONS", headers: { origin: listed } });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-origin"), listed);
  const foreign = await fetch(server.url + JOIN, { method: "OPTIONS", headers: { origin: "https://evil.example" } });
  assert.equal(foreign.headers.get("access-control-allow-origin"), null);
});

test("without a list, browsers are told nothing that would let a foreign page read an answer", async (t) => {
  const server = await serverFor(t, {});
  const answer = await ask(server.url, JOIN, { origin: "https://evil.example" }, OPTIONS);
  assert.equal(answer.headers["access-control-allow-origin"], undefined);
});

test("every answer has the security headers, and works on plain HTTP", async (t) => {
  const server = await serverFor(t, {});
  const answers = await Promise.all([
    ...["/", "/healthz", "/metrics", "/api/rooms", "/skins/krill", "/nowhere"].map((path) => ask(server.url, path)),
    ask(server.url, JOIN, {}, "{"),
  ]);
  for (const { status, headers } of answers) {
    // Skins, which hosts bring, have a stricter one.
    assert.match(String(headers["content-security-policy"]), /default-src '(self|none)'/, `with status ${status}`);
    assert.doesNotMatch(String(headers["content-security-policy"]), /upgrade-insecure-requests/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["strict-transport-security"], undefined);
  }
});
