/** Hostile clients below the WebSocket's messages: slow and strange HTTP, and sockets that nobody talks on. See hostile.e2e.ts. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { WebSocket } from "ws";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { codeOf, HOSTILE_CASES } from "../testing/hostile-cases.ts";
import { firstGap } from "../testing/player.ts";
import { reserveSeat } from "../testing/raw-client.ts";
import { fateOf, SECRET, startTarget, type Target } from "../testing/target.ts";

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await target.server.stop();
});

/** The first line of the answer to what `parts` says, and whether the server has closed the line. */
async function rawAnswer(...parts: string[]): Promise<string> {
  const socket = connect(target.server.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return answer.split("\r\n")[0];
}

test("slow headers, slow bodies and silence are answered 408, and closed", async () => {
  const length = target.server.log().length;
  const post = "POST /matchmake/joinOrCreate/arena HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
  const answers = await Promise.all([
    rawAnswer("GET / HTTP/1.1\r\nhost: x\r\nx-slow:"),
    rawAnswer(`${post}content-length: 100\r\n\r\n{"name":`),
    rawAnswer("G"),
    rawAnswer(),
  ]);
  const code = codeOf("sends its request too slowly");
  for (const answer of answers) assert.match(answer, new RegExp(`^HTTP/1\\.1 ${code} `));
  await target.untilLogged(length, '"error":"ERR_HTTP_REQUEST_TIMEOUT"');
  await target.assertUndisturbed(length);
});

test("half-open sockets: upgrades of nobody, strange addresses and clients that say nothing are closed in time", async () => {
  const length = target.server.log().length;
  const bare = new WebSocket(target.server.url.replace("http", "ws"));
  const lost = new WebSocket(`${target.server.url.replace("http", "ws")}/a/b/c/d?sessionId=${SECRET}`);
  assert.deepEqual(await Promise.all([bare, lost].map(fateOf)), [
    codeOf("opens a WebSocket for nothing"),
    CloseCode.badFrame,
  ]);
  // Takes its seat, and says nothing more; not even to pings.
  const seat = await reserveSeat(target.server.url, "arena", { version: PROTOCOL_VERSION });
  const silent = new WebSocket(
    `${target.server.url.replace("http", "ws")}/${seat.processId}/${seat.roomId}?sessionId=${seat.sessionId}`,
    { autoPong: false },
  );
  assert.ok([1006, codeOf("takes a seat, and never says that it is there")].includes(await fateOf(silent)));
  const upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n";
  assert.match(await rawAnswer(`GET / HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`), /^HTTP\/1\.1 400 /);
  // What makes no URL behind a host's name.
  const keyed = `${upgrade}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
  assert.match(await rawAnswer(`GET *% HTTP/1.1\r\nhost: x\r\n${keyed}\r\n`), /^HTTP\/1\.1 400 /);
  assert.doesNotMatch(target.server.log().slice(length), /\*%/);
  await target.assertUndisturbed(length);
});

test("foreign paths, methods and bodies get a status of their own", async () => {
  const length = target.server.log().length;
  const asks: [string, string, number[]][] = [
    ["GET", "/../../etc/passwd", [404]],
    ["GET", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", [404]],
    ["GET", "/%00", [404, 400]],
    ["GET", "/%ff", [404, 400]],
    ["GET", `/${"a".repeat(8000)}`, [404, 414]],
    ["GET", `/${"a".repeat(20_000)}`, [codeOf("sends headers of more than 16 KB")]],
    ["DELETE", "/api/rooms", [404, 405]],
    ["POST", "/matchmake/create/arena", [codeOf("asks matchmaking for what it does not do")]],
    ["POST", "/matchmake/__proto__/arena", [codeOf("asks matchmaking for what it does not do")]],
    ["POST", "/matchmake/joinOrCreate/__proto__", [520]],
    ["POST", "/matchmake/join/constructor", [520]],
    ["POST", "/matchmake/joinById/__proto__", [522]],
    ["POST", "/matchmake/reconnect/nowhere", [JoinStatus.badOptions]],
  ];
  for (const [method, path, expected] of asks) {
    const body = method === "POST" ? "content-type: application/json\r\ncontent-length: 2\r\n\r\n{}" : "\r\n";
    const answer = await rawAnswer(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${body}`);
    const status = Number(answer.split(" ")[1]);
    assert.ok(expected.includes(status), `${method} ${path.slice(0, 60)}: ${answer}`);
  }
  const bodies = [
    "{",
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":1}}',
    "null",
    "[]",
    '"text"',
    "7",
    "\u0000",
  ];
  for (const body of bodies) {
    const answer = await fetch(`${target.server.url}/matchmake/joinOrCreate/arena`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const codes: readonly number[] = HOSTILE_CASES["joins with options that are none"];
    assert.ok(codes.includes(answer.status), `${body}: ${answer.status}`);
  }
  await target.untilLogged(length, '"error":"HPE_HEADER_OVERFLOW"');
  for (const code of [400, 403, JoinStatus.badOptions]) await target.untilLogged(length, `"code":${code},`);
  await target.assertUndisturbed(length);
});

test("compression is off, so that nothing small becomes large here", async () => {
  const length = target.server.log().length;
  const bomb = gzipSync(JSON.stringify({ version: PROTOCOL_VERSION, name: "x".repeat(10_000_000) }));
  const answer = await fetch(`${target.server.url}/matchmake/joinOrCreate/arena`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: bomb,
  });
  assert.equal(answer.status, codeOf("sends a compressed body"));
  const offering = new WebSocket(target.server.url.replace("http", "ws"), { perMessageDeflate: true });
  await once(offering, "open");
  assert.equal(offering.extensions, "");
  offering.close();
  await target.assertUndisturbed(length);
});

test("after all of it, everything is as it was", { timeout: 60_000 }, async (t) => {
  const now = await target.server.returnsTo(target.atRest);
  t.diagnostic(`before ${JSON.stringify(target.atRest)}`);
  t.diagnostic(`after ${JSON.stringify(now)}`);
  assert.equal(firstGap(target.bystander.ticks), undefined);
});
