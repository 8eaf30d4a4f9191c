import { expect, test } from "vitest";
import { createOrigins, shownOrigin } from "./origins.ts";

test.each([
  [undefined, "https://evil.example", "krill.example", true, false],
  [undefined, undefined, "krill.example", true, false],
  [["https://a.example"], undefined, "krill.example", true, false],
  [["https://a.example"], "https://a.example", "krill.example", true, true],
  [["https://a.example"], "https://A.example", "krill.example", true, true],
  [["https://a.example"], "https://krill.example", "Krill.example", true, false],
  [["https://a.example"], "http://localhost:2567", "localhost:2567", true, false],
  [["https://a.example"], "https://a.example:444", "krill.example", false, false],
  [["https://a.example"], "https://evil.example", "krill.example", false, false],
  [["https://a.example"], "https://krill.example.evil.example", "krill.example", false, false],
  [["https://a.example"], "null", "krill.example", false, false],
  [["https://a.example"], "https://evil.example", undefined, false, false],
  [["*"], "https://evil.example", "krill.example", true, true],
])("list %j, origin %s, host %s", (list, origin, host, isAllowed, isListed) => {
  const origins = createOrigins(list);
  expect([origins.isAllowed(origin, host), origins.isListed(origin)]).toEqual([isAllowed, isListed]);
});

test.each([
  ["https://a.example", "https://a.example"],
  ["https://user:password@a.example:444/path?query#rest", "https://a.example:444"],
  ["null", "null"],
  ["javascript:alert(1)", "not an origin"],
  ["whatever somebody\u0007 has made up", "not an origin"],
  [undefined, "not an origin"],
  [`https://${"a".repeat(5000)}.example`, `https://${"a".repeat(92)}`],
])("of the origin %j the log shows %j", (origin, shown) => {
  expect(shownOrigin(origin)).toBe(shown);
});
