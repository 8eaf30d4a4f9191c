import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VIEW_HEIGHT, VIEW_WIDTH, viewScale } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { centerOf, createCamera, follow, toWorld, zoomFor } from "./camera.ts";
import type { VisibleBody } from "./interpolation.ts";

const WINDOW = { width: 1280, height: 720 };
const FRAME = 1000 / 60;

function cell(x: number, y: number, radius: number): VisibleBody {
  return { x, y, radius, kind: BodyKind.cell, color: 0, owner: 1 };
}

describe("centerOf", () => {
  test("a cell of four times the mass pulls four times as hard", () => {
    expect(centerOf([cell(0, 0, 10), cell(100, 50, 20)])).toEqual({ x: 80, y: 40 });
  });
});

describe("zoomFor", () => {
  test("a small cell sees the server's view across the whole window", () => {
    expect(zoomFor([cell(0, 0, 32)], { x: 0, y: 0 }, WINDOW)).toBeCloseTo(WINDOW.width / VIEW_WIDTH, 10);
  });
  test("follows the view scale of the sum of radii", () => {
    const cells = [cell(0, 0, 200), cell(100, 0, 300)];
    const expected = viewScale(500) * (WINDOW.width / VIEW_WIDTH);
    expect(zoomFor(cells, centerOf(cells), WINDOW)).toBeCloseTo(expected, 10);
  });
  test("an upright window shows no more than the server's view", () => {
    expect(zoomFor([cell(0, 0, 32)], { x: 0, y: 0 }, { width: 360, height: 640 })).toBeCloseTo(640 / VIEW_HEIGHT, 10);
  });
  test("own cells far apart come into the window", () => {
    const cells = [cell(-900, 0, 64), cell(900, 0, 64)];
    const center = centerOf(cells);
    const zoom = zoomFor(cells, center, WINDOW);
    expect((900 + 64) * zoom).toBeLessThan(WINDOW.width / 2);
  });
  test("is positive and never more than the server's view allows", () => {
    const coordinate = fc.double({ min: 0, max: 14_142, noNaN: true });
    const radius = fc.double({ min: 10, max: 1500, noNaN: true });
    const someCells = fc.array(fc.tuple(coordinate, coordinate, radius), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(someCells, (tuples) => {
        const cells = tuples.map(([x, y, r]) => cell(x, y, r));
        const zoom = zoomFor(cells, centerOf(cells), WINDOW);
        const sum = cells.reduce((total, { radius: r }) => total + r, 0);
        expect(zoom).toBeGreaterThan(0);
        expect(WINDOW.width / zoom).toBeGreaterThanOrEqual((VIEW_WIDTH / viewScale(sum)) * (1 - 1e-9));
      }),
    );
  });
});

describe("follow", () => {
  test("begins at the cells, then glides after them", () => {
    const camera = createCamera();
    follow(camera, [cell(5000, 4000, 32)], WINDOW, FRAME);
    expect([camera.x, camera.y]).toEqual([5000, 4000]);
    follow(camera, [cell(5100, 4000, 32)], WINDOW, FRAME);
    expect(camera.x).toBeGreaterThan(5000);
    expect(camera.x).toBeLessThan(5100);
    for (let i = 0; i < 120; i++) follow(camera, [cell(5100, 4000, 32)], WINDOW, FRAME);
    expect(camera.x).toBeCloseTo(5100, 3);
  });
  test("zooms gradually as the cells grow", () => {
    const camera = createCamera();
    follow(camera, [cell(0, 0, 32)], WINDOW, FRAME);
    const before = camera.zoom;
    follow(camera, [cell(0, 0, 500)], WINDOW, FRAME);
    expect(camera.zoom).toBeLessThan(before);
    const goal = zoomFor([cell(0, 0, 500)], { x: 0, y: 0 }, WINDOW);
    expect(camera.zoom).toBeGreaterThan(goal);
    for (let i = 0; i < 300; i++) follow(camera, [cell(0, 0, 500)], WINDOW, FRAME);
    expect(camera.zoom).toBeCloseTo(goal, 5);
  });
  test("jumps to a player who spawns elsewhere, and waits for one who is dead", () => {
    const camera = createCamera();
    follow(camera, [cell(1000, 1000, 32)], WINDOW, FRAME);
    follow(camera, [], WINDOW, FRAME);
    expect([camera.x, camera.y]).toEqual([1000, 1000]);
    follow(camera, [cell(9000, 9000, 32)], WINDOW, FRAME);
    expect([camera.x, camera.y]).toEqual([9000, 9000]);
  });
});

describe("toWorld", () => {
  test("the middle of the window is where the camera is, and pixels are divided by the zoom", () => {
    const camera = { x: 100, y: 200, zoom: 0.5, placed: true };
    expect(toWorld(camera, WINDOW, 640, 360)).toEqual({ x: 100, y: 200 });
    expect(toWorld(camera, WINDOW, 650, 350)).toEqual({ x: 120, y: 180 });
  });
});
