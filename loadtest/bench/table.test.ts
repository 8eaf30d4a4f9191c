import { expect, test } from "vitest";
import { table } from "./table.ts";

test("columns are as wide as their widest cell, the first to the left, the others to the right", () => {
  const text = table(
    ["scene", "ms"],
    [
      ["a", "10.25"],
      ["longer", "3"],
    ],
  );
  expect(text.split("\n")).toEqual([
    "| scene  |    ms |",
    "| ------ | ----: |",
    "| a      | 10.25 |",
    "| longer |     3 |",
  ]);
});

test("without rows, the head alone", () => {
  expect(table(["scene", "ms"], [])).toBe("| scene | ms |\n| ----- | -: |");
});
