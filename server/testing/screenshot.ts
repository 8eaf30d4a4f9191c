/**
 * `npm run screenshot`: plays on a lively server and writes docs/screenshots/*.png, docs/arena.png and the picture for shared
 * links, server/web/share.jpg. With names it takes only those, as in `node server/testing/screenshot.ts play-dark menu-phone`.
 */
import { mkdir } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { joinHunter } from "./hunter.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const FOLDER = "docs/screenshots";
/** Small and crowded, so that there is something to see. */
const LIVELY = {
  KRILL_WORLD_SIZE: "5000",
  KRILL_PELLETS: "1800",
  KRILL_BOTS: "36",
  KRILL_VIRUSES: "12",
  KRILL_START_RADIUS: "62",
  KRILL_SPAWN_PROTECTION_SECONDS: "60",
  KRILL_SEED: "7",
};
const ADMIN_TOKEN = "a-token-for-the-pictures";
/** The overlay over a game is for an admin. */
const WATCHED = { ...LIVELY, KRILL_ADMIN_TOKEN: ADMIN_TOKEN };
/** Nobody there but a hunter. */
const LONELY = { ...LIVELY, KRILL_SPAWN_PROTECTION_SECONDS: "0", KRILL_BOTS: "0", KRILL_WORLD_SIZE: "3000" };

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 720 }, colorScheme: "dark" };
const WIDE: BrowserContextOptions = { viewport: { width: 2560, height: 1440 }, colorScheme: "dark" };
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: "dark",
};
const PHONE_ACROSS: BrowserContextOptions = { ...PHONE, viewport: { width: 740, height: 360 } };
const LINK: BrowserContextOptions = { viewport: { width: 1200, height: 630 }, colorScheme: "dark" };

/** A picture: what the visitor has set before, and what it does before the picture is taken. */
interface Shot {
  context: BrowserContextOptions;
  settings?: object;
  path?: string;
  /** Seconds to play before the picture. */
  play?: number;
  arrange?: (page: Page, server: ServerProcess) => Promise<unknown>;
  server?: Record<string, string>;
}

const SHOTS: Record<string, Shot> = {
  "menu-dark": { context: DESKTOP },
  "menu-light": { context: { ...DESKTOP, colorScheme: "light" } },
  "menu-phone": { context: PHONE },
  "menu-wide": { context: WIDE },
  settings: { context: DESKTOP, arrange: (page) => page.click("[data-opens=settings]") },
  "help-phone": { context: PHONE, arrange: (page) => page.click("[data-opens=help]") },
  "play-dark": { context: DESKTOP, play: 10, arrange: chatAWhile, path: "docs/arena.png" },
  "play-light": { context: { ...DESKTOP, colorScheme: "light" }, play: 7 },
  "play-colour-blind": { context: DESKTOP, settings: { colorBlind: true }, play: 7 },
  "play-phone": { context: PHONE, play: 6 },
  "play-phone-across": { context: PHONE_ACROSS, play: 6 },
  "play-wide": { context: WIDE, play: 7 },
  teams: { context: DESKTOP, play: 6, server: { ...LIVELY, KRILL_MODES: "teams" } },
  round: {
    context: DESKTOP,
    play: 8,
    server: { ...LIVELY, KRILL_MODES: "hunger-games", KRILL_ROUND_COUNTDOWN_SECONDS: "2" },
  },
  "overlay-arena": { context: DESKTOP, play: 4, server: WATCHED, arrange: openOverlay },
  "overlay-arena-light": {
    context: { ...DESKTOP, colorScheme: "light" },
    play: 4,
    server: WATCHED,
    arrange: openOverlay,
  },
  "overlay-arena-phone": { context: PHONE, play: 4, server: WATCHED, arrange: openOverlay },
  spectate: { context: DESKTOP, arrange: watch },
  "spectate-phone": { context: PHONE, arrange: watch },
  death: { context: DESKTOP, server: LONELY, arrange: die },
  "death-phone": { context: { ...PHONE, colorScheme: "light" }, server: LONELY, arrange: die },
  restarting: {
    context: DESKTOP,
    play: 1,
    arrange: (page, server) => server.stop().then(() => page.waitForSelector("#gone:visible")),
  },
  share: { context: LINK, play: 12, path: "server/web/share.jpg" },
};

async function start(page: Page): Promise<void> {
  await page.fill("#name", "Nemo");
  await page.click("#play");
  await page.waitForFunction(() => document.body.dataset.phase === "playing");
}

/** Steers in circles; begins anew when it is eaten. */
async function play(page: Page, seconds: number): Promise<void> {
  await start(page);
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  const end = Date.now() + seconds * 1000;
  for (let move = 0; Date.now() < end; move++) {
    const angle = move / 25;
    await page.mouse.move(width / 2 + width * 0.3 * Math.cos(angle), height / 2 + height * 0.3 * Math.sin(angle));
    await page.waitForTimeout(40);
    if (await page.isVisible("#again:enabled")) await page.click("#again");
  }
  await page.waitForFunction(() => document.body.dataset.phase !== "dead");
}

async function chatAWhile(page: Page): Promise<void> {
  for (const text of ["Hello everyone!", "Who is the big one?"]) {
    await page.click("#open-chat");
    await page.fill("#chat-text", text);
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction(() => document.querySelectorAll("#chat-lines li").length >= 2);
}

/** Opens the overlay as an admin, lets its graphs fill, and points at what is right of the own cell. */
async function openOverlay(page: Page): Promise<void> {
  await page.keyboard.press("d");
  await page.fill(".overlay-token .field", ADMIN_TOKEN);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".overlay-figures:visible");
  await page.waitForTimeout(4000);
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  for (let move = 0; move < 60; move++) {
    await page.mouse.move(width * (0.3 + 0.003 * move), height * 0.42);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    if (/^Body.*seen/i.test((await page.textContent(".overlay-panel .why")) ?? "")) return;
  }
}

async function watch(page: Page): Promise<void> {
  await page.click("#spectate");
  await page.waitForFunction(() => /Watching the leader,/.test(document.querySelector("#watched")?.textContent ?? ""));
  await page.waitForTimeout(1500);
}

async function die(page: Page, server: ServerProcess): Promise<void> {
  await start(page);
  const hunter = await joinHunter(server.url, "Nemo");
  await page.waitForFunction(() => document.body.dataset.phase === "dead");
  await page.waitForSelector("#life dd");
  await hunter.leave();
  await page.waitForTimeout(400);
}

async function take(browser: Browser, server: ServerProcess, name: string, shot: Shot): Promise<void> {
  const context = await browser.newContext(shot.context);
  const page = await context.newPage();
  await page.addInitScript((settings) => {
    localStorage.setItem("krill.preferences", JSON.stringify({ quality: "high", ...settings }));
  }, shot.settings ?? {});
  await page.goto(server.url);
  await page.waitForSelector("#modes .mode");
  await page.waitForFunction(() => {
    const skins = [...document.querySelectorAll<HTMLImageElement>("#skins img")];
    return skins.length > 0 && skins.every(({ complete }) => complete);
  });
  if (shot.play) await play(page, shot.play);
  await shot.arrange?.(page, server);
  if (shot.path?.endsWith(".jpg")) await page.locator("#hud").evaluate((hud) => hud.toggleAttribute("hidden", true));
  const path = `${FOLDER}/${name}.png`;
  if (shot.path?.endsWith(".jpg")) await page.screenshot({ path: shot.path, type: "jpeg", quality: 82 });
  else for (const place of shot.path ? [path, shot.path] : [path]) await page.screenshot({ path: place });
  await context.close();
  process.stdout.write(`${name}\n`);
}

const wanted = process.argv.slice(2);
const names = Object.keys(SHOTS).filter((name) => wanted.length === 0 || wanted.includes(name));
await mkdir(FOLDER, { recursive: true });
const browser = await launchBrowser();
let server: ServerProcess | undefined;
let environment: Record<string, string> | undefined;
try {
  for (const name of names) {
    const shot = SHOTS[name];
    const needed = shot.server ?? LIVELY;
    if (!server || environment !== needed || name === "death-phone") {
      await server?.stop();
      server = await startServer({ env: needed });
      environment = needed;
    }
    await take(browser, server, name, shot);
    if (name === "restarting") server = undefined;
  }
} finally {
  await browser.close();
  await server?.stop();
}
