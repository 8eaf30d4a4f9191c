import { SignJWT } from "jose";
import { beforeEach, expect, test, vi } from "vitest";
import { createJoinTokens, JoinTokenError, type JoinTokens, useToken } from "./join-tokens.ts";
import { createTokenRegister, type TokenRegister } from "./token-register.ts";

const SECRET = "thirty-two characters of a secret";
const DAY = 24 * 60 * 60;

/** Seconds for which rooms keep a seat. */
const KEPT = 8;

let now = 0;
let register: TokenRegister;
const refused = vi.fn();
let tokens: JoinTokens;

beforeEach(() => {
  now = 0;
  register = createTokenRegister(() => now);
  tokens = createJoinTokens(SECRET, register, KEPT, refused);
  refused.mockClear();
});

interface Claims {
  jti?: unknown;
  /** Seconds from now. */
  exp?: unknown;
  nbf?: number;
}

const today = () => Math.floor(Date.now() / 1000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function payloadOf({ jti, exp, nbf }: Claims): Record<string, unknown> {
  return {
    ...(jti !== undefined && { jti }),
    ...(exp !== undefined && { exp: typeof exp === "number" ? today() + exp : exp }),
    ...(nbf !== undefined && { nbf: today() + nbf }),
  };
}

function sign(claims: Claims, secret = SECRET, alg = "HS256"): Promise<string> {
  return new SignJWT(payloadOf(claims)).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

async function faultOf(authorization: string | undefined): Promise<string> {
  const error = await tokens.hold(authorization, "a").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(JoinTokenError);
  const { code, message } = error as JoinTokenError;
  expect(message).toMatch(/ \(KRILL_JOIN_SECRET\); (get a new one|open the game|take it, or try again)/);
  expect(refused.mock.calls).toEqual([["join_tokens", { address: "a", reason: code }]]);
  refused.mockClear();
  return code;
}

test("a token is held while a seat waits, and then free again; let go, it is so at once", async () => {
  const bearer = `Bearer ${await sign({ jti: "one", exp: 60 })}`;
  const { id, expires } = await tokens.hold(bearer, "a");
  expect([id, expires - today()]).toEqual(["one", expect.toBeOneOf([59, 60])]);
  expect(refused).not.toHaveBeenCalled();
  now = KEPT * 1000 + 1000;
  expect(await faultOf(bearer)).toBe("held");
  now += 5000;
  const again = await tokens.hold(bearer, "a");
  await tokens.letGo(again);
  await tokens.hold(bearer.replace("Bearer", "bearer"), "a");
  await tokens.hold(`Bearer ${await sign({ jti: "another", exp: DAY, nbf: -1 })}`, "a");
});

test("a token that has been used is not free before it has run out, also by clocks that are late", async () => {
  const bearer = `Bearer ${await sign({ jti: "one", exp: 600 })}`;
  const token = await tokens.hold(bearer, "a");
  await useToken(register, token, "first");
  await expect(useToken(register, token, "second")).rejects.toMatchObject({ code: "used" });
  await tokens.letGo(token);
  now = 630_000;
  expect(await faultOf(bearer)).toBe("used");
  await expect(useToken(register, token, "third")).rejects.toThrow(JoinTokenError);
});

test("a token that runs out before its bearer comes to the room lets it in, once", async () => {
  const token = await tokens.hold(`Bearer ${await sign({ jti: "one", exp: 60 })}`, "a");
  const late = { ...token, expires: today() - 5 };
  await useToken(register, late, "first");
  await expect(useToken(register, late, "second")).rejects.toThrow(JoinTokenError);
});

test("of two at once with one token, one is let in", async () => {
  const token = await sign({ jti: "one", exp: 60 });
  const results = await Promise.allSettled([1, 2, 3].map(() => tokens.hold(`Bearer ${token}`, "a")));
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
  ["algorithm", `Bearer ${part({ alg: "none" })}.${part({ jti: "one", exp: today() + 60 })}.`],
  ["algorithm", `Bearer ${part({ alg: "RS256" })}.${part({ jti: "one", exp: today() + 60 })}.AAAA`],
  ["signature", `Bearer ${part({ alg: "HS256" })}.${part({ jti: "one", exp: today() + 60 })}.`],
])("%s: %j", async (fault, authorization) => {
  expect(await faultOf(authorization)).toBe(fault);
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
});

test("whoever changes what a token says, or its signature, is not let in", async () => {
  const [head, body, signature] = (await sign({ jti: "one", exp: -60 })).split(".");
  const later = part({ jti: "one", exp: today() + 60 });
  expect(await faultOf(`Bearer ${head}.${later}.${signature}`)).toBe("signature");
  expect(await faultOf(`Bearer ${head}.${body}.${signature.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`)).toBe(
    "signature",
  );
});
