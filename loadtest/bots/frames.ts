import { MessageName } from "../../shared/message-names.ts";
import type { Random } from "../../shared/random.ts";

/** What a hostile client sends: raw frames, which reach the server as they are, or messages with a payload of the wrong kind. */
export type HostileFrame =
  | { readonly kind: "raw"; readonly data: Uint8Array | string }
  | { readonly kind: "message"; readonly name: string; readonly payload: unknown };

/** First bytes that the server reads (Colyseus' Protocol): join, data, bytes, ping, input, request. LEAVE_ROOM (12) would end the fun. */
const FRAME_CODES = [10, 13, 17, 18, 20, 21];
/** Beyond the 4 KB that the server takes in one frame. */
const OVERSIZE_BYTES = 6000;
const MOST_RANDOM_BYTES = 200;
/** One frame in so many is over size: it ends the connection, and with it what else that client could try. */
const OVERSIZE_ONE_IN = 200;
/** The modifier of a frame with a time stamp, and how many of those with a known code have it. */
const TIMED = 0x80;
const TIMED_SHARE = 0.1;

const ABSURD_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, -0, 2 ** 53];
const ABSURD_VALUES = [null, undefined, true, "", "1", [], {}, [1, 2], { x: {} }, "é".repeat(500)];
const ABSURD_NAMES = ["__proto__", "constructor", "toString", "", "x".repeat(200), "\u0000", "input\n"];

/** A connection's way to be a nuisance: bytes that no client sends soon end it, so that messages would never come to be tried. */
export type Temper = "bytes" | "messages";

export function drawTemper(random: Random): Temper {
  return random.integer(2) === 0 ? "bytes" : "messages";
}

/** An endless, seeded row of frames that no player sends. */
export function createFrames(random: Random, temper: Temper): () => HostileFrame {
  const pick = <T>(list: readonly T[]): T => list[random.integer(list.length)];
  const bytes = (length: number) => Uint8Array.from({ length }, () => random.integer(256));

  function randomBytes(): HostileFrame {
    return { kind: "raw", data: bytes(random.integer(MOST_RANDOM_BYTES)) };
  }
  function knownCode(): HostileFrame {
    const data = bytes(1 + random.integer(MOST_RANDOM_BYTES));
    data[0] = pick(FRAME_CODES) | (random.next() < TIMED_SHARE ? TIMED : 0);
    return { kind: "raw", data };
  }
  function text(): HostileFrame {
    return { kind: "raw", data: "x".repeat(random.integer(MOST_RANDOM_BYTES)) };
  }
  function absurdInput(): HostileFrame {
    const value = () => (random.next() < 0.5 ? pick(ABSURD_NUMBERS) : pick(ABSURD_VALUES));
    const payload = random.next() < 0.2 ? value() : { x: value(), y: value(), split: value(), eject: value() };
    return { kind: "message", name: MessageName.input, payload };
  }
  function absurdMessage(): HostileFrame {
    const name = random.next() < 0.3 ? MessageName.respawn : pick(ABSURD_NAMES);
    return { kind: "message", name, payload: pick(ABSURD_VALUES) };
  }

  const kinds = temper === "bytes" ? [randomBytes, knownCode, text] : [absurdInput, absurdMessage];
  return () => (random.integer(OVERSIZE_ONE_IN) === 0 ? { kind: "raw", data: bytes(OVERSIZE_BYTES) } : pick(kinds)());
}
