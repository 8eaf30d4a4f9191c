/** How matchmaking answers what went wrong: what the client or a limit brought about in words, and a fault of ours without. */
import { ErrorCode } from "@colyseus/core";
import { JoinStatus } from "../../shared/close-codes.ts";
import { JoinTokenError } from "../limits/join-tokens.ts";
import { statusOfRoomRefusal } from "../limits/room-refusals.ts";

/** Why a client gets no seat: the SDK gives both to who wants to join. */
export class JoinRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface JoinAnswer {
  readonly status: number;
  readonly error: string;
  /** Nobody is to know more than that there was one, but for the log. */
  readonly isFault: boolean;
  /** The limit that it comes from has counted it and told the log. */
  readonly isTold: boolean;
}

/** Statuses of Colyseus for what was thrown in the server, in its words; its others are about what was asked for. */
const THROWN: readonly number[] = [ErrorCode.MATCHMAKE_UNHANDLED, ErrorCode.APPLICATION_ERROR];
const FAULT: JoinAnswer = {
  status: 500,
  error: "the server could not do this, for a fault of its own; try again later",
  isFault: true,
  isTold: false,
};
/** Statuses that come from limits alone. */
const OF_LIMITS: readonly number[] = [
  JoinStatus.badToken,
  JoinStatus.tokenHeld,
  JoinStatus.foreignOrigin,
  JoinStatus.tooMany,
  JoinStatus.busy,
  JoinStatus.full,
  413,
];
/** Colyseus' error for a seat that was found, and then was not to be had; the class is not public. */
const NO_SEAT = "SeatReservationError";

/** @param error as it was thrown; of one that is no refusal, nothing is in the answer */
export function answerTo(error: unknown): JoinAnswer {
  const { name, code, statusCode, message } = detailsOf(error);
  if (name === NO_SEAT) {
    const text = "the seat that was found is gone; try again in a moment";
    return { status: JoinStatus.busy, error: text, isFault: false, isTold: false };
  }
  const status = [code, statusCode, statusOfRoomRefusal(message)].find(isRefusal);
  if (status === undefined) return FAULT;
  return { status, error: message, isFault: false, isTold: OF_LIMITS.includes(status) };
}

function detailsOf(error: unknown) {
  const { code, statusCode, message } = Object(error) as Record<string, unknown>;
  return {
    name: error instanceof Error ? error.constructor.name : "",
    code: error instanceof JoinTokenError ? statusOfToken(error) : code,
    statusCode,
    message: String(message),
  };
}

function statusOfToken({ code }: JoinTokenError): number {
  return code === "held" ? JoinStatus.tokenHeld : JoinStatus.badToken;
}

function isRefusal(status: unknown): status is number {
  return (
    typeof status === "number" && status >= 400 && status < 600 && status !== FAULT.status && !THROWN.includes(status)
  );
}
