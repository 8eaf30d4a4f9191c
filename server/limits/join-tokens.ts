/**
 * Requirement: only who has been given a token by the host's own site gets a seat, once for each token.
 *
 * A token is a JWT (RFC 7519) that the host signs with HS256 and the secret of this server; no other algorithm is taken, "none"
 * least of all. It must say when it runs out (`exp`, at most a day ahead) and carry a number of its own (`jti`). That number is
 * used up when a seat is given for it, and remembered until the token has run out. Who comes back after a lost connection
 * still has the seat, and needs no token.
 */
import { errors, type JWTPayload, jwtVerify } from "jose";
import type { Refused } from "./limit-names.ts";
import type { UsedTokens } from "./used-tokens.ts";

/** A token that was good, and now is used. */
export interface UsedToken {
  /** No seat came of it: it may be used again. */
  giveBack(): Promise<void>;
}

export interface JoinTokens {
  /**
   * Uses the token of an `Authorization` header, for a client of this address.
   *
   * @throws JoinTokenError when there is none, or it is not good
   */
  use(authorization: string | undefined, address: string): Promise<UsedToken>;
}

/** RFC 7518, section 3.2: the secret of HS256 has at least as many bits as the hash. */
export const MIN_SECRET_LENGTH = 32;

const SECONDS_PER_HOUR = 3600;
/** For so long is a used token remembered at most. */
const MOST_SECONDS = 24 * SECONDS_PER_HOUR;
const MOST_ID_LENGTH = 128;
const BEARER = /^Bearer +(\S+) *$/i;
const NEW_ONE = "get a new one where you got this";

const FAULTS = {
  missing: "this server lets in who brings a join token, and none came; open the game by the link of its host",
  malformed: `the join token cannot be read; ${NEW_ONE}`,
  algorithm: `the join token is not signed with HS256; ${NEW_ONE}`,
  signature: `the join token is not signed by the host of this server; ${NEW_ONE}`,
  expired: `the join token has expired; ${NEW_ONE}`,
  claims:
    `the join token must have exp, at most ${MOST_SECONDS / SECONDS_PER_HOUR} hours ahead, jti, of 1 to ${MOST_ID_LENGTH} characters, ` +
    `and nbf, if any, in the past; ${NEW_ONE}`,
  used: `the join token has been used; ${NEW_ONE}`,
} as const;

/** Why a token lets nobody in; the message is for the player to read. */
export class JoinTokenError extends Error {
  readonly code: keyof typeof FAULTS;

  constructor(code: JoinTokenError["code"]) {
    super(FAULTS[code]);
    this.name = "JoinTokenError";
    this.code = code;
  }
}

/** @param refused told of each that is not let in, and of nothing that is in the token */
export function createJoinTokens(secret: string, used: UsedTokens, refused: Refused): JoinTokens {
  const key = new TextEncoder().encode(secret);

  async function use(authorization: string | undefined): Promise<UsedToken> {
    if (authorization === undefined) throw new JoinTokenError("missing");
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw new JoinTokenError("malformed");
    const { id, seconds } = claimsOf(await verify(token, key));
    if (!(await used.use(id, seconds))) throw new JoinTokenError("used");
    return { giveBack: () => used.forget(id) };
  }

  return {
    async use(authorization, address) {
      try {
        return await use(authorization);
      } catch (error) {
        if (error instanceof JoinTokenError) refused("join_tokens", { address, reason: error.code });
        throw error;
      }
    },
  };
}

async function verify(token: string, key: Uint8Array): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], requiredClaims: ["exp", "jti"] });
    return payload;
  } catch (error) {
    throw new JoinTokenError(faultOf(error));
  }
}

function faultOf(error: unknown): JoinTokenError["code"] {
  if (error instanceof errors.JOSEAlgNotAllowed) return "algorithm";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "signature";
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) return "claims";
  return "malformed";
}

function claimsOf({ exp = Number.POSITIVE_INFINITY, jti }: JWTPayload): { id: string; seconds: number } {
  const seconds = Math.max(1, Math.ceil(exp - Date.now() / 1000));
  const isUsable = typeof jti === "string" && jti.length >= 1 && jti.length <= MOST_ID_LENGTH;
  if (!isUsable || seconds > MOST_SECONDS) throw new JoinTokenError("claims");
  return { id: jti, seconds };
}
