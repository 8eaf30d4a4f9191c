import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["shared/**/*.test.ts", "server/**/*.test.ts", "loadtest/**/*.test.ts"],
    // No test is about time: this only has to be more than a machine that is busy with other things takes.
    testTimeout: 60_000,
    // By default one processor is left idle.
    maxWorkers: "100%",
  },
});
