import { SignJWT } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { createJoinTokens, JoinTokenError } from "./join-tokens.ts";
import type { UsedTokens } from "./used-tokens.ts";

const SECRET = "thirty-two characters of a secret";
const DAY = 24 * 60 * 60;

const used = new Map<string, number>();
const memory: UsedTokens = {
  async use(id, seconds) {
    if (used.has(id)) return false;
    used.set(id, seconds);
    return true;
  },
  async forget(id) {
    used.delete(id);
  },
};
const refused = vi.fn();
const tokens = createJoinTokens(SECRET, memory, refused);

beforeEach(() => {
  used.clear();
  refused.mockClear();
});

interface Claims {
  jti?: unknown;
  /** Seconds from now. */
  exp?: unknown;
  nbf?: number;
}

const now = () => Math.floor(Date.now() / 1000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function payloadOf({ jti, exp, nbf }: Claims): Record<string, unknown> {
  return {
    ...(jti !== undefined && { jti }),
    ...(exp !== undefined && { exp: typeof exp === "number" ? now() + exp : exp }),
    ...(nbf !== undefined && { nbf: now() + nbf }),
  };
}

function sign(claims: Claims, secret = SECRET, alg = "HS256"): Promise<string> {
  return new SignJWT(payloadOf(claims)).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

async function faultOf(authorization: string | undefined): Promise<string> {
  const error = await tokens.use(authorization, "a").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(JoinTokenError);
  const { code, message } = error as JoinTokenError;
  expect(message).toMatch(/; (get a new one|open the game)/);
  expect(refused.mock.calls).toEqual([["join_tokens", { address: "a", reason: code }]]);
  refused.mockClear();
  return code;
}

test("a token lets in once, is remembered until it has run out, and may be used again when no seat came of it", async () => {
  const token = await sign({ jti: "one", exp: 60 });
  const { giveBack } = await tokens.use(`Bearer ${token}`, "a");
  expect(used.get("one")).toBeGreaterThan(58);
  expect(used.get("one")).toBeLessThanOrEqual(60);
  expect(refused).not.toHaveBeenCalled();
  expect(await faultOf(`Bearer ${token}`)).toBe("used");
  await giveBack();
  await tokens.use(`bearer ${token}`, "a");
  await tokens.use(`Bearer ${await sign({ jti: "another", exp: DAY, nbf: -1 })}`, "a");
});

test("of two at once with one token, one is let in", async () => {
  const token = await sign({ jti: "one", exp: 60 });
  const results = await Promise.allSettled([1, 2, 3].map(() => tokens.use(`Bearer ${token}`, "a")));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test.each([
  ["missing", undefined],
  ["malformed", ""],
  ["malformed", "Bearer"],
  ["malformed", "Basic dXNlcjpwYXNz"],
  ["malformed", "Bearer a b"],
  ["malformed", "Bearer __proto__"],
  ["malformed", "Bearer a.b.c"],
  ["malformed", "Bearer .."],
  ["malformed", `Bearer ${"x".repeat(5000)}`],
  ["malformed", `Bearer ${part({})}.${part({})}.`],
  ["algorithm", `Bearer ${part({ alg: "none" })}.${part({ jti: "one", exp: now() + 60 })}.`],
  ["algorithm", `Bearer ${part({ alg: "RS256" })}.${part({ jti: "one", exp: now() + 60 })}.AAAA`],
  ["signature", `Bearer ${part({ alg: "HS256" })}.${part({ jti: "one", exp: now() + 60 })}.`],
])("%s: %j", async (fault, authorization) => {
  expect(await faultOf(authorization)).toBe(fault);
  expect(used.size).toBe(0);
});

test.each<[string, Claims, string?, string?]>([
  ["signature", { jti: "one", exp: 60 }, "another secret of thirty-two characters"],
  ["algorithm", { jti: "one", exp: 60 }, SECRET.repeat(2), "HS512"],
  ["expired", { jti: "one", exp: -1 }],
  ["claims", { jti: "one" }],
  ["claims", { jti: "one", exp: "tomorrow" }],
  ["claims", { jti: "one", exp: DAY + 60 }],
  ["claims", { jti: "one", exp: 60, nbf: 30 }],
  ["claims", { exp: 60 }],
  ["claims", { jti: "", exp: 60 }],
  ["claims", { jti: "x".repeat(129), exp: 60 }],
  ["claims", { jti: 7, exp: 60 }],
  ["claims", { jti: ["one"], exp: 60 }],
])("%s: %j", async (fault, claims, secret, alg) => {
  expect(await faultOf(`Bearer ${await sign(claims, secret, alg)}`)).toBe(fault);
  expect(used.size).toBe(0);
});

test("whoever changes what a token says, or its signature, is not let in", async () => {
  const [head, body, signature] = (await sign({ jti: "one", exp: -60 })).split(".");
  const later = part({ jti: "one", exp: now() + 60 });
  expect(await faultOf(`Bearer ${head}.${later}.${signature}`)).toBe("signature");
  expect(await faultOf(`Bearer ${head}.${body}.${signature.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`)).toBe(
    "signature",
  );
});
