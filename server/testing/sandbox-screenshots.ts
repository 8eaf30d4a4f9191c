/** `node server/testing/sandbox-screenshots.ts`: tries a few algorithms in the sandbox and writes docs/sandbox-*.png. */
import type { Page } from "playwright-core";
import type { BallScene, BroadPhase } from "../../shared/sandbox.ts";
import { launchBrowser } from "./browser.ts";
import { startServer } from "./server-process.ts";

interface Shot {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "dark" | "light";
  readonly scene: BallScene;
  /** Tried one after the other; the last one is seen. */
  readonly algorithms: readonly BroadPhase[];
}

const SHOTS: readonly Shot[] = [
  {
    name: "dark",
    width: 1440,
    height: 900,
    colorScheme: "dark",
    scene: "even",
    algorithms: ["brute-force", "sort-and-sweep", "uniform-grid", "quadtree", "quadtree-sap"],
  },
  {
    name: "light",
    width: 1280,
    height: 720,
    colorScheme: "light",
    scene: "giants",
    algorithms: ["uniform-grid", "hierarchical-sap"],
  },
  {
    name: "phone",
    width: 360,
    height: 740,
    colorScheme: "dark",
    scene: "still",
    algorithms: ["brute-force", "incremental-sap"],
  },
];
/** Milliseconds for which each algorithm is tried, for its line in the graph. */
const TRIED_FOR = 1500;
const MOST_MOVES = 200;

/** Moves along a line until a ball is under the pointer. */
async function pointAtBall(page: Page): Promise<void> {
  const box = await page.locator("#world").boundingBox();
  for (let move = 0; box && move < MOST_MOVES; move++) {
    await page.mouse.move(box.x + box.width * (0.3 + move * 0.002), box.y + box.height * 0.46);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    if (/^Body.*seen/i.test((await page.textContent("#why")) ?? "")) return;
  }
}

const server = await startServer({ env: { KRILL_BOTS: "0" } });
const browser = await launchBrowser();
try {
  for (const { name, width, height, colorScheme, scene, algorithms } of SHOTS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(`${server.url}/sandbox`);
    await page.waitForFunction(() => document.body.dataset.algorithm !== undefined);
    await page.check(`input[value=${scene}]`, { force: true });
    for (const algorithm of algorithms) {
      await page.check(`#algorithm-${algorithm}`);
      await page.waitForTimeout(TRIED_FOR);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await pointAtBall(page);
    await page.waitForTimeout(TRIED_FOR / 3);
    const path = `docs/sandbox-${name}.png`;
    await page.screenshot({ path });
    process.stdout.write(`wrote ${path}\n`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
