import { type AuthContext, type Client, ClientState, ServerError } from "@colyseus/core";
import { beforeEach, expect, test, vi } from "vitest";
import { CloseCode } from "../../shared/close-codes.ts";
import { createTokenRegister, type TokenRegister } from "../limits/token-register.ts";
import { admittanceOf, createTokenBearers, type TokenBearers } from "./token-bearers.ts";

const TOKEN = { id: "one", expires: Date.now() / 1000 + 60 };
const refused = vi.fn();
let register: TokenRegister;
let bearers: TokenBearers;

beforeEach(() => {
  refused.mockClear();
  register = createTokenRegister();
  bearers = createTokenBearers(register, refused);
});

let sessions = 0;

/** As Colyseus makes it, with what `onAuth` has returned. */
function clientWith(auth: unknown): Client & { state: number } {
  const client = { sessionId: `s${sessions++}`, auth, state: ClientState.JOINING, leave: vi.fn() };
  return client as unknown as Client & { state: number };
}

const bearer = () => clientWith(admittanceOf({ joinToken: TOKEN } as AuthContext & { joinToken: typeof TOKEN }));

test("who has no token is let in at once; no token is no admittance", () => {
  const join = vi.fn();
  expect(bearers.letIn(clientWith(undefined), join)).toBeUndefined();
  expect(createTokenBearers(undefined, refused).letIn(bearer(), join)).toBeUndefined();
  expect(join).toHaveBeenCalledTimes(2);
  expect(admittanceOf({} as AuthContext)).toBe(true);
});

test("of those with one token, one is let in; the others are closed with a code, and it stays used when they have gone", async () => {
  const join = vi.fn();
  const clients = [bearer(), bearer(), bearer()];
  const results = await Promise.allSettled(clients.map((client) => bearers.letIn(client, join)));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(join).toHaveBeenCalledTimes(1);
  for (const { leave } of clients.slice(1)) {
    const words = expect.stringMatching(/has been used \(KRILL_JOIN_SECRET\); get a new one/);
    expect(leave).toHaveBeenCalledWith(CloseCode.tokenUsed, words);
  }
  expect(refused).toHaveBeenCalledWith("join_tokens", { session: clients[1].sessionId, reason: "used" });
  // Also in a room that has failed: they were never in.
  for (const client of clients.slice(1)) bearers.left(client, true);
  bearers.left(clients[0], false);
  expect(await register.hold(TOKEN.id, 10)).toBe("used");
});

test("a token whose bearer is turned away may be used again", async () => {
  await register.hold(TOKEN.id, 10);
  const turnedAway = bearers.letIn(bearer(), () => {
    throw new ServerError(CloseCode.tooManyPlayers, "no seat");
  });
  await expect(turnedAway).rejects.toMatchObject({ code: CloseCode.tooManyPlayers });
  expect(await register.hold(TOKEN.id, 10)).toBeUndefined();
});

test("one that leaves while the register is asked is not let in, and keeps its token", async () => {
  const client = bearer();
  const join = vi.fn();
  const joining = bearers.letIn(client, join);
  client.state = ClientState.LEAVING;
  await expect(joining).rejects.toThrow(ServerError);
  expect(join).not.toHaveBeenCalled();
  expect(await register.hold(TOKEN.id, 10)).toBeUndefined();
});

test("who was in a room that fails may use its token again, once", async () => {
  const client = bearer();
  await bearers.letIn(client, () => {});
  bearers.left(client, true);
  expect(await register.use(TOKEN.id, 60)).toBe(true);
  bearers.left(client, true);
  expect(await register.use(TOKEN.id, 60)).toBe(false);
});
