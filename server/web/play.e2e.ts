import assert from "node:assert/strict";
import { test } from "node:test";
import { NAME_MAX_LENGTH } from "../../shared/messages.ts";
import { openBrowser } from "../testing/browser.ts";
import { joinHunter } from "../testing/hunter.ts";
import { startServer } from "../testing/server-process.ts";
import {
  massOf,
  phaseOf,
  play,
  steerUntil,
  visit,
  waitForMass,
  waitForMassBelow,
  waitForPhase,
  waitForText,
} from "../testing/visitor.ts";

/** A small world full of pellets and without anyone to fear; cells begin large enough to split and eject. */
const PASTURE = {
  KRILL_WORLD_SIZE: "2000",
  KRILL_PELLETS: "500",
  KRILL_BOTS: "0",
  KRILL_VIRUSES: "0",
  KRILL_START_RADIUS: "90",
  KRILL_SPAWN_PROTECTION_SECONDS: "0",
};

test("a life with the mouse: grow, split, eject, die, play again", { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: PASTURE });
  t.after(() => server.stop());
  const { page, errors } = await visit(browser, server.url);
  assert.equal(await phaseOf(page), "start");
  assert.equal(await page.getAttribute("#name", "maxlength"), String(NAME_MAX_LENGTH));
  await play(page, "Nemo");
  await waitForText(page, "#leaderboard", /Nemo/);
  await waitForText(page, "#own-rank", /You: 1.*of 1/);
  await waitForText(page, "#ping", /^\d+$/);

  const startMass = await massOf(page);
  await steerUntil(page, waitForMass(page, startMass + 3));

  await page.keyboard.press("Space");
  await waitForText(page, "#cells", /^2 cells$/);

  const before = await massOf(page);
  await page.mouse.move(640, 360);
  await page.keyboard.down("w");
  await waitForMassBelow(page, before - 10);
  await page.keyboard.up("w");

  const hunter = await joinHunter(server.url, "Nemo");
  await waitForPhase(page, "dead");
  await waitForText(page, "#death-by", /^Hunter ate you\.$/);
  const life = await page.textContent("#life");
  assert.match(life ?? "", /Top mass\d+Best place1Time alive0:\d\dCells eaten0Players eaten0/);
  await waitForText(page, "#feed", /Hunter ate Nemo/);
  await hunter.leave();
  // The key that plays again is that of the button with the focus.
  await page.keyboard.press("Enter");
  await waitForPhase(page, "playing");
  await waitForMass(page, 1);
  assert.deepEqual(errors, []);
});

test("by keyboard alone: join, steer, split, write, and find the menu", { timeout: 90_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: PASTURE });
  t.after(() => server.stop());
  const { page, errors } = await visit(browser, server.url);
  // The name has the focus from the start.
  await page.keyboard.type("Dory");
  await page.keyboard.press("Enter");
  await waitForPhase(page, "playing");
  await waitForMass(page, 1);
  const startMass = await massOf(page);
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    await page.keyboard.down(key);
    await waitForMass(page, startMass + 1);
    await page.keyboard.up(key);
  }
  await page.keyboard.press("Space");
  await waitForText(page, "#cells", /^2 cells$/);
  await page.keyboard.press("Enter");
  await page.keyboard.type("w is a letter here");
  await page.keyboard.press("Enter");
  await waitForText(page, "#chat-lines", /Dory/);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#pause[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#pause", { state: "hidden" });
  assert.equal(await phaseOf(page), "playing");
  assert.deepEqual(errors, []);
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
]) {
  test(`by touch at ${viewport.width} × ${viewport.height}`, { timeout: 90_000 }, async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await startServer({ env: PASTURE });
    t.after(() => server.stop());
    const { page, errors } = await visit(browser, server.url, { viewport, hasTouch: true, isMobile: true });
    await page.fill("#name", "Finger");
    await page.tap("#play");
    await waitForPhase(page, "playing");
    await waitForMass(page, 1);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px wider than the phone`);
    const startMass = await massOf(page);
    const touch = await page.context().newCDPSession(page);
    const at = (x: number, y: number) => [{ x: viewport.width * x, y: viewport.height * y, id: 1 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.4, 0.5) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(0.6, 0.4) });
    await page.waitForSelector("#stick.shown");
    await waitForMass(page, startMass + 1);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForSelector("#stick.shown", { state: "detached" });
    await page.tap("#split");
    await waitForText(page, "#cells", /^2 cells$/);
    const before = await massOf(page);
    const box = await page.locator("#eject").boundingBox();
    assert.ok(box);
    const button = [{ x: box.x + box.width / 2, y: box.y + box.height / 2, id: 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: button });
    await waitForMassBelow(page, before);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    assert.deepEqual(errors, []);
  });
}
