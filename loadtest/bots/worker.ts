/** A process of bots: does what the load test asks (orders.ts), and ends with it. */
import { performance } from "node:perf_hooks";
import process from "node:process";
import { createCrowd } from "./crowd.ts";
import { createMeasurements } from "./measurements.ts";
import type { Answers, Envelope, Request, Taken } from "./orders.ts";

const measurements = createMeasurements();
let crowd: ReturnType<typeof createCrowd> | undefined;

// The decoder does not throw at what it cannot understand: it says so, and goes on.
const complain = (...told: unknown[]) => {
  const text = String(told[0]);
  if (/refId|@colyseus\/schema|^decode/.test(text)) measurements.happened("undecoded", text.replace(/\d+/g, "…"));
};
Object.assign(console, { warn: complain, error: complain, info: () => undefined, log: () => undefined });

// Ctrl-C reaches every process of the terminal: the load test itself then ends this one.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit(0));
process.on("message", ({ id, body }: Envelope<Request>) => {
  void answer(body).then((result) => process.send?.({ id, body: result } satisfies Envelope<unknown>));
});

async function answer(request: Request): Promise<Answers[Request["kind"]]> {
  switch (request.kind) {
    case "start":
      crowd = createCrowd(request.orders, measurements);
      await crowd.gather();
      return undefined;
    case "open":
      crowd?.openWindow();
      return undefined;
    case "take":
      return take();
    case "close":
      return crowd?.closeWindow() ?? [];
    case "leave":
      await crowd?.leave();
      return undefined;
  }
}

let last = { at: performance.now(), utilization: performance.eventLoopUtilization(), cpu: process.cpuUsage() };

function take(): Taken {
  const at = performance.now();
  const { utilization: busy } = performance.eventLoopUtilization(last.utilization);
  const { user, system } = process.cpuUsage(last.cpu);
  const cpu = (user + system) / 1000 / (at - last.at);
  last = { at, utilization: performance.eventLoopUtilization(), cpu: process.cpuUsage() };
  const memory = process.memoryUsage.rss();
  return { sample: measurements.take(), present: crowd?.present() ?? 0, busy, cpu, memory };
}
