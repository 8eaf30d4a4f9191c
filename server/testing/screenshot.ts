/** `npm run screenshot`: plays among bots for a while and writes docs/arena.png. */
import { launchBrowser } from "./browser.ts";
import { startServer } from "./server-process.ts";

const PATH = "docs/arena.png";
/** Small and crowded, so that there is something to see. */
const LIVELY = { KRILL_WORLD_SIZE: "6000", KRILL_PELLETS: "2500", KRILL_BOTS: "30", KRILL_SEED: "7" };
/** The picture is taken at this mass, or after so many moves of the mouse. */
const MASS = 45;
const MOST_MOVES = 300;

const server = await startServer({ env: LIVELY });
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(server.url);
  await page.fill("#name", "Krill");
  await page.click("#play");
  for (let move = 0; move < MOST_MOVES && Number(await page.textContent("#score")) < MASS; move++) {
    const angle = move / 25;
    await page.mouse.move(640 + 300 * Math.cos(angle), 360 + 240 * Math.sin(angle));
    await page.waitForTimeout(40);
    if (await page.isVisible("#again:enabled")) {
      await page.click("#again");
      await page.waitForFunction(() => document.body.dataset.phase === "playing");
    }
  }
  await page.screenshot({ path: PATH });
  process.stdout.write(`wrote ${PATH}\n`);
} finally {
  await browser.close();
  await server.stop();
}
