import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LONGEST_LINE } from "./arena/recording/format.ts";
import { createRecordingFile, readRecording } from "./recording-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "krill-recording-"));
  path = join(folder, "game.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function linesOf(file: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readRecording(file)) lines.push(line);
  return lines;
}

function unexpected(reason: Error): never {
  throw reason;
}

describe("a recording file", () => {
  it.each(["game.jsonl", "game.jsonl.gz"])("%s holds the lines in their order, and gives them back", async (name) => {
    path = join(folder, name);
    const file = createRecordingFile(path, { onFailure: unexpected });
    const lines = Array.from({ length: 20_000 }, (_, i) => `["tick",${i},"🐙é"]`);
    for (const [i, line] of lines.entries()) {
      file.write(line);
      if (i % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await file.close();
    expect(await linesOf(path)).toEqual(lines);
  });

  it("is written while the game goes on, not at its end", async () => {
    const file = createRecordingFile(path, { onFailure: unexpected });
    file.write("first");
    await expect.poll(() => existsSync(path) && readFileSync(path, "utf8")).toBe("first\n");
    await file.close();
  });

  it("never writes over another one", async () => {
    writeFileSync(path, "precious\n");
    const reason = await new Promise<Error>((resolve) => {
      createRecordingFile(path, { onFailure: resolve }).write("lost");
    });
    expect(reason.message).toContain("EEXIST");
    expect(readFileSync(path, "utf8")).toBe("precious\n");
  });

  it("ends, and says so once, rather than keep more than it may", async () => {
    const reasons: string[] = [];
    const file = createRecordingFile(path, { onFailure: (reason) => reasons.push(reason.message), mostWaiting: 1000 });
    for (let i = 0; i < 100; i++) file.write("x".repeat(100));
    await new Promise((resolve) => setImmediate(resolve));
    file.write("more");
    await file.close();
    expect(reasons).toEqual([expect.stringMatching(/^10100 bytes wait .* and 1000 may/)]);
  });
});

describe("a file that is read", () => {
  it("that breaks off within a line is truncated there, after the lines before it", async () => {
    writeFileSync(path, "one\ntwo\nthr");
    const lines: string[] = [];
    const read = async () => {
      for await (const line of readRecording(path)) lines.push(line);
    };
    await expect(read()).rejects.toMatchObject({ code: "truncated", line: 3 });
    expect(lines).toEqual(["one", "two"]);
  });

  it("that is no text is damaged", async () => {
    writeFileSync(path, Buffer.from([0x31, 0x0a, 0x32, 0x0a, 0xff, 0xfe, 0x0a]));
    await expect(linesOf(path)).rejects.toMatchObject({ code: "damaged", line: 1 });
  });

  it("without line ends is damaged, and is not kept in memory as a whole", async () => {
    writeFileSync(path, `one\n${"x".repeat(2 * LONGEST_LINE)}`);
    await expect(linesOf(path)).rejects.toMatchObject({ code: "damaged", line: 2 });
    writeFileSync(path, `one\n${"x".repeat(LONGEST_LINE + 1)}\n`);
    await expect(linesOf(path)).rejects.toMatchObject({ code: "damaged", line: 2 });
  });

  it("compressed, broken off or damaged, is told from a whole one", async () => {
    path += ".gz";
    const file = createRecordingFile(path, { onFailure: unexpected });
    for (let i = 0; i < 50_000; i++) file.write(`["tick",${i},"${(i * 7919).toString(36)}"]`);
    await file.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    await expect(linesOf(path)).rejects.toMatchObject({
      code: "truncated",
      message: expect.stringMatching(/line \d+/),
    });
    writeFileSync(path, bytes.fill(0, 100_000, 100_050));
    await expect(linesOf(path)).rejects.toMatchObject({ code: "damaged", message: expect.stringMatching(/line \d+/) });
    await expect(linesOf(join(folder, "none.gz"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("that is empty has no lines", async () => {
    writeFileSync(path, "");
    expect(await linesOf(path)).toEqual([]);
  });
});
