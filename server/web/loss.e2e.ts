import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server-process.ts";
import {
  massOf,
  phaseOf,
  play,
  steerUntil,
  visit,
  waitForMass,
  waitForPhase,
  waitForText,
} from "../testing/visitor.ts";

const PASTURE = { KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "2000", KRILL_BOTS: "0", KRILL_VIRUSES: "0" };

test("comes back by itself after a lost line, and after a server that restarts", { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  let server = await startServer({ env: PASTURE });
  t.after(() => server.stop());
  const { page, errors } = await visit(browser, server.url);
  await play(page, "Nemo");
  const startMass = await massOf(page);
  await steerUntil(page, waitForMass(page, startMass + 1));
  assert.deepEqual(errors, []);

  const before = await massOf(page);
  await page.context().setOffline(true);
  await waitForPhase(page, "gone");
  await waitForText(page, "#notice-title", /^(Connection lost|No answer)$/);
  await page.context().setOffline(false);
  await waitForPhase(page, "playing");
  assert.ok((await massOf(page)) >= before, "a lost connection finds the same player again");

  assert.equal(await server.stop(), 0);
  await waitForPhase(page, "gone");
  await waitForText(page, "#notice", /server/i);
  await page.waitForSelector("#notice-actions button:visible");
  server = await startServer({ env: { ...PASTURE, PORT: String(server.port) } });
  await waitForPhase(page, "playing");
  assert.equal(await page.isVisible("#notice"), false);
  await waitForMass(page, 1);
});

test("a page of another protocol version reloads once, then says what is wrong", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: PASTURE });
  t.after(() => server.stop());
  const { page } = await visit(browser, server.url);
  // The join request is given another version on its way, so that the server takes the page for an old one.
  await page.route("**/matchmake/**", async (route) => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ ...body, version: -1 }) });
  });
  await Promise.all([page.waitForEvent("load"), page.click("#play")]);
  assert.equal(await phaseOf(page), "start");
  await page.click("#play");
  await waitForPhase(page, "gone");
  await waitForText(page, "#notice", /version/);
  assert.equal(await page.textContent("#notice-actions button"), "Reload the page");
});

for (const [code, title] of [
  [4103, "You were sent away"],
  [4104, "You are banned"],
] as const) {
  test(`a socket closed with ${code} has its own words and a way on`, { timeout: 90_000 }, async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await startServer({ env: PASTURE });
    t.after(() => server.stop());
    const { page } = await visit(browser, "about:blank");
    await page.addInitScript(() => {
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols);
          Object.assign(window, { lastSocket: this });
        }
      };
    });
    await page.goto(server.url);
    await play(page, "Nemo");
    // The socket hears what it would hear from a server that has closed it so.
    await page.evaluate((closeCode) => {
      const { lastSocket } = window as unknown as { lastSocket: WebSocket };
      lastSocket.dispatchEvent(new CloseEvent("close", { code: closeCode, reason: "Be kind.", wasClean: true }));
    }, code);
    await waitForPhase(page, "gone");
    await waitForText(page, "#notice-title", new RegExp(`^${title}$`));
    await waitForText(page, "#notice", /^Be kind\.$/);
    await page.click("#notice-actions button");
    await waitForPhase(page, "start");
  });
}
