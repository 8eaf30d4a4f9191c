import type { WordFilter } from "./blocked-words.ts";
import { cleanLine } from "./text.ts";

/** The longest chat message, in UTF-16 units, once cleaned. */
export const CHAT_MAX_LENGTH = 120;

/** A chat message as all may read it, or why it is not passed on: a sentence for the person who wrote it. */
export type ChatVerdict = { readonly text: string } | { readonly reason: string };

/**
 * Judges a chat message; blocked words in it are starred out.
 *
 * @param filter the room's blocked words.
 */
export function judgeChat(text: string, filter: WordFilter): ChatVerdict {
  const line = cleanLine(text);
  if (line === "") return { reason: "The message is empty." };
  if (line.length > CHAT_MAX_LENGTH) {
    return { reason: `A message has ${CHAT_MAX_LENGTH} characters at most; this one has ${line.length}.` };
  }
  return { text: filter.mask(line) };
}
