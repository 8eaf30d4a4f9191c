/** What one will look like: a colour and a skin. */
import { COLORS } from "../../../shared/state.ts";
import { element, make } from "../element.ts";
import type { Skin } from "../lobby.ts";
import type { Paint } from "../scene/palette.ts";
import type { Stored } from "../stored.ts";
import { makeChoice } from "./choice.ts";
import type { KeptWish } from "./kept-wish.ts";

/** So many of the colours are offered, evenly about the circle, with names for those who do not see them. */
const NAMES = ["Red", "Orange", "Yellow", "Green", "Sea green", "Cyan", "Blue", "Violet", "Purple", "Pink"];

export interface LookPicker {
  /** The colours as they are painted now. */
  showColors(paints: readonly Paint[]): void;
  showSkins(skins: readonly Skin[]): void;
}

export function createLookPicker(kept: Stored<KeptWish>): LookPicker {
  const swatches = element("swatches", HTMLElement);
  const skinBox = element("skins", HTMLElement);

  return {
    showColors(paints) {
      const offers = [-1, ...NAMES.map((_, i) => Math.round((i * COLORS) / NAMES.length))];
      swatches.replaceChildren(
        ...offers.map((color, index) => {
          const isAny = color < 0;
          const spoken = isAny ? "By chance" : NAMES[index - 1];
          const { label, radio } = makeChoice("color", String(color), kept.current.color === color, "pick", spoken);
          if (isAny) label.append("?");
          else label.style.background = paints[color].fill;
          radio.addEventListener("change", () => kept.set({ color }));
          return label;
        }),
      );
    },
    showSkins(skins) {
      element("skins-box", HTMLElement).hidden = skins.length === 0;
      const none = makeChoice("skin", "", kept.current.skin === "", "pick", "None");
      none.label.append("–");
      none.radio.addEventListener("change", () => kept.set({ skin: "" }));
      if (!skins.some(({ name }) => name === kept.current.skin)) kept.set({ skin: "" });
      skinBox.replaceChildren(
        none.label,
        ...skins.map(({ name, url }) => {
          const { label, radio } = makeChoice("skin", name, kept.current.skin === name, "pick", name);
          const image = make("img");
          image.src = url;
          image.alt = "";
          image.loading = "lazy";
          label.append(image);
          radio.addEventListener("change", () => kept.set({ skin: name }));
          return label;
        }),
      );
    },
  };
}
