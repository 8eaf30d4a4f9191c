import fc from "fast-check";
import { expect, it } from "vitest";
import { cleanLine } from "./text.ts";

it.each([
  ["controls", "a\u0000b\u0007c", "abc"],
  ["invisible characters", "a\u200b\u2060\u00ad\ufeffb", "ab"],
  ["signs that turn the text around", "\u202eabc\u2066", "abc"],
  ["blank letters", "\u3164\u2800\u115f", ""],
  ["lone halves of characters", "a\ud800b", "ab"],
  ["line breaks", "a\r\n\tb", "a b"],
  ["spaces around and between", "  a \u00a0 \u3000 b  ", "a b"],
  ["towers of marks", `z${"\u0335\u0321".repeat(20)}o`, "z\u0335\u0335o"],
])("%s go", (_what, text, clean) => {
  expect(cleanLine(text)).toBe(clean);
});

it.each(["Zoë", "naïve", "Ω≈ç", "漢字", "안녕", "שלום", "हिन्दी", "🐙", "Việt Nam"])("leaves %s as it is", (text) => {
  expect(cleanLine(text)).toBe(text.normalize("NFC"));
});

it("changes nothing the second time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const clean = cleanLine(text);
      expect(cleanLine(clean)).toBe(clean);
    }),
  );
});
