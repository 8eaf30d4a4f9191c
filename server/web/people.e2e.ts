import assert from "node:assert/strict";
import { test } from "node:test";
import { openBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server-process.ts";
import { phaseOf, play, visit, waitForMass, waitForPhase, waitForText } from "../testing/visitor.ts";

const QUIET = { KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "300", KRILL_BOTS: "0", KRILL_VIRUSES: "0" };

test("two players write to each other; who writes too fast is told", { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: { ...QUIET, KRILL_CHAT_BURST: "1", KRILL_CHAT_SECONDS: "600" } });
  t.after(() => server.stop());
  const one = await visit(browser, server.url);
  await play(one.page, "Marlin");
  const other = await visit(browser, server.url);
  await play(other.page, "Dory");

  await one.page.keyboard.press("Enter");
  await one.page.keyboard.type("Have you seen my son? <b>No</b>");
  await one.page.keyboard.press("Enter");
  for (const { page } of [one, other]) {
    await waitForText(page, "#chat-lines", /Marlin\s*Have you seen my son\? <b>No<\/b>/);
  }
  await one.page.keyboard.press("Enter");
  await one.page.keyboard.type("Again");
  await one.page.keyboard.press("Enter");
  await waitForText(one.page, "#chat-lines .bad", /You write too fast/);
  assert.deepEqual([...one.errors, ...other.errors], []);
});

test("a name that is not allowed is refused in the menu", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: QUIET });
  t.after(() => server.stop());
  const { page } = await visit(browser, server.url);
  await page.fill("#name", "fuck");
  await page.click("#play");
  await waitForText(page, "#refusal", /^This name holds a word that is not allowed here\.$/);
  assert.equal(await phaseOf(page), "start");
  await page.fill("#name", "Nemo");
  await page.keyboard.press("Enter");
  await waitForPhase(page, "playing");
});

test("watches the leader, then the next, then roams, then plays", { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: { ...QUIET, KRILL_BOTS: "4" } });
  t.after(() => server.stop());
  const { page, errors } = await visit(browser, server.url);
  await page.click("#spectate");
  await waitForPhase(page, "watching");
  await waitForText(page, "#watched", /^Watching the leader, \S/);
  await page.keyboard.press("2");
  await waitForText(page, "#watched", /^Watching (?!the leader)\S/);
  await page.click("#watch-free");
  await waitForText(page, "#watched", /^Roaming/);
  assert.equal(await page.getAttribute("#watch-free", "aria-pressed"), "true");
  await page.keyboard.press("1");
  await waitForText(page, "#watched", /^Watching the leader/);
  await page.click("#watch-play");
  await waitForPhase(page, "playing");
  await waitForMass(page, 1);
  assert.deepEqual(errors, []);
});

test("chooses a mode and a room, with how many play there", { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: { ...QUIET, KRILL_MAX_CLIENTS: "1" } });
  t.after(() => server.stop());
  const one = await visit(browser, server.url);
  await one.page.waitForSelector("#modes .mode");
  await one.page.click(".mode:has([value=teams])");
  await play(one.page, "Red");
  await waitForText(one.page, "#leaderboard", /Red.*Green.*Blue/);

  const other = await visit(browser, server.url);
  await waitForText(other.page, "[data-count=teams]", /^1 plays$/);
  await other.page.click(".mode:has([value=teams])");
  await waitForText(other.page, "#room", /Room 1: 1 of 1 places taken/);
  // Full, and so not to be chosen; a new one is opened.
  assert.equal(await other.page.isDisabled("#room option:nth-child(2)"), true);
  // What was free when the menu looked may be full by now.
  await other.page.evaluate(() => {
    const option = document.querySelector<HTMLOptionElement>("#room option:nth-child(2)");
    if (option) option.disabled = false;
  });
  await other.page.selectOption("#room", { index: 1 });
  await other.page.click("#play");
  await waitForPhase(other.page, "gone");
  await waitForText(other.page, "#notice-title", /^No place left$/);
  await other.page.click("text=Play in another room");
  await waitForPhase(other.page, "playing");
  // The choice is kept for the next visit.
  await other.page.reload();
  await other.page.waitForSelector("#modes .mode");
  assert.equal(await other.page.isChecked("[name=mode][value=teams]"), true);
  assert.deepEqual(one.errors, []);
});
