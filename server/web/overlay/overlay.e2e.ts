/** The overlay over the arena, in a real browser: for an admin alone, and only while it is open. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser } from "../../testing/browser.ts";
import { startServer } from "../../testing/server-process.ts";

const TOKEN = "a-token-for-the-tests";
const TIMEOUT = 20_000;

test("key D opens the overlay, which asks for the admin token; a wrong one is refused in words", {
  timeout: 60_000,
}, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({
    env: { KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "500", KRILL_BOTS: "5", KRILL_ADMIN_TOKEN: TOKEN },
  });
  t.after(() => server.stop());
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(server.url);
  await page.fill("#name", "Looker");
  await page.click("#play");
  await page.waitForFunction(() => document.body.dataset.phase === "playing", undefined, { timeout: TIMEOUT });
  assert.equal(await page.locator(".overlay-panel").count(), 0);

  await page.keyboard.press("d");
  const asked = page.locator(".overlay-asked");
  await asked.getByText(/only an admin may look/i).waitFor({ timeout: TIMEOUT });
  await page.fill(".overlay-token .field", "not-the-token");
  await page.keyboard.press("Enter");
  await asked.getByText(/this is not the admin token/i).waitFor({ timeout: TIMEOUT });
  await page.fill(".overlay-token .field", TOKEN);
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => /^[\d,]+$/.test(document.querySelector(".overlay-panel .tests")?.textContent ?? ""),
    undefined,
    {
      timeout: TIMEOUT,
    },
  );
  assert.match((await page.textContent(".overlay-panel .savings")) ?? "", /× fewer/);
  assert.equal(await page.locator(".overlay-surface").count(), 1);

  await page.click(".overlay-head button");
  assert.equal(await page.locator(".overlay-panel, .overlay-surface").count(), 0);
  // The token is kept for the visit.
  await page.keyboard.press("d");
  await page.waitForSelector(".overlay-figures:visible", { timeout: TIMEOUT });
  assert.deepEqual(errors, []);
});
