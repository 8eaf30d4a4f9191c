import type { WordFilter } from "../../../shared/blocked-words.ts";
import { judgeChat } from "../../../shared/chat.ts";
import { TICK_RATE } from "../../../shared/formulas.ts";
import type { Settings } from "../../../shared/settings.ts";
import { createTokenBucket } from "../../../shared/token-bucket.ts";

/** One player's say: what it may send to the chat, and how often. */
export interface ChatVoice {
  /** A message as all may read it, or why it is not passed on. */
  say(text: string, tick: number): ReturnType<typeof judgeChat>;
}

export function createChatVoice({ chat, chatBurst, chatSeconds }: Settings, filter: WordFilter): ChatVoice {
  const bucket = createTokenBucket(chatBurst, Math.max(1, chatSeconds * TICK_RATE));
  return {
    say(text, tick) {
      if (!chat) return { reason: "There is no chat in this room." };
      const verdict = judgeChat(text, filter);
      // Only what is passed on counts: whoever mistypes may try again.
      if ("reason" in verdict || bucket.take(tick)) return verdict;
      const seconds = Math.ceil(bucket.ticksUntilNext(tick) / TICK_RATE);
      return { reason: `You write too fast: wait ${seconds} s.` };
    },
  };
}
