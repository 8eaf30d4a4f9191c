/**
 * Requirement: a join token lets in one client, and is not used up by one that does not get in.
 *
 * Matchmaking holds the token for as long as a seat waits, and passes its number on by what `onAuth` returns, which Colyseus
 * brings to the room, in whichever process that is. The room uses it up in the register of all processes, which no two
 * clients can, and only then lets its bearer in. The register may be far away: what was so when it was asked is looked at again.
 */
import { type AuthContext, type Client, ClientState, matchMaker, ServerError } from "@colyseus/core";
import { CloseCode } from "../../shared/close-codes.ts";
import { type Admittance, type JoinToken, JoinTokenError, useToken } from "../limits/join-tokens.ts";
import type { Refused } from "../limits/limit-names.ts";
import type { TokenRegister } from "../limits/token-register.ts";
import { turnAway } from "./turn-away.ts";

export interface TokenBearers {
  /**
   * For `onJoin`: uses up the token that a client has, if it has one, and lets the client in, by `join`. When that throws, as
   * for one that is turned away, the token may be used again. Without a token, `join` is called at once.
   */
  letIn(client: Client, join: () => void): Promise<void> | undefined;
  /** For `onLeave`. Whoever has to go because the room failed, or the server stops, may use its token again. */
  left(client: Client, hasRoomFailed: boolean): void;
}

/** What a room's static `onAuth` is to return for a client that may have a seat. */
export function admittanceOf({ joinToken }: AuthContext & Admittance): Admittance | true {
  return joinToken === undefined ? true : { joinToken };
}

/** @param register without it, tokens are not looked at */
export function createTokenBearers(register: TokenRegister | undefined, refused: Refused | undefined): TokenBearers {
  /** By session: the token by which it is in. */
  const tokens = new Map<string, JoinToken>();

  async function letInBy(
    tokensOfAll: TokenRegister,
    token: JoinToken,
    client: Client,
    join: () => void,
  ): Promise<void> {
    const { sessionId } = client;
    try {
      await useToken(tokensOfAll, token);
    } catch (error) {
      if (!(error instanceof JoinTokenError)) throw error;
      refused?.("join_tokens", { session: sessionId, reason: error.code });
      turnAway(client, CloseCode.tokenUsed, error.message);
    }
    try {
      if (client.state === ClientState.LEAVING) throw new ServerError(CloseCode.neverJoined, "it has left meanwhile");
      join();
      tokens.set(sessionId, token);
    } catch (error) {
      await tokensOfAll.giveBack(token.id);
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
      const token = tokens.get(sessionId);
      tokens.delete(sessionId);
      const isStopping = matchMaker.state === matchMaker.MatchMakerState.SHUTTING_DOWN;
      // Not waited for: a register that does not answer must keep nobody from leaving.
      if (token && (hasRoomFailed || isStopping)) register?.giveBack(token.id).catch(() => {});
    },
  };
}
