/** The page on a server that wants join tokens: it says what is missing, and passes on the token of its address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { openBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server-process.ts";
import { play, visit, waitForPhase, waitForText } from "../testing/visitor.ts";

const SECRET = "a-secret-of-the-tests-for-join-tokens";

function makeToken(jti: string): Promise<string> {
  return new SignJWT({ jti, exp: Math.floor(Date.now() / 1000) + 600 })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(SECRET));
}

test("without a good token the page says what to do, with one it plays", { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await startServer({ env: { KRILL_BOTS: "0", KRILL_JOIN_SECRET: SECRET } });
  t.after(() => server.stop());
  const { page } = await visit(browser, server.url);
  const refused = async (words: RegExp) => {
    await page.click("#play");
    await waitForPhase(page, "gone");
    assert.equal(await page.textContent("#notice-title"), "Not let in");
    assert.match((await page.textContent("#notice")) ?? "", words);
    await page.click("#notice-actions button");
    await waitForPhase(page, "start");
  };
  await refused(/^The server says: .*none came \(KRILL_JOIN_SECRET\); open the game by the link of its host\.$/);
  await page.goto(`${server.url}/#token=rub%0abish`);
  await refused(/^The server says: the join token cannot be read \(KRILL_JOIN_SECRET\); get a new one/);
  await page.goto(`${server.url}/#token=${await makeToken("arena")}`);
  await play(page, "Guest");

  await page.goto(`${server.url}/sandbox`);
  await waitForText(page, "#notice", /does not let this page in: .*none came .*; open the game by the link/);
  await page.goto("about:blank");
  await page.goto(`${server.url}/sandbox#token=${await makeToken("sandbox")}`);
  await page.waitForFunction(() => document.querySelector("#notice")?.textContent === "");
});
