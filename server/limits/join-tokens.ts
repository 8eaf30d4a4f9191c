/**
 * Requirement: only who has been given a token by the host's own site gets a seat, once for each token.
 *
 * A token is a JWT (RFC 7519) that the host signs with HS256 and the secret of this server; no other algorithm is taken, "none"
 * least of all. It must say when it runs out (`exp`, at most a day ahead) and carry a number of its own (`jti`). By that number
 * it is held while a seat is reserved for it, and used up, until it has run out, when the room lets its bearer in
 * (`token-register.ts`). Who comes back after a lost connection still has the seat, and needs no token.
 */
import { errors, type JWTPayload, jwtVerify } from "jose";
import { type Refused, refusalText } from "./limit-names.ts";
import type { TokenRegister } from "./token-register.ts";

/** A token that is good, for the room that is to use it up; plain data, since that may be in another process. */
export interface JoinToken {
  /** Its own number. */
  readonly id: string;
  /** When it runs out, in seconds since 1970. */
  readonly expires: number;
}

/** What matchmaking tells a room of a client, besides what the client says. */
export interface Admittance {
  readonly joinToken?: JoinToken;
}

export interface JoinTokens {
  /**
   * Holds the token of an `Authorization` header, for a client of this address that asks for a seat.
   *
   * @throws JoinTokenError when there is none, or it is not good or not free
   */
  hold(authorization: string | undefined, address: string): Promise<JoinToken>;
  /** No seat came of it. */
  letGo(token: JoinToken): Promise<void>;
}

/** RFC 7518, section 3.2: the secret of HS256 has at least as many bits as the hash. */
export const MIN_SECRET_LENGTH = 32;

const SECONDS_PER_HOUR = 3600;
/** For so long is a used token remembered at most. */
const MOST_SECONDS = 24 * SECONDS_PER_HOUR;
const MOST_ID_LENGTH = 128;
/** Longer than a room keeps a seat, in seconds: a client that comes at the last moment still has its token. */
const GRACE = 2;
const BEARER = /^Bearer +(\S+) *$/i;
const NEW_ONE = "get a new one where you got this";

/** What is wrong with a token, and what to do. */
const FAULTS = {
  missing: ["this server lets in who brings a join token, and none came", "open the game by the link of its host"],
  malformed: ["the join token cannot be read", NEW_ONE],
  algorithm: ["the join token is not signed with HS256", NEW_ONE],
  signature: ["the join token is not signed by the host of this server", NEW_ONE],
  expired: ["the join token has expired", NEW_ONE],
  claims: [
    `the join token must have exp, at most ${MOST_SECONDS / SECONDS_PER_HOUR} hours ahead, jti, of 1 to ${MOST_ID_LENGTH} characters, ` +
      "and nbf, if any, in the past",
    NEW_ONE,
  ],
  used: ["the join token has been used", NEW_ONE],
  held: ["a seat waits for who has brought this join token", "take it, or try again in a few seconds"],
} as const;

/** Why a token lets nobody in; the message is for the player to read. */
export class JoinTokenError extends Error {
  readonly code: keyof typeof FAULTS;

  constructor(code: JoinTokenError["code"]) {
    const [what, remedy] = FAULTS[code];
    super(refusalText(what, "KRILL_JOIN_SECRET", remedy));
    this.name = "JoinTokenError";
    this.code = code;
  }
}

/**
 * @param keptFor time for which rooms keep a seat for a client, in seconds
 * @param refused told of each that is not let in, and of nothing that is in the token
 */
export function createJoinTokens(
  secret: string,
  register: TokenRegister,
  keptFor: number,
  refused: Refused,
): JoinTokens {
  const key = new TextEncoder().encode(secret);

  async function hold(authorization: string | undefined): Promise<JoinToken> {
    if (authorization === undefined) throw new JoinTokenError("missing");
    const text = BEARER.exec(authorization)?.[1];
    if (text === undefined) throw new JoinTokenError("malformed");
    const token = claimsOf(await verify(text, key));
    const reason = await register.hold(token.id, keptFor + GRACE);
    if (reason !== undefined) throw new JoinTokenError(reason);
    return token;
  }

  return {
    async hold(authorization, address) {
      try {
        return await hold(authorization);
      } catch (error) {
        if (error instanceof JoinTokenError) refused("join_tokens", { address, reason: error.code });
        throw error;
      }
    },
    letGo: ({ id }) => register.letGo(id),
  };
}

/** The clocks of processes that share rooms may differ by so much (s): for one of them, a token lasts longer. */
const CLOCK_DIFFERENCE = 60;

/** Uses up a token whose bearer is about to be let in, as that session. @throws JoinTokenError when another has been, by the same token */
export async function useToken(register: TokenRegister, { id, expires }: JoinToken, session: string): Promise<void> {
  const seconds = Math.max(0, Math.ceil(expires - Date.now() / 1000)) + CLOCK_DIFFERENCE;
  if (!(await register.use(id, session, seconds))) throw new JoinTokenError("used");
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

function claimsOf({ exp = Number.POSITIVE_INFINITY, jti }: JWTPayload): JoinToken {
  const isUsable = typeof jti === "string" && jti.length >= 1 && jti.length <= MOST_ID_LENGTH;
  if (!isUsable || exp - Date.now() / 1000 > MOST_SECONDS) throw new JoinTokenError("claims");
  return { id: jti, expires: exp };
}
