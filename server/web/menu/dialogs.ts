/** Dialogs: a button with `data-opens` opens the one of that id, and one with `data-closes` closes its own. */
import { element } from "../element.ts";

export function bindDialogs(): void {
  for (const opener of document.querySelectorAll<HTMLElement>("[data-opens]")) {
    const dialog = element(opener.dataset.opens ?? "", HTMLDialogElement);
    opener.addEventListener("click", () => {
      opener.closest("dialog")?.close();
      dialog.showModal();
    });
  }
  for (const closer of document.querySelectorAll<HTMLElement>("[data-closes]")) {
    closer.addEventListener("click", () => closer.closest("dialog")?.close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    // A click beside the dialog lands on itself, one within it on what it holds.
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog && !isInside(event, dialog)) dialog.close();
    });
  }
}

function isInside({ clientX, clientY }: MouseEvent, box: HTMLElement): boolean {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
