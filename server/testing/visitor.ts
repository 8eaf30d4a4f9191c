/** What a visitor of the page does in tests of it in a browser. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A condition that has not come true after this time (ms) never will. */
export const PATIENCE = 30_000;

export interface Visitor {
  page: Page;
  /** What the browser's console has had of errors, exceptions among them. */
  errors: string[];
}

/** Opens the page in a profile of its own. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(url);
  return { page, errors };
}

/** Joins under a name, and waits until the cell is there. */
export async function play(page: Page, name: string): Promise<void> {
  await page.fill("#name", name);
  await page.click("#play");
  await waitForPhase(page, "playing");
  await waitForMass(page, 1);
}

export async function phaseOf(page: Page): Promise<string | undefined> {
  return await page.evaluate(() => document.body.dataset.phase);
}

export async function waitForPhase(page: Page, phase: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.dataset.phase === wanted, phase);
}

export async function massOf(page: Page): Promise<number> {
  return Number(await page.textContent("#score"));
}

export async function waitForMass(page: Page, least: number): Promise<void> {
  await page.waitForFunction((wanted) => Number(document.querySelector("#score")?.textContent) >= wanted, least);
}

export async function waitForMassBelow(page: Page, limit: number): Promise<void> {
  await page.waitForFunction((most) => Number(document.querySelector("#score")?.textContent) < most, limit);
}

/** Waits until the element that `selector` names has a text like this. */
export async function waitForText(page: Page, selector: string, text: RegExp): Promise<void> {
  await page.waitForFunction(
    ([where, source, flags]) => new RegExp(source, flags).test(document.querySelector(where)?.textContent ?? ""),
    [selector, text.source, text.flags] as const,
  );
}

/** Moves the mouse in widening circles until `goal` is reached. */
export async function steerUntil(page: Page, goal: Promise<unknown>): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  let isReached = false;
  const reached = goal.finally(() => {
    isReached = true;
  });
  for (let step = 0; !isReached; step++) {
    const angle = step / (12 + step / 20);
    await page.mouse.move(width / 2 + 300 * Math.cos(angle), height / 2 + 300 * Math.sin(angle));
    await Promise.race([reached, page.evaluate(() => new Promise(requestAnimationFrame))]);
  }
  await reached;
}
