import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileKernel, KERNEL_CODE_FILE } from "../../../testing/kernel-compiler.ts";
import { createBlock, createKernel, growBlock } from "./kernel.ts";

test("the kernel is what its AssemblyScript compiles to: else run npm run build:kernel", async () => {
  expect(readFileSync(KERNEL_CODE_FILE, "utf8")).toBe(await compileKernel());
});

test("blocks do not overlap, and keep what they hold when they and the memory grow", () => {
  const kernel = createKernel();
  const blocks = Array.from({ length: 5 }, (_, i) => createBlock(kernel, i * 12));
  const lengths = blocks.map(() => 0);
  for (let round = 1; round <= 12; round++) {
    for (const [i, block] of blocks.entries()) {
      const length = 2 ** round + i;
      growBlock(kernel, block, length * 4);
      expect(block.at % 16).toBe(0);
      for (let place = lengths[i]; place < length; place++) kernel.ints[(block.at >> 2) + place] = i * 100_000 + place;
      lengths[i] = length;
    }
  }
  expect(kernel.memory.buffer.byteLength).toBeGreaterThan(5 * 4096 * 4);
  expect(kernel.ints.buffer).toBe(kernel.memory.buffer);
  for (const [i, block] of blocks.entries()) {
    for (let place = 0; place < lengths[i]; place++) {
      expect(kernel.ints[(block.at >> 2) + place]).toBe(i * 100_000 + place);
    }
  }
});
