import { expect, test } from "vitest";
import { roleOf, SCENARIO_NAMES, SCENARIOS, type Scenario } from "./scenarios.ts";

test("the first client plays in every scenario, and as many disturb as the scenario says", () => {
  for (const name of SCENARIO_NAMES) {
    const scenario: Scenario = SCENARIOS[name];
    const roles = Array.from({ length: 100 }, (_, i) => roleOf(scenario, i));
    expect(roles[0]).toBe("player");
    const disturbing = roles.filter((role) => role !== "player").length;
    expect(disturbing).toBe(scenario.others === undefined ? 0 : 100 / scenario.others.oneIn);
  }
});
