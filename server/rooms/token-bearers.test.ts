import { type AuthContext, type Client, ClientState, ServerError } from "@colyseus/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
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

afterEach(() => {
  vi.useRealTimers();
});

let sessions = 0;

type TestClient = Client & { state: number; readyState: number; _enqueuedMessages: unknown[] | undefined };

/** As Colyseus makes it, with what `onAuth` has returned; it has not said yet that it is there. */
function clientWith(auth: unknown): TestClient {
  const client = { sessionId: `s${sessions++}`, auth, leave: vi.fn(), _enqueuedMessages: [] };
  return Object.assign(client, { state: ClientState.JOINING, readyState: WebSocket.OPEN }) as unknown as TestClient;
}

/** Lets a client in, which says that it is there. */
async function enter(client: TestClient): Promise<void> {
  await bearers.letIn(client, () => {});
  client.state = ClientState.JOINED;
  client._enqueuedMessages = undefined;
}

/** Rooms do not wait until a token has been given back. */
const isFree = () => vi.waitFor(async () => expect(await register.hold(TOKEN.id, 10)).toBeUndefined());

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
  clients[0]._enqueuedMessages = undefined;
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

test.each([{ state: ClientState.LEAVING }, { readyState: WebSocket.CLOSING }])(
  "one that leaves while the register is asked is not let in, and keeps its token: %j",
  async (left) => {
    const client = bearer();
    const join = vi.fn();
    const joining = bearers.letIn(client, join);
    Object.assign(client, left);
    await expect(joining).rejects.toThrow(ServerError);
    expect(join).not.toHaveBeenCalled();
    expect(await register.hold(TOKEN.id, 10)).toBeUndefined();
  },
);

test("who was in a room that fails may use its token again, once", async () => {
  const client = bearer();
  await enter(client);
  bearers.left(client, true);
  expect(await register.use(TOKEN.id, "next", 60)).toBe(true);
  bearers.left(client, true);
  expect(await register.use(TOKEN.id, client.sessionId, 60)).toBe(false);
});

test("who goes before it has said that it is there may use its token again; who said so once may not", async () => {
  const early = bearer();
  await bearers.letIn(early, () => {});
  bearers.left(early, false);
  await isFree();

  const first = bearer();
  await enter(first);
  // As it comes back, and goes once more before it has said a word.
  const again = Object.assign(clientWith(first.auth), { sessionId: first.sessionId });
  bearers.left(again, false);
  expect(await register.hold(TOKEN.id, 10)).toBe("used");
});

/** Answers to `use` when the test says so. */
function slowRegister() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const slow: TokenRegister = { ...register, use: (...use) => promise.then(() => register.use(...use)) };
  return { bearers: createTokenBearers(slow, refused), answer: resolve, fail: reject };
}

test("a register that does not answer holds a client for eight seconds; a late answer is taken back", async () => {
  vi.useFakeTimers();
  const slow = slowRegister();
  const [client, join] = [bearer(), vi.fn()];
  const fate = expect(slow.bearers.letIn(client, join)).rejects.toMatchObject({ code: CloseCode.tokenUnchecked });
  await vi.advanceTimersByTimeAsync(7_999);
  expect(client.leave).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await fate;
  expect(client.leave).toHaveBeenCalledWith(CloseCode.tokenUnchecked, expect.stringContaining("try again"));
  expect(refused).not.toHaveBeenCalled();
  vi.useRealTimers();
  const use = vi.spyOn(register, "use");
  slow.answer();
  await vi.waitFor(() => expect(use).toHaveResolvedWith(true));
  await isFree();
  slow.bearers.left(client, false);
  expect(join).not.toHaveBeenCalled();
});

test("what the register throws lets nobody in, and uses up nothing", async () => {
  const slow = slowRegister();
  const [client, join] = [bearer(), vi.fn()];
  const joining = slow.bearers.letIn(client, join);
  // It was done, and only the answer is lost.
  await register.use(TOKEN.id, client.sessionId, 60);
  slow.fail(new Error("the line to Redis broke"));
  await expect(joining).rejects.toThrow("the line to Redis broke");
  expect(join).not.toHaveBeenCalled();
  await isFree();
});
