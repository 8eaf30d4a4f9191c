/** The overlay's panel: numbers, graphs, layers and sentences; or, where only an admin may look, the question for the token. */
import type { BodyExplanation, Inspection } from "../../../shared/inspection.ts";
import { wordsFor } from "./algorithms.ts";
import type { Colors } from "./colors.ts";
import { make, show } from "./dom.ts";
import { createBytesGraph, createPhasesGraph, createTestsGraph } from "./graphs.ts";
import type { History } from "./history.ts";
import { createLayerPicker } from "./layer-picker.ts";
import type { LayerChoice } from "./layers.ts";
import { createListView } from "./list-view.ts";
import { createNumbers } from "./numbers.ts";
import { createPhaseLegend } from "./phase-legend.ts";
import type { Focus, Picture } from "./picture.ts";
import { whyWords } from "./why.ts";

export interface OverlayPanel {
  readonly element: HTMLElement;
  /** Which layers are to be drawn. */
  readonly choice: Readonly<LayerChoice>;
  show(inspection: Inspection, history: History): void;
  /** Shows what the pointer is on. */
  follow(picture: Picture, focus: Focus, explanation: BodyExplanation | undefined): void;
  /** Asks for the admin token, for this reason; "" while it is not known whether one is needed. */
  ask(reason: string): void;
}

export interface OverlayPanelEvents {
  onToken(token: string): void;
  onClose(): void;
}

const HINT = "Point at a body to see whom it is compared with, and why you see it.";

export function createOverlayPanel(colors: Colors, events: OverlayPanelEvents): OverlayPanel {
  const testsGraph = createTestsGraph(colors);
  const phasesGraph = createPhasesGraph(colors);
  const bytesGraph = createBytesGraph(colors);
  const numbers = createNumbers(testsGraph.element);
  const phaseLegend = createPhaseLegend();
  const layers = createLayerPicker();
  const listView = createListView(colors);
  const algorithm = make("p", "quiet");
  const why = make("p", "why", HINT);
  const shown = make(
    "div",
    "overlay-figures",
    algorithm,
    numbers.element,
    layers.element,
    why,
    make("h3", "", "One list from close by"),
    listView.element,
    make("h3", "", "Where a tick's time goes, in ms"),
    phasesGraph.element,
    phaseLegend.element,
    make("h3", "", "Bytes sent per tick, to all"),
    bytesGraph.element,
  );
  shown.hidden = true;

  const reason = make("p", "", "Asking the server …");
  reason.setAttribute("role", "alert");
  const field = make("input", "field");
  field.type = "password";
  field.autocomplete = "off";
  field.setAttribute("aria-label", "Admin token");
  field.placeholder = "Admin token";
  const look = make("button", "primary", "Look");
  const form = make("form", "overlay-token", field, look);
  form.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value) events.onToken(field.value);
  });
  const sandbox = make("a", "", "Or open the sandbox, which is for everyone");
  sandbox.href = "/sandbox";
  const asked = make("div", "overlay-asked", reason, form, sandbox);

  const close = make("button", "small", "Close");
  close.type = "button";
  close.addEventListener("click", events.onClose);
  const title = make("h2", "", "The broad phase at work");
  title.id = "overlay-title";
  const element = make("aside", "overlay-panel", make("div", "overlay-head", title, close), asked, shown);
  element.setAttribute("aria-labelledby", title.id);
  // What is typed or pressed here is not the game's.
  element.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") events.onClose();
  });

  return {
    element,
    choice: layers.choice,
    show(inspection, history) {
      asked.hidden = true;
      shown.hidden = false;
      show(algorithm, wordsFor(inspection.algorithm)?.title ?? inspection.algorithm);
      numbers.show(inspection, history);
      phaseLegend.show(history);
      for (const graph of [testsGraph, phasesGraph, bytesGraph]) graph.draw(history);
    },
    follow(picture, focus, explanation) {
      show(why, whyWords(picture, focus, explanation) || HINT);
      listView.draw(picture, focus.region, focus.place);
    },
    ask(words) {
      asked.hidden = false;
      shown.hidden = true;
      form.hidden = words === "";
      show(reason, words || "Asking the server …");
      field.value = "";
      if (words) field.focus();
    },
  };
}
