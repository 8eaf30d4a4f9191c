/** The phases of a tick by name and colour, each with its time in the mean of a second. */
import { PHASES } from "../../../shared/phases.ts";
import { make, show } from "./dom.ts";
import type { History } from "./history.ts";
import { milliseconds, PHASE_WORDS } from "./words.ts";

export interface PhaseLegend {
  readonly element: HTMLElement;
  show(history: History): void;
}

const MEAN_TICKS = 25;

export function createPhaseLegend(): PhaseLegend {
  const rows = PHASES.map((phase) => {
    const value = make("dd", "", "–");
    return { phase, value, term: make("dt", `swatch phase-${phase}`, PHASE_WORDS[phase]) };
  });
  return {
    element: make("dl", "counts phase-legend", ...rows.flatMap(({ term, value }) => [term, value])),
    show(history) {
      for (const { phase, term, value } of rows) {
        const mean = history.meanOfPhase(phase, MEAN_TICKS);
        // A room without such a phase.
        term.hidden = mean === 0;
        value.hidden = mean === 0;
        show(value, milliseconds(mean));
      }
    },
  };
}
