import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What is asked of a log that may not have come yet passes or fails by chance: `untilLogged` waits for it. */
const AT_ONCE = /assert\.match\((\w+\.)*log\(\)/;

test("no end-to-end test asks at once whether a line is in the log", () => {
  const files = globSync("{server,loadtest}/**/*.e2e.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => AT_ONCE.test(readFileSync(`${ROOT}${file}`, "utf8")))).toEqual([]);
  expect("    assert.match(server.log(), /a line/);").toMatch(AT_ONCE);
});
