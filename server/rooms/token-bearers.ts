/**
 * Requirement: a join token lets in one client, and is not used up by one that does not get in.
 *
 * Matchmaking holds the token for as long as a seat waits, and passes its number on by what `onAuth` returns, which Colyseus
 * brings to the room, in whichever process that is. The room uses it up in the register of all processes, which no two
 * clients can, and only then lets its bearer in. The register may be far away, or not answer: it is waited for no longer than
 * a while, and what was so when it was asked is looked at again. A client is in once it has said that it is there: one whose
 * line breaks before cannot come back to its seat.
 */
import { type AuthContext, type Client, type ClientPrivate, ClientState, ServerError } from "@colyseus/core";
import { WebSocket } from "ws";
import { CloseCode } from "../../shared/close-codes.ts";
import { type Admittance, type JoinToken, JoinTokenError, useToken } from "../limits/join-tokens.ts";
import type { Refused } from "../limits/limit-names.ts";
import { isShuttingDown } from "../limits/shutting-down.ts";
import type { TokenRegister } from "../limits/token-register.ts";
import { hasAcknowledged } from "./acknowledgement.ts";
import { turnAway } from "./turn-away.ts";

export interface TokenBearers {
  /**
   * For `onJoin`: lets a client in, by `join`: at once when it has no token, else when the register has said that nobody else is
   * in by it.
   *
   * @returns undefined for a client without a token
   * @throws what `join` throws; ServerError for a client that is turned away, since its token is used, or the register does not
   * answer, or that has left meanwhile. But for the first, the token may be used again.
   */
  letIn(client: Client, join: () => void): Promise<void> | undefined;
  /**
   * For `onLeave`. Whoever never said that it is there, or has to go because the room failed, or the server stops, may use its
   * token again.
   */
  left(client: Client, hasRoomFailed: boolean): void;
}

/**
 * The register is waited for so long (ms): meanwhile Colyseus keeps what is sent to the client in memory. Less than after which the
 * transport closes a socket that no room has taken in, which has a code of its own.
 */
const ANSWER_WITHIN = 8_000;

const UNANSWERED = "the join token could not be looked at in time; try again in a moment";

/** A client that is in by a token. */
interface Bearer {
  readonly token: JoinToken;
  /** As it came first: it may come back as another. */
  readonly client: Client;
}

/** What a room's static `onAuth` is to return for a client that may have a seat. */
export function admittanceOf({ joinToken }: AuthContext & Admittance): Admittance | true {
  return joinToken === undefined ? true : { joinToken };
}

/** @param register without it, tokens are not looked at */
export function createTokenBearers(register: TokenRegister | undefined, refused: Refused | undefined): TokenBearers {
  /** By session. */
  const bearers = new Map<string, Bearer>();

  async function letInBy(
    tokensOfAll: TokenRegister,
    token: JoinToken,
    client: Client,
    join: () => void,
  ): Promise<void> {
    const { sessionId } = client;
    const giveBack = () => tokensOfAll.giveBack(token.id, sessionId).catch(() => {});
    const use = useToken(tokensOfAll, token, sessionId);
    try {
      if ((await answerWithin(use)) === "late") turnAway(client, CloseCode.tokenUnchecked, UNANSWERED);
    } catch (error) {
      // Whatever the answer, or the lack of one: the register may have done it, or do it yet.
      // At once too, so that who asks again meanwhile is answered behind it.
      void giveBack();
      use.catch(() => {}).then(giveBack);
      if (!(error instanceof JoinTokenError)) throw error;
      refused?.("join_tokens", { session: sessionId, reason: error.code });
      turnAway(client, CloseCode.tokenUsed, error.message);
    }
    try {
      if (hasLeft(client)) throw new ServerError(CloseCode.neverJoined, "it has left meanwhile");
      join();
      bearers.set(sessionId, { token, client });
    } catch (error) {
      await answerWithin(giveBack());
      throw error;
    }
  }

  return {
    letIn(client, join) {
      const { joinToken } = (client.auth ?? {}) as Admittance;
      if (register !== undefined && joinToken !== undefined) return letInBy(register, joinToken, client, join);
      join();
      return undefined;
    },
    left({ sessionId }, hasRoomFailed) {
      const bearer = bearers.get(sessionId);
      bearers.delete(sessionId);
      if (!bearer) return;
      const { token, client } = bearer;
      // Not waited for: a register that does not answer must keep nobody from leaving.
      if (hasRoomFailed || isShuttingDown() || !hasAcknowledged(client)) {
        register?.giveBack(token.id, sessionId).catch(() => {});
      }
    },
  };
}

/** Also while its socket is only being closed: Colyseus hears of that when it has closed. */
function hasLeft(client: Client): boolean {
  return client.state === ClientState.LEAVING || (client as Client & ClientPrivate).readyState !== WebSocket.OPEN;
}

/** Waits for an answer of the register, though not too long. @throws what it is rejected with */
async function answerWithin(answer: Promise<void>): Promise<"late" | undefined> {
  const { promise, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), ANSWER_WITHIN);
  try {
    return (await Promise.race([answer, promise])) ?? undefined;
  } finally {
    clearTimeout(timer);
  }
}
