/** What one without cells looks at, and the ways to look at something else. */
import type { Watching } from "../../../shared/news.ts";
import { element } from "../element.ts";

export type WatchWish = "leader" | "next" | "free";

export interface WatchBar {
  onWish(handler: (wish: WatchWish) => void): void;
  onPlay(handler: () => void): void;
  /** `name` is that of the player who is followed, "" for none. `isWaiting`: who watches will play, once a round begins. */
  show(watching: Watching, name: string, isWaiting: boolean): void;
}

export function createWatchBar(): WatchBar {
  const watched = element("watched", HTMLElement);
  const play = element("watch-play", HTMLButtonElement);
  const buttons = {
    leader: element("watch-leader", HTMLButtonElement),
    next: element("watch-next", HTMLButtonElement),
    free: element("watch-free", HTMLButtonElement),
  };

  return {
    onWish(handler) {
      for (const [wish, button] of Object.entries(buttons)) {
        button.addEventListener("click", () => handler(wish as WatchWish));
      }
    },
    onPlay: (handler) => play.addEventListener("click", handler),
    show({ follow }, name, isWaiting) {
      const text = `${isWaiting ? "You play in the next round. " : ""}${wordsFor(follow, name)}`;
      if (watched.textContent !== text) watched.textContent = text;
      play.hidden = isWaiting;
      buttons.leader.setAttribute("aria-pressed", String(follow === "leader"));
      buttons.next.setAttribute("aria-pressed", String(follow === "player"));
      buttons.free.setAttribute("aria-pressed", String(follow === "free"));
    },
  };
}

function wordsFor(follow: Watching["follow"], name: string): string {
  if (follow === "free") return "Roaming: steer to look around";
  if (!name) return "Waiting for someone to watch";
  return follow === "leader" ? `Watching the leader, ${name}` : `Watching ${name}`;
}

/** The player after `current` by number, of those alive; 0 when there is none. */
export function nextPlayer(alive: Iterable<number>, current: number): number {
  const numbers = [...alive].sort((a, b) => a - b);
  return numbers.find((number) => number > current) ?? numbers[0] ?? 0;
}
