import { expect, test } from "vitest";
import { makeFindings, percentiles } from "../testing/findings.ts";
import { checkThresholds } from "../thresholds.ts";
import { formatMisses, formatReport } from "./text.ts";

test("the report in plain text tells all that was found", () => {
  const findings = makeFindings({
    refused: [{ reason: "input.x: too big", count: 4 }],
    back: percentiles(300),
    truth: { right: 7, wrong: 1, unchecked: [{ reason: "dead", count: 2 }], untruths: ["body 4 is missing"] },
    fates: [{ reason: "close code 4002", count: 5 }],
    hostileFrames: 99,
  });
  const checks = checkThresholds({ "max-dropped": 0, "max-gaps": 0 }, findings);
  const text = formatReport(findings, checks);
  for (const line of [
    /^Load test "calm" of ws:\/\/127.0.0.1:2567: 10.0 s measured after a ramp of 2.0 s$/m,
    /^ {2}joined +9, of 10 at once$/m,
    /^ {2}failed to join +1 × 429 Too many requests$/m,
    /^ {2}dropped +2$/m,
    /^ {2}refused messages +4 × input\.x: too big$/m,
    /^ {2}hostile frames sent +99$/m,
    /^ {2}ends of the disturbers +5 × close code 4002$/m,
    /^ {2}truth +7 comparisons right, 1 wrong$/m,
    /^ {4}not compared +2 × dead$/m,
    /^ {4}wrong +body 4 is missing$/m,
    /^ {2}patches\/s per client +mean 24.90 {3}least 23.50 {3}most 25.00$/m,
    /^ {2}back after a drop, ms +p50 300.0 /m,
    /^ {2}server tick, ms +mean 3.000 {3}p50 2.500 {3}p99 9.500$/m,
    /^ {2}main thread CPU +20 %$/m,
    /^ {2}server memory at the end +180 MB$/m,
    /^ {2}threshold met +--max-gaps 0: 0 ticks did not reach a client$/m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toMatch(/undefined|NaN|busy with other things/);
  expect(formatMisses(checks)).toEqual(["threshold missed: --max-dropped 0, but 1 failed to join and 2 were dropped"]);
});

test("what was not measured is said to be so", () => {
  const nothing = { patchesPerSecond: undefined, bytesPerSecond: undefined, inputToPatch: undefined, series: [] };
  const text = formatReport(makeFindings({ ...nothing, server: { unavailable: "no answer" } }), []);
  expect(text).toMatch(/server +no figures: no answer/);
  expect(text).toMatch(/input to effect, ms +none measured/);
  expect(text).not.toMatch(/undefined|NaN/);
});
