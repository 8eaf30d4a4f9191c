/** Who ate whom, the latest few, each for some seconds. */
import type { Deaths } from "../../../shared/news.ts";
import { element, make } from "../element.ts";

const MOST_LINES = 4;
/** Milliseconds for which a line is shown. */
const SHOWN_FOR = 6000;

export interface Feed {
  add(deaths: Deaths, own: number): void;
}

export function createFeed(): Feed {
  const list = element("feed", HTMLElement);
  return {
    add({ deaths }, own) {
      for (const { player, name, by, byName } of deaths) {
        const line = make("li", player === own || by === own ? "own" : "");
        if (by === 0) line.append(make("b", "", name), " is gone");
        else line.append(make("b", "", byName), " ate ", make("b", "", name));
        list.append(line);
        setTimeout(() => line.remove(), SHOWN_FOR);
      }
      while (list.childElementCount > MOST_LINES) list.firstElementChild?.remove();
    },
  };
}
