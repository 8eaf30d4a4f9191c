/** What players write to each other, and the field to write in. */
import type { ChatLine } from "../../../shared/news.ts";
import { element, make } from "../element.ts";

/** Older lines than these are gone. */
const MOST_LINES = 60;

export interface ChatBox {
  onSay(handler: (text: string) => void): void;
  /** Opens the field and puts the cursor there. */
  open(): void;
  add(line: ChatLine, color: string): void;
  /** A line of the page's own: why a message was refused, for one. */
  note(text: string): void;
  clear(): void;
}

export function createChatBox(): ChatBox {
  const form = element("chat-form", HTMLFormElement);
  const text = element("chat-text", HTMLInputElement);
  const lines = element("chat-lines", HTMLElement);
  let handler: (text: string) => void = () => {};

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const message = text.value.trim();
    if (message) handler(message);
    close();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    // The game's keys are letters here.
    event.stopPropagation();
  });
  text.addEventListener("blur", () => {
    if (!text.value) close();
  });

  function close(): void {
    if (form.hidden) return;
    text.value = "";
    text.blur();
    form.hidden = true;
  }

  function append(line: HTMLElement): void {
    lines.append(line);
    while (lines.childElementCount > MOST_LINES) lines.firstElementChild?.remove();
  }

  return {
    onSay(newHandler) {
      handler = newHandler;
    },
    open() {
      form.hidden = false;
      text.focus();
    },
    add({ name, text: said }, color) {
      const line = make("li");
      const who = make("b", "", name);
      const dot = make("span", "dot");
      dot.style.background = color;
      dot.style.display = "inline-block";
      line.append(dot, " ", who, said);
      append(line);
    },
    note(said) {
      append(make("li", "bad", said));
    },
    clear: () => lines.replaceChildren(),
  };
}
