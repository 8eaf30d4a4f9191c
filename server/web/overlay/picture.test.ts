import { expect, test } from "vitest";
import type { Inspection } from "../../../shared/inspection.ts";
import { createFocusFinder, createPicture } from "./picture.ts";
import { whyWords } from "./why.ts";

/** Five balls beside each other in two lists, the second one longer. */
function pictureOf(algorithm: string, shift = 0) {
  const x = [10, 20, 210, 222, 236].map((each) => each + shift);
  const inspection = {
    algorithm,
    bodies: 5,
    keys: [4, 5, 6, 7, 8],
    x,
    y: [50, 52, 50, 20, 80],
    halfWidth: [6, 6, 6, 6, 6],
    halfHeight: [6, 6, 6, 6, 6],
    still: [0, 0, 0, 0, 0],
    candidates: [],
    contacts: [],
    regionBounds: [0, 0, 100, 100, 200, 0, 300, 100],
    regionSizes: [2, 3],
    regionKeys: [4, 5, 6, 7, 8],
  } as unknown as Inspection;
  return createPicture(inspection, algorithm !== "uniform-grid");
}

test("lists too short to tell are swept along the axis of the others; those of a grid along none", () => {
  expect(pictureOf("quadtree-sap").axes).toEqual(["x", "x"]);
  expect(pictureOf("uniform-grid").axes).toEqual([undefined, undefined]);
});

test("without a pointer the longest list is in focus; a body that was pointed at keeps the focus as it moves", () => {
  const finder = createFocusFinder();
  expect(finder.find(pictureOf("quadtree-sap"), undefined, 1).region?.index).toBe(1);
  const point = { x: 12, y: 50 };
  const focus = finder.find(pictureOf("quadtree-sap"), point, 1);
  expect([focus.place, focus.region?.index]).toEqual([0, 0]);
  expect([...focus.compared]).toEqual([1]);
  expect(finder.find(pictureOf("quadtree-sap", 60), point, 1).place).toBe(0);
  expect(finder.find(pictureOf("quadtree-sap", 60), { ...point }, 1).place).toBeUndefined();
});

test("the words say whom it is compared with, and why it is seen once that is known", () => {
  const finder = createFocusFinder();
  const picture = pictureOf("quadtree-sap");
  const focus = finder.find(picture, { x: 210, y: 50 }, 1);
  expect(whyWords(picture, focus, undefined)).toBe(
    "Body 6. It is compared with 1 of 4 others; 2 share a list with it.",
  );
  const explanation = { key: 6, seen: true, reason: "in an area", distance: 30 } as const;
  expect(whyWords(picture, focus, explanation)).toMatch(/Seen: it reaches into the area to enter, 30 u away\.$/);
  expect(whyWords(picture, focus, { ...explanation, key: 7 })).not.toMatch(/Seen/);
  const kept = pictureOf("incremental-sap");
  expect(whyWords(kept, finder.find(kept, { x: 210, y: 50 }, 1), undefined)).toMatch(/shares lists with 2 of 4 others/);
});
