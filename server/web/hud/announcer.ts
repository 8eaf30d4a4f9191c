/** Says to screen readers what others see on the canvas: one line at a time, in the element with the role of a status. */
import { element } from "../element.ts";

export interface Announcer {
  say(text: string): void;
}

export function createAnnouncer(): Announcer {
  const line = element("announcer", HTMLElement);
  return {
    say(text) {
      // The same text again would not be read.
      line.textContent = line.textContent === text ? `${text} ` : text;
    },
  };
}
