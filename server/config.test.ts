import { expect, test } from "vitest";
import { MODE_NAMES } from "../shared/modes.ts";
import { ENVIRONMENT_VARIABLES, readConfig } from "./config.ts";
import { StartupError } from "./errors.ts";

function problem(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    const { message } = error as StartupError;
    expect(message).not.toContain("\n");
    return message;
  }
  throw new Error("the configuration was accepted");
}

test("an empty environment gives the defaults", () => {
  expect(readConfig({})).toMatchObject({
    port: 2567,
    host: "0.0.0.0",
    redisUrl: undefined,
    modes: MODE_NAMES,
    settings: {},
  });
});

test("each variable reaches its setting, and an empty one counts as absent", () => {
  const config = readConfig({
    PORT: "0",
    KRILL_HOST: "127.0.0.1",
    KRILL_BOTS: "3",
    KRILL_PELLETS: "10",
    KRILL_WORLD_SIZE: "2000.5",
    KRILL_SEED: "",
    REDIS_URL: "redis://127.0.0.1:6379",
    UNRELATED: "x",
  });
  expect(config).toMatchObject({ port: 0, host: "127.0.0.1", redisUrl: "redis://127.0.0.1:6379" });
  expect(config.settings).toEqual({ bots: 3, pellets: 10, worldSize: 2000.5 });
});

test.each([
  ["PORT", "http", "number"],
  ["PORT", "70000", "65535"],
  ["KRILL_BOTS", "-1", ">=0"],
  ["KRILL_BOTS", "Infinity", "number"],
  ["KRILL_PELLETS", "1.5", "int"],
  ["KRILL_WORLD_SIZE", "NaN", "number"],
  ["KRILL_WORLD_SIZE", "1e9", "<=100000"],
  ["KRILL_MAX_CLIENTS", "0", ">=1"],
  ["KRILL_LOG_LEVEL", "loud", "info"],
  ["KRILL_MODES", "teams,chess", "zombie"],
  ["KRILL_MAX_ROOMS", "0", ">=1"],
  ["KRILL_TRUST_PROXY", "yes", "true"],
  ["KRILL_CONNECTIONS_PER_ADDRESS", "0", ">=1"],
  ["KRILL_PLAYERS_PER_ADDRESS", "many", "number"],
  ["KRILL_JOINS_PER_SECOND", "1.5", "int"],
  ["KRILL_MESSAGES_PER_SECOND", "25", ">=50"],
  ["KRILL_BYTES_PER_SECOND", "100", ">=4096"],
  ["KRILL_BUFFERED_BYTES", "1000", ">=65536"],
  ["KRILL_BODY_BYTES", "10", ">=1024"],
  ["KRILL_ORIGINS", "example.com", "https://example.com"],
  ["KRILL_ORIGINS", "https://example.com/page", "no origin"],
  ["REDIS_URL", "localhost", "URL"],
])("%s=%s is refused, naming the variable, the value and what is allowed", (name, value, allowed) => {
  const message = problem({ [name]: value });
  expect(message).toContain(`${name}=${value}`);
  expect(message).toContain(allowed);
});

test.each(["fifteen-letters", "a token with spaces in it", "sixteen-lettérs-or-more"])(
  "the admin token %j is refused by name, and not shown",
  (token) => {
    const message = problem({ KRILL_ADMIN_TOKEN: token });
    expect(message).toContain("KRILL_ADMIN_TOKEN=");
    expect(message).toContain("at least 16");
    expect(message).not.toContain(token);
    expect(readConfig({ KRILL_ADMIN_TOKEN: "sixteen-letters." }).adminToken).toBe("sixteen-letters.");
  },
);

test.each(["thirty-one-letters-are-too-few!", "thirty-two letters, but with spaces"])(
  "the join secret %j is refused by name, and not shown",
  (secret) => {
    const message = problem({ KRILL_JOIN_SECRET: secret });
    expect(message).toContain("KRILL_JOIN_SECRET=");
    expect(message).toContain("at least 32");
    expect(message).not.toContain(secret);
  },
);

test("an unknown KRILL_ variable is refused by name, with those that there are", () => {
  const message = problem({ KRILL_BOT: "3" });
  expect(message).toContain("KRILL_BOT;");
  expect(message).toContain("KRILL_BOTS");
});

test("variables of the tests do not keep a server from starting", () => {
  expect(readConfig({ KRILL_TEST_ALL: "1" }).port).toBe(2567);
  expect(ENVIRONMENT_VARIABLES).not.toContain("KRILL_TEST_ALL");
});

test("origins are taken as browsers write them, each once", () => {
  const origins = "https://Example.com, http://localhost:5173,https://example.com";
  expect(readConfig({ KRILL_ORIGINS: origins }).origins).toEqual(["https://example.com", "http://localhost:5173"]);
  expect(readConfig({ KRILL_ORIGINS: "*" }).origins).toEqual(["*"]);
  expect(readConfig({}).origins).toBeUndefined();
});

test("modes are taken in the order in which they are given, each once", () => {
  expect(readConfig({ KRILL_MODES: "teams, zombie,teams" }).modes).toEqual(["teams", "zombie"]);
});
