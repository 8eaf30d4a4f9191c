import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { CloseCode } from "../../shared/close-codes.ts";
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
  await waitForText(page, "#notice-title", /^Back in a moment$/);
  await waitForText(page, "#notice", /^The server is restarting\. Trying again in \d+ s\.$/);
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

const CLOSED = [
  [CloseCode.kicked, /^You were sent away$/, /^Be kind\.$/],
  [CloseCode.banned, /^You are banned$/, /^Be kind\.$/],
  [CloseCode.roomFailed, /^No connection$/, /^The room has ended because of a fault\./],
] as const;

/**
 * Waits for the notice, and goes to the menu. From within the page, as soon as it is there: after a room's end the page comes back
 * by itself in a second, which the wire to this process may take as well.
 */
async function leaveNotice(page: Page, title: RegExp, text: RegExp): Promise<void> {
  await page.waitForFunction(
    ([titleSource, textSource]) => {
      const matches = (selector: string, source: string) =>
        new RegExp(source).test(document.querySelector(selector)?.textContent ?? "");
      if (!matches("#notice-title", titleSource) || !matches("#notice", textSource)) return false;
      const buttons = [...document.querySelectorAll<HTMLButtonElement>("#notice-actions button")];
      const menu = buttons.find(({ textContent }) => textContent === "Menu");
      menu?.click();
      return menu !== undefined;
    },
    [title.source, text.source] as const,
  );
}

test("who is kicked, banned or in a room that fails reads it, and has a way on", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: PASTURE, program: "server/testing/closing-server.ts" });
  t.after(() => server.stop());
  const { page, errors } = await visit(browser, server.url);
  for (const [code, title, text] of CLOSED) {
    await play(page, "Nemo");
    await page.keyboard.press("Enter");
    await page.keyboard.type(String(code));
    await page.keyboard.press("Enter");
    await leaveNotice(page, title, text);
    await waitForPhase(page, "start");
  }
  assert.deepEqual(errors, []);
  // Who is banned does not come in again.
  await page.route("**/matchmake/**", (route) => route.fulfill({ status: 403, json: { code: 403, error: "Go." } }));
  await page.click("#play");
  await waitForText(page, "#notice-title", /^You are banned$/);
  await waitForText(page, "#notice", /^Go\.$/);
});

test("says that it is joining, and that nobody is there", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: PASTURE });
  t.after(() => server.stop());
  const { page, errors } = await visit(browser, server.url);
  await waitForText(page, "[data-count=teams]", /^nobody yet$/);
  await page.click(".mode:has([value=teams])");
  await waitForText(page, "#room", /^A new one: nobody plays this yet$/);
  const answers: (() => void)[] = [];
  await page.route("**/matchmake/**", async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  await page.click("#spectate");
  await waitForText(page, "#play", /^Joining …$/);
  await waitForText(page, "#announcer", /^Joining …$/);
  assert.equal(await page.isDisabled("#play"), true);
  answers[0]();
  await waitForPhase(page, "watching");
  await waitForText(page, "#watched", /^Waiting for someone to watch$/);
  assert.deepEqual(errors, []);
});
