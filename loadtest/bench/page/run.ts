/**
 * `npm run bench:page`: what a frame of the page costs with 1000 bodies on a screen of 1280 × 720, how soon one plays, and how
 * large the page is. In headless Chromium without a graphics card; `--seconds` to measure for longer than 10 s.
 *
 * How soon one plays is the time from the start of the navigation until the first frame that shows the own cell has been drawn
 * and the first input is on its way. The visitor comes with an empty cache, and asks to play in the second frame of the menu; from
 * within the page, as the wire to this process takes longer than a hand where the machine is busy.
 */
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../../server/testing/browser.ts";
import { startServer } from "../../../server/testing/server-process.ts";
import { optionsOf } from "../command-line.ts";
import { conclusionOf } from "../verdicts.ts";
import { type Frame, framesOf, medianCost, type TraceEvent } from "./frames.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { installProbe, type Probe } from "./probe.ts";
import { type Findings, judgePage, linesOf } from "./report.ts";

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
const WINDOW = { width: 1280, height: 720 };
/** Visitors whose first play is measured. */
const VISITORS = 5;

async function main({ seconds }: Options): Promise<void> {
  const server = await startServer({ env: CROWDED });
  const browser = await launchBrowser();
  try {
    const visits: Probe["marks"][] = [];
    for (let visitor = 1; visitor < VISITORS; visitor++) {
      const page = await openPage(browser);
      visits.push(await playFirst(page, server.url));
      await page.context().close();
    }
    const page = await openPage(browser);
    const sizes = await listenToSizes(page);
    visits.push(await playFirst(page, server.url));
    const stopTracing = await traceScripts(page);
    await measure(page, seconds);
    const cost = medianCost(await stopTracing());
    const { frames, bodies, elapsed } = await read(page);
    const measured = frames.map((milliseconds, i) => ({ milliseconds, bodies: bodies[i] }));
    const findings: Findings = { visits, frames: measured, seconds: elapsed, cost, sizes };
    for (const [what, figure] of linesOf(findings)) console.log(`${what.padEnd(48)} ${figure.padStart(14)}`);
    console.log(`\n${conclusionOf(judgePage(findings))}`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** A page in a profile of its own. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: WINDOW });
  const page = await context.newPage();
  await page.addInitScript(installProbe);
  return page;
}

/** Opens the page, where the probe asks to play, and gives when what happened. */
async function playFirst(page: Page, url: string): Promise<Probe["marks"]> {
  await page.goto(url, { waitUntil: "commit" });
  const probeOf = () => (window as unknown as { probe: Probe }).probe.marks;
  await page.waitForFunction(() => (window as unknown as { probe: Probe }).probe.marks.playing > 0);
  return await page.evaluate(probeOf);
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

/** Begins a trace. What it returns ends it, and gives the frames with the processor time of their scripts. */
async function traceScripts(page: Page): Promise<() => Promise<Frame[]>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] } });
  return async () => {
    const ended = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
    await session.send("Tracing.end");
    await ended;
    return framesOf(events);
  };
}

/** Plays in circles while the probe takes its figures; begins anew when it is eaten. */
async function measure(page: Page, seconds: number): Promise<void> {
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

const options = optionsOf("page", HELP, parseOptions, process.argv.slice(2));
if (options) await main(options);
