/** What is written on the pages is read well, and what has the focus is seen: by the styles that Chromium has computed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server-process.ts";
import { play, visit, waitForText } from "../testing/visitor.ts";

const QUIET = { KRILL_WORLD_SIZE: "3000", KRILL_PELLETS: "300", KRILL_BOTS: "6", KRILL_VIRUSES: "0" };
/** What WCAG 2.2, level AA, asks of text; of letters from 24 px on, or 18.7 px when they are bold, it asks less. */
const TEXT_CONTRAST = 4.5;
const LARGE_TEXT_CONTRAST = 3;

/** The texts in sight that have too little contrast with what is behind them, and how many were looked at. */
async function faintTexts(page: Page): Promise<{ faint: string[]; seen: number }> {
  return await page.evaluate(
    ([least, leastLarge]) => {
      type Color = [number, number, number, number];
      const parse = (text: string): Color => {
        const [red, green, blue, opacity = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
        return [red, green, blue, opacity];
      };
      const over = (top: Color, below: Color): Color => {
        const part = (i: number) => top[i] * top[3] + below[i] * (1 - top[3]);
        return [part(0), part(1), part(2), 1];
      };
      const luminance = ([red, green, blue]: Color) => {
        const [r, g, b] = [red, green, blue].map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const behind = (element: Element): Color => {
        const { backgroundColor } = getComputedStyle(element);
        const color = parse(backgroundColor);
        if (color[3] === 1) return color;
        return over(color, element.parentElement ? behind(element.parentElement) : [255, 255, 255, 1]);
      };
      const faint: string[] = [];
      let seen = 0;
      for (const element of document.body.querySelectorAll("*")) {
        const isField = element instanceof HTMLInputElement && element.placeholder !== "" && element.value === "";
        const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        const { width, height } = element.getBoundingClientRect();
        if (!(hasText || isField) || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true }))
          continue;
        // What cannot be used need not be read (WCAG 1.4.3).
        if (element.closest(":disabled, option, .unseen")) continue;
        seen++;
        const style = getComputedStyle(element, isField ? "::placeholder" : null);
        const below = behind(element);
        const [low, high] = [luminance(over(parse(style.color), below)), luminance(below)].sort((a, b) => a - b);
        const ratio = (high + 0.05) / (low + 0.05);
        const size = Number.parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.7 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? leastLarge : least)) faint.push(`${ratio.toFixed(2)}: "${element.textContent?.trim()}"`);
      }
      return { faint, seen };
    },
    [TEXT_CONTRAST, LARGE_TEXT_CONTRAST],
  );
}

async function assertReadable(page: Page, where: string, least: number): Promise<void> {
  const { faint, seen } = await faintTexts(page);
  assert.deepEqual(faint, [], where);
  assert.ok(seen >= least, `only ${seen} texts are seen in ${where}`);
}

for (const colorScheme of ["dark", "light"] as const) {
  test(`all that is written has contrast, ${colorScheme}`, { timeout: 90_000 }, async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await startServer({ env: QUIET });
    t.after(() => server.stop());
    const { page } = await visit(browser, server.url, { colorScheme, reducedMotion: "reduce" });
    await page.waitForSelector("#modes .mode");
    await assertReadable(page, "the menu", 20);
    for (const dialog of ["settings", "help"]) {
      await page.click(`#start [data-opens=${dialog}]`);
      await assertReadable(page, dialog, 30);
      await page.keyboard.press("Escape");
    }
    await play(page, "Reader");
    await waitForText(page, "#leaderboard", /Reader/);
    await assertReadable(page, "the game", 10);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#pause[open]");
    await assertReadable(page, "the game's menu", 16);
    await page.goto(`${server.url}/sandbox`);
    await waitForText(page, "#numbers .tests", /^[\d,]+$/);
    await assertReadable(page, "the sandbox", 30);
  });
}

test("by the keyboard, one goes through the menu and sees where one is; less motion means none", {
  timeout: 90_000,
}, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: QUIET });
  t.after(() => server.stop());
  const { page } = await visit(browser, server.url, { reducedMotion: "reduce" });
  await page.waitForSelector("#modes .mode");
  await page.waitForSelector("#skins img");
  const visited = new Set<string>();
  for (let step = 0; step < 14; step++) {
    const { name, isSeen } = await page.evaluate(() => {
      const element = document.activeElement;
      const shown = element?.closest(".mode, .pick") ?? element;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? document.body);
      return {
        // Between the last control and the first, the browser's own have the focus.
        name:
          element === document.body ? "" : element?.id || element?.getAttribute("name") || element?.textContent || "",
        isSeen: outlineStyle === "solid" && Number.parseFloat(outlineWidth) >= 2,
      };
    });
    assert.ok(isSeen || name === "", `the focus is not seen on "${name}"`);
    visited.add(name);
    await page.keyboard.press("Tab");
  }
  for (const name of ["name", "play", "spectate", "mode", "room", "color", "skin", "Settings"]) {
    assert.ok(visited.has(name), `the keyboard does not reach "${name}", but only ${[...visited].join(", ")}`);
  }
  const animations = await page.evaluate(() => document.getAnimations().length);
  assert.equal(animations, 0);
  // Behind the menu, cells that drift about would move in any two pictures half a second apart.
  const picture = () => page.evaluate(() => document.querySelector("canvas")?.toDataURL());
  const before = await picture();
  await page.waitForTimeout(500);
  assert.equal(await picture(), before);
});
