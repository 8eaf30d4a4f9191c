import { describe, expect, test } from "vitest";
import { directionOf, heldActionOf, onceActionOf } from "./keys.ts";

describe("keys", () => {
  test("W ejects by its place and by its letter, unless letters steer", () => {
    expect(heldActionOf("KeyW", "z", "arrows")).toBe("eject");
    expect(heldActionOf("KeyZ", "W", "arrows")).toBe("eject");
    expect(heldActionOf("KeyW", "w", "letters")).toBe("up");
    expect(heldActionOf("KeyE", "e", "letters")).toBe("eject");
  });
  test.each(["arrows", "letters"] as const)("arrows steer and space splits with %s", (scheme) => {
    expect(heldActionOf("ArrowLeft", "ArrowLeft", scheme)).toBe("left");
    expect(heldActionOf("Space", " ", scheme)).toBe("split");
  });
  test("A, S and D are free for others unless letters steer", () => {
    for (const code of ["KeyA", "KeyS", "KeyD"]) expect(heldActionOf(code, "", "arrows")).toBeUndefined();
  });
  test("Enter is for the chat", () => {
    expect(onceActionOf("Enter", "arrows")).toBe("chat");
    expect(onceActionOf("KeyQ", "arrows")).toBeUndefined();
    expect(onceActionOf("KeyD", "arrows")).toBe("overlay");
    expect(onceActionOf("KeyD", "letters")).toBeUndefined();
  });
  test("two keys steer between their directions, opposite ones nowhere", () => {
    expect(directionOf(new Set(["up", "right"])).x).toBeCloseTo(Math.SQRT1_2);
    expect(directionOf(new Set(["up", "right"])).y).toBeCloseTo(-Math.SQRT1_2);
    expect(directionOf(new Set(["left", "right"]))).toEqual({ x: 0, y: 0 });
  });
});
