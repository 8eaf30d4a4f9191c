/** Which layers are drawn: a box to tick for each, in the colour that it is drawn in. */
import { make } from "./dom.ts";
import { LAYERS, type Layer, type LayerChoice } from "./layers.ts";

export interface LayerPicker {
  readonly element: HTMLElement;
  readonly choice: Readonly<LayerChoice>;
}

const LAYER_WORDS: Readonly<Record<Layer, { name: string; swatches: readonly string[] }>> = {
  regions: { name: "Lists", swatches: ["region"] },
  sweeps: { name: "Sweeps", swatches: ["test"] },
  pairs: { name: "Candidates and contacts", swatches: ["candidate", "contact"] },
  areas: { name: "View: enter, leave", swatches: ["view"] },
};

export function createLayerPicker(): LayerPicker {
  const choice: LayerChoice = { regions: true, sweeps: true, pairs: true, areas: true };
  const boxes = LAYERS.map((layer) => {
    const box = make("input");
    box.type = "checkbox";
    box.checked = choice[layer];
    box.addEventListener("change", () => {
      choice[layer] = box.checked;
    });
    const { name, swatches } = LAYER_WORDS[layer];
    const dots = swatches.map((swatch) => make("i", `dot ${swatch}`));
    return make("label", "chip", box, make("span", "", ...dots, name));
  });
  const element = make("fieldset", "layers", make("legend", "unseen", "What is drawn"), make("div", "chips", ...boxes));
  return { element, choice };
}
