/** The end of a life: its numbers, and the ways on. */
import type { LifeSummary } from "../../../shared/news.ts";
import { element, make } from "../element.ts";
import { clock } from "./round-banner.ts";

export interface DeathScreen {
  onAgain(handler: () => void): void;
  onWatch(handler: () => void): void;
  onMenu(handler: () => void): void;
  /** Ready for another wish, and with the focus. */
  open(): void;
  /** The numbers of the life that has ended. @returns the sentence that says how */
  fill(life: LifeSummary): string;
}

export function createDeathScreen(): DeathScreen {
  const again = element("again", HTMLButtonElement);
  const by = element("death-by", HTMLElement);
  const figures = element("life", HTMLElement);

  return {
    onAgain(handler) {
      again.addEventListener("click", () => {
        // The server spawns nobody under a cell, which can take a while in a crowded arena.
        again.disabled = true;
        again.textContent = "Looking for a safe place …";
        handler();
      });
    },
    onWatch: (handler) => element("death-watch", HTMLButtonElement).addEventListener("click", handler),
    onMenu: (handler) => element("death-menu", HTMLButtonElement).addEventListener("click", handler),
    open() {
      again.disabled = false;
      again.textContent = "Play again";
      again.focus();
    },
    fill(life) {
      const sentence = life.by === 0 ? "No player did it." : `${life.byName} ate you.`;
      by.textContent = sentence;
      figures.replaceChildren(...figuresOf(life).map(([term, value]) => makeFigure(term, value)));
      return sentence;
    },
  };
}

/** What is told of a life, in order. */
export function figuresOf({ seconds, topMass, topRank, cellsEaten, playersEaten }: LifeSummary): [string, string][] {
  return [
    ["Top mass", String(topMass)],
    ["Best place", topRank > 0 ? String(topRank) : "–"],
    ["Time alive", clock(seconds)],
    ["Cells eaten", String(cellsEaten)],
    ["Players eaten", String(playersEaten)],
  ];
}

function makeFigure(term: string, value: string): HTMLElement {
  const figure = make("div");
  figure.append(make("dt", "", term), make("dd", "", value));
  return figure;
}
