import { type LimitName, refusalText } from "./limit-names.ts";
import { createRate } from "./rate.ts";

export interface FrameLimits {
  readonly messagesPerSecond: number;
  readonly bytesPerSecond: number;
}

export interface FrameExcess {
  readonly limit: LimitName;
  /** At most 123 bytes: it goes into a close frame (RFC 6455, section 5.5). */
  readonly reason: string;
}

/** Counts the frames of one client. @returns what it has too much of; undefined while it keeps to its limits. */
export type FrameAllowance = (bytes: number, now: number) => FrameExcess | undefined;

export function createFrameAllowance({ messagesPerSecond, bytesPerSecond }: FrameLimits): FrameAllowance {
  const messages = createRate(messagesPerSecond);
  const bytes = createRate(bytesPerSecond);
  return (length, now) => {
    if (!messages(1, now)) {
      const what = `more than ${messagesPerSecond} messages in a second`;
      return { limit: "messages_per_second", reason: refusalText(what, "KRILL_MESSAGES_PER_SECOND", "send fewer") };
    }
    if (!bytes(length, now)) {
      const what = `more than ${bytesPerSecond} bytes in a second`;
      return { limit: "bytes_per_second", reason: refusalText(what, "KRILL_BYTES_PER_SECOND", "send less") };
    }
    return undefined;
  };
}
