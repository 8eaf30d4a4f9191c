/**
 * `npm run bench:page`: what a frame of the page costs with 1000 bodies on a screen of 1280 × 720, how soon one plays, and how
 * large the page is. In headless Chromium without a graphics card; `--seconds` to measure for longer than 10 s.
 *
 * How soon one plays is the time from the start of the navigation until the first frame that shows the own cell has been drawn
 * and the first input is on its way. The visitor comes with an empty cache, and asks to play in the second frame of the menu; from
 * within the page, as the wire to this process takes longer than a hand where the machine is busy.
 */
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../../server/testing/browser.ts";
import { startServer } from "../../../server/testing/server-process.ts";
import { installProbe, type Probe } from "./probe.ts";
import { quantile } from "./quantile.ts";

/** So dense that the view of a small cell, a fifth of the world, holds a thousand bodies and more. */
const CROWDED = {
  KRILL_WORLD_SIZE: "3000",
  KRILL_PELLETS: "7000",
  KRILL_BOTS: "10",
  // Cells stay small, however well fed, so that the view does not widen.
  KRILL_DECAY_PER_TICK: "0.02",
  KRILL_SPAWN_PROTECTION_SECONDS: "60",
  KRILL_VIRUSES: "20",
  KRILL_PELLET_RESPAWN_SHARE: "1",
  KRILL_SEED: "5",
};
/** The quarter of the frames that show about so many bodies is what counts: how many are near changes as one swims. */
const BODIES = 1000;
const SHARE_OF_FRAMES = 0.25;
/** With fewer, a frame has drawn the minimap alone: one that the page leaves out, being late. */
const LEAST_BODIES = 100;
const WINDOW = { width: 1280, height: 720 };
/** Milliseconds of processor time that the scripts of the median frame may take: the clock's time where nothing else runs. */
const LIMIT = 8;
/** Visitors whose first play is measured, and how long it may take for the median one, in milliseconds. */
const VISITORS = 5;
const FIRST_PLAY_LIMIT = 2000;

const { values } = parseArgs({ options: { seconds: { type: "string", default: "10" } } });
const seconds = Number(values.seconds);

const server = await startServer({ env: CROWDED });
const browser = await launchBrowser();
try {
  const visits: Probe["marks"][] = [];
  for (let visitor = 1; visitor < VISITORS; visitor++) {
    const page = await openPage();
    visits.push(await playFirst(page));
    await page.context().close();
  }
  const page = await openPage();
  const sizes = await listenToSizes(page);
  visits.push(await playFirst(page));
  const firstPlays = visits.map(({ playing }) => playing);
  const firstPlay = median(firstPlays);
  const stopTracing = await traceScripts(page);
  await measure(page);
  const cpu = await stopTracing();
  const { frames, bodies, elapsed } = await read(page);
  const measured = frames.map((milliseconds, i) => ({ milliseconds, bodies: bodies[i] }));
  const chosen = nearest(measured);
  const sorted = chosen.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const drawn = chosen.map((frame) => frame.bodies).sort((a, b) => a - b);
  const lines = [
    ["bodies drawn in a frame, median", quantile(drawn, 0.5).toFixed(0)],
    ["script time of a frame by the clock, median", `${quantile(sorted, 0.5).toFixed(2)} ms`],
    ["script time of a frame, 95th percentile", `${quantile(sorted, 0.95).toFixed(2)} ms`],
    ["script time of a frame, 99th percentile", `${quantile(sorted, 0.99).toFixed(2)} ms`],
    ["processor time of it, median (limit 8)", `${cpu.toFixed(2)} ms`],
    ["frames a second", (frames.length / elapsed).toFixed(1)],
    ["from opening to the menu, median of 5 visitors", `${median(visits.map(({ menu }) => menu)).toFixed(0)} ms`],
    [
      "from the wish to play to playing, median",
      `${median(visits.map(({ asked, playing }) => playing - asked)).toFixed(0)} ms`,
    ],
    ["from opening to playing, median (limit 2000)", `${firstPlay.toFixed(0)} ms`],
    ["the same, best and worst", `${Math.min(...firstPlays).toFixed(0)}, ${Math.max(...firstPlays).toFixed(0)} ms`],
    ...[...sizes].map(([path, bytes]) => [path, `${(bytes / 1000).toFixed(1)} KB`]),
    ["all that was fetched", `${([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000).toFixed(1)} KB`],
  ];
  for (const [what, figure] of lines) process.stdout.write(`${what.padEnd(48)} ${figure.padStart(14)}\n`);
  if (cpu > LIMIT || firstPlay > FIRST_PLAY_LIMIT) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}

/** A page in a profile of its own. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: WINDOW });
  const page = await context.newPage();
  await page.addInitScript(installProbe);
  return page;
}

/** Opens the page, where the probe asks to play, and gives when what happened. */
async function playFirst(page: Page): Promise<Probe["marks"]> {
  await page.goto(server.url, { waitUntil: "commit" });
  const probeOf = () => (window as unknown as { probe: Probe }).probe.marks;
  await page.waitForFunction(() => (window as unknown as { probe: Probe }).probe.marks.playing > 0);
  return await page.evaluate(probeOf);
}

function median(numbers: readonly number[]): number {
  return quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Bytes on the wire by path, as they come. */
async function listenToSizes(page: Page): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const paths = new Map<string, string>();
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.responseReceived", ({ requestId, response }) => {
    paths.set(requestId, new URL(response.url).pathname.replace(/(matchmake|skins)\/.*/, "$1/…"));
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path) sizes.set(path, (sizes.get(path) ?? 0) + encodedDataLength);
  });
  return sizes;
}

interface Frame {
  milliseconds: number;
  bodies: number;
}

/** The share of the frames whose number of bodies is nearest to what is asked for. */
function nearest(frames: readonly Frame[]): Frame[] {
  const distance = ({ bodies }: Frame) => Math.abs(bodies - BODIES);
  const whole = frames.filter(({ bodies }) => bodies >= LEAST_BODIES);
  whole.sort((a, b) => distance(a) - distance(b));
  return whole.slice(0, Math.ceil(whole.length * SHARE_OF_FRAMES));
}

/** An event of the browser's trace: its name, when it began, and the processor time that it took, in microseconds. */
interface TraceEvent {
  name: string;
  ts: number;
  args?: { data?: { message?: string } };
  tdur?: number;
  tid: number;
}

/**
 * Begins a trace. What it returns ends it, and gives the processor time (milliseconds) of the median frame's callback with all
 * that sockets called since the one before: other programs on the machine do not count in it, as they do on the clock.
 */
async function traceScripts(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] } });
  return async () => {
    const ended = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
    await session.send("Tracing.end");
    await ended;
    const isFrame = ({ name }: TraceEvent) => name === "FireAnimationFrame";
    const main = events.find(isFrame)?.tid;
    const frames: Frame[] = [];
    let messages = 0;
    for (const event of events.filter(({ tid }) => tid === main).toSorted((a, b) => a.ts - b.ts)) {
      const milliseconds = (event.tdur ?? 0) / 1000;
      if (event.name === "WebSocketReceive") messages += milliseconds;
      // It lies within the event of its frame, which is the last one begun.
      const [, drawn] = /^drawn (\d+)$/.exec(event.args?.data?.message ?? "") ?? [];
      const frame = frames.at(-1);
      if (drawn && frame) frame.bodies = Number(drawn);
      if (!isFrame(event)) continue;
      frames.push({ milliseconds: milliseconds + messages, bodies: 0 });
      messages = 0;
    }
    return median(nearest(frames).map(({ milliseconds }) => milliseconds));
  };
}

/** Plays in circles while the probe takes its figures; begins anew when it is eaten. */
async function measure(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { probe: Probe }).probe.begin());
  const end = performance.now() + seconds * 1000;
  for (let move = 0; performance.now() < end; move++) {
    const angle = move / 12;
    await page.mouse.move(640 + 200 * Math.cos(angle), 360 + 200 * Math.sin(angle));
    await page.waitForTimeout(80);
    if (await page.isVisible("#again:enabled")) await page.click("#again");
  }
}

async function read(page: Page): Promise<ReturnType<Probe["end"]>> {
  return await page.evaluate(() => (window as unknown as { probe: Probe }).probe.end());
}
