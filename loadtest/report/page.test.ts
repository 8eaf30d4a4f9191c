import { describe, expect, test } from "vitest";
import { makeFindings, rowAt } from "../testing/findings.ts";
import { checkThresholds } from "../thresholds.ts";
import { reportPage } from "./page.ts";
import { panelsOf } from "./panels.ts";

describe("the page", () => {
  test("needs nothing from anywhere", async () => {
    const page = await reportPage(makeFindings({ url: undefined }), []);
    expect(page).not.toMatch(/(src|href)=|url\(|@import|https?:\/\//);
    expect(page).toContain("no thresholds were set");
  });

  test("tells each threshold and what was found", async () => {
    const findings = makeFindings();
    const page = await reportPage(findings, checkThresholds({ "max-dropped": 0, "max-tick-p99": 40 }, findings));
    expect(page).toContain('<p class="verdict bad">1 of 2 thresholds missed</p>');
    expect(page).toContain(
      '<td>--max-dropped 0</td><td>1 failed to join and 2 were dropped</td><td class="bad">missed</td>',
    );
    expect(page).toContain('<td class="good">met</td>');
  });

  test("holds no markup that came from the server", async () => {
    const reason = '<script>alert("1")</script>';
    const findings = makeFindings({ failed: [{ reason, count: 1 }], server: { unavailable: reason } });
    const page = await reportPage(findings, checkThresholds({ "max-tick-p99": 1 }, findings));
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;alert");
  });

  test("says what makes its figures doubtful, and that nobody was there", async () => {
    const page = await reportPage(
      makeFindings({
        joined: 0,
        generator: { busy: 1, cpu: 1, others: 0.7, late: { samples: 9, p50: 5, p90: 20, p99: 30, max: 40 } },
      }),
      [],
    );
    expect(page).toContain("no client could join");
    expect(page).toContain("late by 30.0 ms (p99)");
    expect(page).toContain("they took 0.7 of 2 processors");
  });
});

describe("its charts", () => {
  test("have a value for each second, and a limit where there is a threshold", () => {
    const panels = panelsOf(makeFindings({ thresholds: { "max-tick-p99": 40 } }));
    for (const { title, axis, lines, areas = [] } of panels) {
      for (const { values } of [...lines, ...areas])
        expect([title, values.length]).toEqual([title, axis.places.length]);
    }
    const limited = panels.filter(({ limit }) => limit !== undefined);
    expect(limited.map(({ title, limit }) => [title, limit])).toEqual([
      ["Whole tick", { name: "--max-tick-p99", value: 40 }],
    ]);
  });

  test("of what was not measured are left out", () => {
    const series = [1, 2, 3].map((at) => rowAt(at, { server: undefined, serverMemory: undefined }));
    const titles = panelsOf(makeFindings({ series })).map(({ title }) => title);
    expect(titles).not.toContain("Whole tick");
    expect(titles).not.toContain("Bodies");
    expect(titles).toContain("Memory");
  });
});
