/** The numbers of the last tick: tests against all pairs first and large, then what came of them. */
import type { Inspection } from "../../../shared/inspection.ts";
import { make, show } from "./dom.ts";
import type { History } from "./history.ts";
import { milliseconds, savings, whole } from "./words.ts";

export interface Numbers {
  readonly element: HTMLElement;
  show(inspection: Inspection, history: History): void;
}

/** Times are means over so many ticks: a single one says little. */
const TIME_TICKS = 25;

/** @param graph shown beside the numbers where there is room, and below them else */
export function createNumbers(graph: HTMLElement): Numbers {
  const tests = make("output", "tests", "–");
  const all = make("span", "all-pairs", "–");
  const savingsWords = make("strong", "savings");
  const head = make(
    "div",
    "headline",
    make("p", "tests-line", tests, " ", make("span", "tests-unit", "tests per tick")),
    make("p", "against", "of ", all, " pairs that there are: ", savingsWords),
  );
  const rows = {
    candidates: row("Candidate pairs", "candidate", "Boxes that overlap: these go to the exact test."),
    contacts: row("True contacts", "contact", "Shapes that touch."),
    time: row("Time to find them", "", "Of the space's phase, in the mean of a second."),
    lists: row("Lists · bodies in them", "region", "A body in several lists counts in each."),
    swaps: row("Moves in kept lists", "", "Places by which entries were shifted to keep a list sorted."),
  };
  const table = make("dl", "counts", ...Object.values(rows).flatMap(({ term, value }) => [term, value]));
  return {
    element: make("div", "tests-tile", make("div", "tests-parts", head, table, graph)),
    show({ counters, bodies }, history) {
      const pairs = (bodies * (bodies - 1)) / 2;
      show(tests, whole(counters.boxTests));
      show(all, whole(pairs));
      show(savingsWords, savings(counters.boxTests, pairs));
      show(rows.candidates.value, whole(counters.pairs));
      show(rows.contacts.value, whole(counters.contacts));
      show(rows.time.value, milliseconds(history.meanOfPhase("space", TIME_TICKS)));
      show(rows.lists.value, `${whole(counters.regions)} · ${whole(counters.entries)}`);
      show(rows.swaps.value, whole(counters.swaps));
    },
  };
}

function row(name: string, swatch: string, title: string) {
  const term = make("dt", swatch ? `swatch ${swatch}` : "", name);
  term.title = title;
  return { term, value: make("dd", "", "–") };
}
