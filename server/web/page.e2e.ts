import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { NAME_MAX_LENGTH } from "../../shared/messages.ts";
import { openBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server-process.ts";

/** A small world full of pellets and without anyone to fear: whoever moves, eats. */
const PASTURE = { KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "2000", KRILL_BOTS: "0" };
const TIMEOUT = 20_000;

test("plays from the start form on, and comes back by itself after the server did", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  let server = await startServer({ env: PASTURE });
  t.after(() => server.stop());
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const errors = collectErrors(page);

  await page.goto(server.url);
  assert.equal(await page.getAttribute("#name", "maxlength"), String(NAME_MAX_LENGTH));
  assert.equal(await phaseOf(page), "start");
  await page.fill("#name", "Nemo");
  await page.click("#play");
  await waitForPhase(page, "playing");
  await waitForScore(page, 1);
  const startScore = await scoreOf(page);
  await steerAbout(page, () => waitForScore(page, startScore + 1));
  assert.ok((await scoreOf(page)) > startScore);

  await page.waitForFunction(() => /Nemo/.test(document.querySelector("#leaderboard")?.textContent ?? ""), undefined, {
    timeout: TIMEOUT,
  });
  await page.waitForFunction(() => /^\d+$/.test(document.querySelector("#ping")?.textContent ?? ""), undefined, {
    timeout: TIMEOUT,
  });
  assert.deepEqual(errors, []);

  const scoreBeforeLoss = await scoreOf(page);
  await page.context().setOffline(true);
  await waitForPhase(page, "gone");
  await page.context().setOffline(false);
  await waitForPhase(page, "playing");
  assert.ok((await scoreOf(page)) >= scoreBeforeLoss, "a lost connection finds the same player again");

  assert.equal(await server.stop(), 0);
  await waitForPhase(page, "gone");
  await page.waitForSelector("#notice:visible");
  assert.match((await page.textContent("#notice")) ?? "", /server/i);

  server = await startServer({ env: { ...PASTURE, PORT: String(server.port) } });
  await waitForPhase(page, "playing");
  assert.equal(await page.isVisible("#notice"), false);
  await waitForScore(page, 1);
});

test("a page of another protocol version reloads once, then says what is wrong", { timeout: 60_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: PASTURE });
  t.after(() => server.stop());
  const page = await browser.newPage();
  // The join request is given another version on its way, so that the server takes the page for an old one.
  await page.route("**/matchmake/**", async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ ...body, version: -1 }) });
  });

  await page.goto(server.url);
  await Promise.all([page.waitForEvent("load"), page.click("#play")]);
  assert.equal(await phaseOf(page), "start");
  await page.click("#play");
  await waitForPhase(page, "gone");
  assert.match((await page.textContent("#notice")) ?? "", /version/);
});

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

/** Steers in widening circles until `goal` is reached, as a player does who only moves the mouse. */
async function steerAbout(page: Page, goal: () => Promise<unknown>): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  let isReached = false;
  const reached = goal().finally(() => {
    isReached = true;
  });
  for (let step = 0; !isReached; step++) {
    const angle = step / (12 + step / 20);
    await page.mouse.move(width / 2 + 300 * Math.cos(angle), height / 2 + 300 * Math.sin(angle));
    await Promise.race([reached, page.evaluate(() => new Promise(requestAnimationFrame))]);
  }
  await reached;
}

async function phaseOf(page: Page): Promise<string | undefined> {
  return await page.evaluate(() => document.body.dataset.phase);
}

async function waitForPhase(page: Page, phase: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.dataset.phase === wanted, phase, { timeout: TIMEOUT });
}

async function scoreOf(page: Page): Promise<number> {
  return Number(await page.textContent("#score"));
}

async function waitForScore(page: Page, least: number): Promise<void> {
  await page.waitForFunction((wanted) => Number(document.querySelector("#score")?.textContent) >= wanted, least, {
    timeout: TIMEOUT,
  });
}
