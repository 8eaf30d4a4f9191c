import { describe, expect, it } from "vitest";
import { createHash } from "./hash.ts";

function digestOf(...values: number[]): string {
  const hash = createHash();
  for (const value of values) hash.add(value);
  return hash.digest();
}

/** FNV-1a, 32 bits, as its authors define it, in exact arithmetic. */
function referenceDigest(values: number[]): string {
  let hash = 2166136261n;
  for (const byte of new Uint8Array(Float64Array.from(values).buffer)) {
    hash = BigInt.asUintN(32, (hash ^ BigInt(byte)) * 16777619n);
  }
  return hash.toString(16).padStart(8, "0");
}

describe("createHash", () => {
  it("is FNV-1a over the bytes of float64s", () => {
    for (const values of [[], [0], [1, 2, 3], [Math.PI, -1e300, 0.1]]) {
      expect(digestOf(...values)).toBe(referenceDigest(values));
    }
  });

  it("tells the least difference, the order, and the sign of zero", () => {
    const digests = [
      digestOf(1),
      digestOf(1 + Number.EPSILON),
      digestOf(1, 2),
      digestOf(2, 1),
      digestOf(0),
      digestOf(-0),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it("tells where one text ends and the next begins", () => {
    const one = createHash();
    one.addText("ab");
    one.addText("c");
    const other = createHash();
    other.addText("a");
    other.addText("bc");
    expect(one.digest()).not.toBe(other.digest());
  });
});
