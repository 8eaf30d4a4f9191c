import { type Client, ClientState } from "@colyseus/core";
import type { Logger } from "pino";
import { MessageName } from "../../shared/message-names.ts";
import type { Refusal } from "../../shared/messages.ts";
import { onceASecond } from "../limits/once-a-second.ts";

/** Refuses a client's message: it is told which field of it, if it is one, and why. */
export type RefuseMessage = (client: Client, message: string, field: string, reason: string) => void;

/**
 * How a room refuses messages. The log hears of it at most once a second, and not what was in them.
 *
 * @param logger is asked for with each: a room knows its own only once it is created
 * @param count told of each
 */
export function createMessageRefusals(logger: () => Logger, count: (() => void) | undefined): RefuseMessage {
  const tell = onceASecond<"messages">((_kind, whom, refusals) => {
    logger().info({ ...whom, refusals }, "messages refused");
  });
  return (client, message, field, reason) => {
    const session = client.sessionId;
    count?.();
    logger().debug({ session, message, field, reason }, "message refused");
    tell("messages", { session });
    if (client.state === ClientState.JOINED) {
      client.send(MessageName.refused, { message, field, reason } satisfies Refusal);
    }
  };
}
