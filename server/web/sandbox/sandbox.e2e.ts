/** The sandbox page in a real browser: one switches algorithms, and sees the numbers change. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { BROAD_PHASES } from "../../../shared/sandbox.ts";
import { openBrowser } from "../../testing/browser.ts";
import { type ServerProcess, startServer } from "../../testing/server-process.ts";

const TIMEOUT = 30_000;
/** Pairs of the thousand balls that a sandbox begins with. */
const ALL_PAIRS = (1000 * 999) / 2;

let server: ServerProcess;
before(async () => {
  server = await startServer({ env: { KRILL_BOTS: "0", KRILL_PELLETS: "0" } });
});
after(async () => {
  await server.stop();
});

async function openSandbox(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${server.url}/sandbox`);
  await until(page, () => document.body.dataset.algorithm === "quadtree-sap");
  return errors;
}

async function until<T>(page: Page, condition: (argument: T) => boolean, argument?: T): Promise<void> {
  await page.waitForFunction(condition as (argument: unknown) => boolean, argument, { timeout: TIMEOUT });
}

async function numberIn(page: Page, selector: string): Promise<number> {
  return Number(((await page.textContent(selector)) ?? "").replaceAll(",", ""));
}

/** Waits until the tests per tick are within these. */
async function untilTests(page: Page, least: number, most: number): Promise<void> {
  await until(
    page,
    ([low, high]) => {
      const tests = Number(document.querySelector("#numbers .tests")?.textContent?.replaceAll(",", ""));
      return tests >= low && tests <= high;
    },
    [least, most],
  );
}

test("switching algorithms changes the tests per tick, and each one is remembered", { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const errors = await openSandbox(page);
  await untilTests(page, 1, ALL_PAIRS / 100);
  assert.equal(await numberIn(page, ".all-pairs"), ALL_PAIRS);

  await page.check("#algorithm-brute-force");
  await untilTests(page, ALL_PAIRS, ALL_PAIRS);
  assert.equal(await page.textContent(".savings"), "every single pair");
  assert.match((await page.textContent(".algorithm-words .chosen")) ?? "", /every body with every other one/);

  for (const algorithm of BROAD_PHASES.filter((name) => name !== "brute-force")) {
    await page.check(`#algorithm-${algorithm}`);
    await until(page, (name) => document.body.dataset.algorithm === name, algorithm);
    await until(
      page,
      (name) => !/not tried/.test(document.querySelector(`label:has(#algorithm-${name})`)?.textContent ?? "not tried"),
      algorithm,
    );
    assert.ok((await numberIn(page, "#numbers .tests")) < ALL_PAIRS / 4, algorithm);
  }
  assert.deepEqual(errors, []);
});

test("sliders and spreads change the balls; by keyboard too", { timeout: 60_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const errors = await openSandbox(page);
  await page.focus("#balls-count");
  await page.keyboard.press("Home");
  await until(page, () => document.querySelector(".all-pairs")?.textContent === "1");
  await page.keyboard.press("End");
  await until(page, () => document.querySelector(".all-pairs")?.textContent === "7,998,000");
  await page.fill("#balls-count", "120");
  await page.focus("input[name=scene]:checked");
  await page.keyboard.press("ArrowRight");
  await until(page, () => document.querySelector<HTMLInputElement>("input[value=clusters]")?.checked === true);
  await page.focus("#algorithm-quadtree-sap");
  await page.keyboard.press("ArrowDown");
  await until(page, () => document.body.dataset.algorithm === "brute-force");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  assert.deepEqual(errors, []);
});

test("pointing at a ball tells whom it is compared with and why it is seen; a click moves the view", {
  timeout: 60_000,
}, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const errors = await openSandbox(page);
  await page.fill("#balls-speed", "0");
  await until(page, () => document.querySelector("#balls .slider:nth-child(3) output")?.textContent === "at rest");
  const box = await page.locator("#world").boundingBox();
  assert.ok(box);
  const pointAbout = async (words: RegExp, shareX: number, shareY: number) => {
    for (let step = 0; step < 400; step++) {
      const x = box.x + box.width * shareX + 0.7 * (step % 60);
      const y = box.y + box.height * shareY + 4 * Math.floor(step / 60);
      await page.mouse.move(x, y);
      const found = await page.evaluate(
        () =>
          new Promise<string>((resolve) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve(document.querySelector("#why")?.textContent ?? "")),
            ),
          ),
      );
      if (!found.startsWith("Body")) continue;
      await until(
        page,
        (source) => new RegExp(source).test(document.querySelector("#why")?.textContent ?? ""),
        words.source,
      );
      return;
    }
    assert.fail("no ball found");
  };
  await pointAbout(/compared with \d+ of 999 others.*Seen: it reaches into the area to enter/, 0.47, 0.47);
  await pointAbout(/compared with \d+ of 999 others.*Not seen: it is outside the areas/, 0.08, 0.08);
  // The view moves there, and what was not seen is.
  await page.mouse.down();
  await page.mouse.up();
  await until(page, () => /Seen: it reaches into the area/.test(document.querySelector("#why")?.textContent ?? ""));
  assert.deepEqual(errors, []);
});

test("dark and light by choice, kept; a shared link leads into the same sandbox", { timeout: 60_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const context = await browser.newContext({ colorScheme: "dark", permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const errors = await openSandbox(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.click("#theme");
  const light = await ground();
  assert.notEqual(light, dark);
  await page.reload();
  await until(page, () => document.body.dataset.algorithm !== undefined);
  assert.equal(await ground(), light);

  await page.click("#share");
  await until(page, () => document.querySelector("#share")?.textContent === "Link copied");
  const friend = await context.newPage();
  await friend.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await until(friend, () => document.body.dataset.algorithm !== undefined);
  await page.check("#algorithm-uniform-grid");
  await until(friend, () => document.body.dataset.algorithm === "uniform-grid");
  assert.deepEqual(errors, []);
});
