/** A headless Chromium for end-to-end tests and screenshots. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "node:test";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const HOW_TO_GET_IT = "no Chromium found: apt-get install chromium, or set CHROMIUM_PATH to the path of one";
/** Quiet and alone: no sandbox (containers have none to offer), no GPU, no calls to the outside. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * A browser for the test `t`, closed when that ends. Without a Chromium the test is skipped, or fails where KRILL_TEST_ALL=1
 * says that nothing may be skipped.
 */
export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  const executable = findChromium();
  if (!executable) {
    if (process.env.KRILL_TEST_ALL === "1") throw new Error(HOW_TO_GET_IT);
    t.skip(HOW_TO_GET_IT);
    return undefined;
  }
  const browser = await launchBrowser(executable);
  t.after(() => browser.close());
  return browser;
}

/** A browser with a fresh profile; whoever calls closes it. Throws, saying how to get one, when there is no Chromium. */
export async function launchBrowser(executable = findChromium()): Promise<Browser> {
  if (!executable) throw new Error(HOW_TO_GET_IT);
  return await chromium.launch({ executablePath: executable, headless: true, args: FLAGS });
}

/** The path of the Chromium that CHROMIUM_PATH names, or of the first in PATH. */
function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
