import { expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { DEFAULT_MODE, settingsOf } from "../../../shared/modes.ts";
import { serverEnvironment } from "./run-scene.ts";
import { MOST_CLIENTS, SCENES } from "./scenes.ts";

test.each(SCENES)(
  "$name: the server takes its settings, has room for its clients, and they aim into its world",
  (scene) => {
    const { settings } = readConfig(serverEnvironment(scene));
    const { maxClients, cellLimit, maxCells, worldSize, bots } = settingsOf(DEFAULT_MODE, settings);
    expect(scene.clients).toBeLessThanOrEqual(MOST_CLIENTS);
    expect(maxClients).toBeGreaterThanOrEqual(scene.clients);
    expect(cellLimit).toBeGreaterThanOrEqual(scene.clients * maxCells);
    expect(scene.worldSize).toBe(worldSize);
    expect(bots).toBe(0);
  },
);

test("no two have a name, which says how many clients there are", () => {
  const names = SCENES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, clients } of SCENES) expect(name).toMatch(new RegExp(`^[a-z]+-${clients}(-rates)?$`));
});

test("a scene with rates is the one without, but that far bodies come less often", () => {
  for (const clients of [100, 200]) {
    const [plain, rates] = ["", "-rates"].map((end) => SCENES.find(({ name }) => name === `swarm-${clients}${end}`));
    const { KRILL_FAR_UPDATE_TICKS, ...env } = rates?.env ?? {};
    expect(Number(KRILL_FAR_UPDATE_TICKS)).toBeGreaterThan(1);
    expect({ ...rates, env, name: plain?.name }).toEqual(plain);
    expect(plain?.env).not.toHaveProperty("KRILL_FAR_UPDATE_TICKS");
  }
});
