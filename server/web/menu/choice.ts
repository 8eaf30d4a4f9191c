/** One of several things of which one is chosen: a radio button that is unseen, within its label. */
import { make } from "../element.ts";

export interface Choice {
  label: HTMLLabelElement;
  radio: HTMLInputElement;
}

export function makeChoice(group: string, value: string, isChosen: boolean, className: string, spoken = ""): Choice {
  const label = make("label", className);
  const radio = make("input");
  radio.type = "radio";
  radio.name = group;
  radio.value = value;
  radio.checked = isChosen;
  if (spoken) {
    radio.setAttribute("aria-label", spoken);
    label.title = spoken;
  }
  label.append(radio);
  return { label, radio };
}
