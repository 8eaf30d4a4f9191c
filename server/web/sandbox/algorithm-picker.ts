/** The choice of the broad phase: a radio for each, what it was seen to cost, and a few words on the one that is chosen. */
import { BROAD_PHASES, type BroadPhase } from "../../../shared/sandbox.ts";
import { ALGORITHM_WORDS } from "../overlay/algorithms.ts";
import { make, show } from "../overlay/dom.ts";
import { logShare } from "../overlay/scale.ts";
import { milliseconds, short } from "../overlay/words.ts";
import type { Tried } from "./tried.ts";

export interface AlgorithmPicker {
  readonly element: HTMLElement;
  /** Shows which one the room uses. */
  choose(algorithm: string): void;
  /** @param pairs all pairs that there are, which the bars are measured by */
  showTried(tried: Tried, pairs: number): void;
}

const NOT_TRIED = "not tried";

export function createAlgorithmPicker(onChoice: (algorithm: BroadPhase) => void): AlgorithmPicker {
  const rows = new Map(
    BROAD_PHASES.map((name) => {
      const radio = make("input");
      radio.type = "radio";
      radio.name = "algorithm";
      radio.value = name;
      radio.id = `algorithm-${name}`;
      radio.addEventListener("change", () => onChoice(name));
      const bar = make("span", "bar");
      const cost = make("span", "cost quiet", NOT_TRIED);
      const title = make("span", "title", ALGORITHM_WORDS[name].title);
      const label = make("label", "algorithm", radio, title, cost, make("span", "track", bar));
      return [name as string, { radio, bar, cost, label, words: wordsOf(name) }] as const;
    }),
  );
  // All of them in one place, of which one is seen: it is as high as the highest, so that nothing below ever moves.
  const words = make("div", "algorithm-words", ...[...rows.values()].map((row) => row.words));
  words.setAttribute("aria-live", "polite");
  const list = make("div", "algorithms", ...[...rows.values()].map(({ label }) => label));
  const element = make(
    "fieldset",
    "picker",
    make("legend", "", "Algorithm ", make("span", "quiet", "(tests a tick · time)")),
    list,
    words,
  );

  return {
    element,
    choose(algorithm) {
      for (const [name, { radio, words: each }] of rows) {
        radio.checked = name === algorithm;
        each.classList.toggle("chosen", name === algorithm);
      }
    },
    showTried({ costs }, pairs) {
      for (const [name, { bar, cost }] of rows) {
        const known = costs.get(name);
        show(cost, known ? `${short(known.tests)} · ${milliseconds(known.microseconds)}` : NOT_TRIED);
        bar.style.width = `${known ? Math.max(1, logShare(known.tests, pairs) * 100) : 0}%`;
      }
    },
  };
}

function wordsOf(name: BroadPhase): HTMLElement {
  const { does, good, bad } = ALGORITHM_WORDS[name];
  return make(
    "div",
    "",
    make("p", "", does),
    make("p", "", make("strong", "", "Good for: "), good),
    make("p", "", make("strong", "", "Not for: "), bad),
  );
}
