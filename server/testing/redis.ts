/** A Redis for tests, and processes that find each other through it. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { TestContext } from "node:test";

/** Whether there is a redis-server; without one the test is skipped, or fails where all must run. */
export function hasRedis(t: TestContext): boolean {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    const message = "redis-server is not installed: apt-get install redis-server";
    if (process.env.KRILL_TEST_ALL === "1") assert.fail(message);
    t.skip(message);
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

/** A port and the address at which clients of another process find it. */
export async function fixedAddress(): Promise<Record<string, string>> {
  const port = await freePort();
  return { PORT: String(port), KRILL_PUBLIC_ADDRESS: `127.0.0.1:${port}` };
}

export async function startRedis(port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn("redis-server", [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ]);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      if (String(chunk).includes("Ready to accept connections")) resolve();
    });
    child.once("exit", (status) => reject(new Error(`redis-server ended with ${status}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
