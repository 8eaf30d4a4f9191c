/** The choice of the broad phase: a radio for each, what it was seen to cost, and a few words on the one that is chosen. */
import { BROAD_PHASES, type BroadPhase } from "../../../shared/sandbox.ts";
import { ALGORITHM_WORDS } from "../overlay/algorithms.ts";
import { make, show } from "../overlay/dom.ts";
import { logShare } from "../overlay/scale.ts";
import { milliseconds, whole } from "../overlay/words.ts";
import type { Tried } from "./tried.ts";

export interface AlgorithmPicker {
  readonly element: HTMLElement;
  /** Shows which one the room uses. */
  choose(algorithm: string): void;
  /** @param pairs all pairs that there are, which the bars are measured by */
  showTried(tried: Tried, pairs: number): void;
}

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
      const cost = make("span", "cost quiet", "not tried");
      const title = make("span", "title", ALGORITHM_WORDS[name].title);
      const label = make("label", "algorithm", radio, title, cost, make("span", "track", bar));
      return [name as string, { radio, bar, cost, label }] as const;
    }),
  );
  const does = make("p", "does");
  const good = make("p", "good");
  const bad = make("p", "bad-at");
  const words = make("div", "algorithm-words", does, good, bad);
  words.setAttribute("aria-live", "polite");
  const list = make("div", "algorithms", ...[...rows.values()].map(({ label }) => label));
  const element = make("fieldset", "picker", make("legend", "", "Algorithm"), list, words);

  return {
    element,
    choose(algorithm) {
      const row = rows.get(algorithm);
      if (!row || (row.radio.checked && does.textContent !== "")) return;
      row.radio.checked = true;
      const { does: doing, good: when, bad: whenNot } = ALGORITHM_WORDS[algorithm as BroadPhase];
      does.textContent = doing;
      good.replaceChildren(make("strong", "", "Good for: "), when);
      bad.replaceChildren(make("strong", "", "Not for: "), whenNot);
    },
    showTried({ costs }, pairs) {
      for (const [name, { bar, cost }] of rows) {
        const known = costs.get(name);
        show(cost, known ? `${whole(known.tests)} tests · ${milliseconds(known.microseconds)}` : "not tried");
        bar.style.width = `${known ? Math.max(1, logShare(known.tests, pairs) * 100) : 0}%`;
      }
    },
  };
}
