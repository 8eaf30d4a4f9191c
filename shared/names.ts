import type { WordFilter } from "./blocked-words.ts";
import { NAME_MAX_LENGTH } from "./messages.ts";
import { cleanLine } from "./text.ts";

/** A name to show, or why there is none: a sentence for the person who chose it. */
export type NameVerdict = { readonly name: string } | { readonly reason: string };

/**
 * Judges a name that a person chose. An empty one passes: the server then gives one.
 *
 * @param filter the room's blocked words.
 */
export function judgeName(text: string, filter: WordFilter): NameVerdict {
  const name = cleanLine(text);
  if (name.length > NAME_MAX_LENGTH) {
    return { reason: `A name has ${NAME_MAX_LENGTH} characters at most; this one has ${name.length}.` };
  }
  if (filter.blocks(name)) return { reason: "This name holds a word that is not allowed here." };
  return { name };
}
