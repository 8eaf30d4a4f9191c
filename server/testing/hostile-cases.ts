/** What hostile clients do, and what each gets: the tests expect it by these names, and the README shows it. */
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";

/** Of Colyseus. */
const FAILED_TO_RECONNECT = 4003;
const NO_SUCH_SESSION = 524;
/** Of WebSockets (RFC 6455, section 7.4.1). */
const ENDED = 1000;
const TOO_LONG = 1009;

/** The message that a hostile client gets in answer, and stays. */
export const REFUSAL = 0;

/** Each with what it may get: an HTTP status below 1000, else the code that its WebSocket is closed with. */
export const HOSTILE_CASES = {
  "sends a text": [CloseCode.badFrame],
  "sends an empty frame": [CloseCode.badFrame],
  "sends a frame of a kind that there is not": [CloseCode.badFrame],
  "sends an input frame of the framework": [CloseCode.badFrame],
  "sends a frame that only servers send": [CloseCode.badFrame],
  "sends a frame of more than 4 KB": [TOO_LONG],
  "sends a message whose type is no UTF-8": [CloseCode.badFrame],
  "sends a message that claims to be longer": [CloseCode.badFrame],
  "sends a frame that is cut short": [REFUSAL, CloseCode.badFrame],
  "sends 100,000 random frames": [REFUSAL, CloseCode.badFrame],
  "sends NaN, infinities, wrong types, huge texts, names of prototypes": [REFUSAL],
  "sends more messages than it may": [CloseCode.overLimit],
  "takes a seat, and never says that it is there": [CloseCode.neverJoined],
  "takes a seat that it guesses, or that is taken": [CloseCode.badFrame],
  "comes back with a token that it guesses, or that is used up": [FAILED_TO_RECONNECT],
  "asks to come back with such a token": [NO_SUCH_SESSION],
  "opens a WebSocket for nothing": [ENDED],
  "sends its request too slowly": [408],
  "sends a compressed body": [400],
  "sends headers of more than 16 KB": [431],
  "asks matchmaking for what it does not do": [403],
  "joins with options that are none": [400, JoinStatus.badOptions],
} as const satisfies Record<string, readonly number[]>;

export type HostileCase = keyof typeof HOSTILE_CASES;

/** The one code of a case that has one. */
export function codeOf(name: HostileCase): number {
  const [code, ...others] = HOSTILE_CASES[name];
  if (others.length > 0) throw new Error(`"${name}" has several codes`);
  return code;
}

/** In Markdown, for the README. */
export function hostileTable(): string {
  const rows = Object.entries(HOSTILE_CASES).map(
    ([what, codes]) => `| ${what} | ${codes.map(answerOf).join(", or ")} |`,
  );
  return ["| who … | gets |", "| --- | --- |", ...rows].join("\n");
}

function answerOf(code: number): string {
  if (code === REFUSAL) return "a message that says what is allowed";
  return code < 1000 ? `HTTP ${code}` : `close code ${code}`;
}
