import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server-process.ts";
import { play, visit, waitForText } from "../testing/visitor.ts";

const QUIET = { KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "300", KRILL_BOTS: "0", KRILL_VIRUSES: "0" };

test("settings act at once and are there on the next visit", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: QUIET });
  t.after(() => server.stop());
  const { page, errors } = await visit(browser, server.url, { colorScheme: "dark" });
  const dark = await groundOf(page);
  await page.click("#start [data-opens=settings]");
  await page.selectOption("[name=theme]", "light");
  await page.selectOption("[name=keys]", "letters");
  await page.click("[name=names]");
  await page.click("[name=colorBlind]");
  await page.click("[name=sound]");
  const light = await groundOf(page);
  assert.notEqual(light, dark);
  await page.keyboard.press("Escape");
  await page.fill("#name", "Pearl");
  await page.click("#play");
  await waitForText(page, "#leaderboard", /Pearl/);

  await page.reload();
  assert.equal(await groundOf(page), light);
  assert.equal(await page.inputValue("#name"), "Pearl");
  await page.click("#start [data-opens=settings]");
  assert.equal(await page.inputValue("[name=theme]"), "light");
  assert.equal(await page.inputValue("[name=keys]"), "letters");
  assert.deepEqual(
    await Promise.all(["names", "mass", "colorBlind", "sound"].map((name) => page.isChecked(`[name=${name}]`))),
    [false, true, true, false],
  );
  await page.keyboard.press("Escape");
  await play(page, "Pearl");
  assert.equal(await page.getAttribute("#toggle-sound", "aria-pressed"), "false");
  await page.click("#toggle-sound");
  assert.equal(await page.getAttribute("#toggle-sound", "aria-pressed"), "true");
  assert.deepEqual(errors, []);
});

test("the page fits 360 px and 2560 px, without a layout that shifts", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: QUIET });
  t.after(() => server.stop());
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 2560, height: 1440 },
  ]) {
    const { page } = await visit(browser, server.url, { viewport });
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.waitForSelector("#modes .mode");
    await page.waitForSelector("#skins img");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await play(page, "Steady");
    await waitForText(page, "#leaderboard", /Steady/);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    const sum = shifts.reduce((total, shift) => total + shift, 0);
    assert.ok(sum < 0.02, `the layout shifts by ${sum} at ${viewport.width} px`);
    await page.context().close();
  }
});

test("nothing is fetched from elsewhere, and all of it is below 150 KB", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: QUIET });
  t.after(() => server.stop());
  const { page } = await visit(browser, server.url);
  const requested: string[] = [];
  let bytes = 0;
  page.on("request", (request) => requested.push(request.url()));
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.reload();
  await page.waitForSelector("#modes .mode");
  await page.waitForSelector("#skins img");
  await play(page, "Light");
  for (const url of requested) assert.equal(new URL(url).host, new URL(server.url).host);
  assert.ok(bytes > 20_000 && bytes < 150_000, `the page takes ${bytes} bytes`);

  const picture = await page.getAttribute('meta[property="og:image"]', "content");
  assert.equal(picture, `${server.url}/share.jpg`);
  const response = await page.request.get(picture ?? "");
  assert.equal(response.headers()["content-type"], "image/jpeg");
});

async function groundOf(page: Page): Promise<string> {
  return await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
