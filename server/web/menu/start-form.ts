/** The form with which one joins: the name, and whether to play or to watch. */
import { element } from "../element.ts";

export interface StartForm {
  readonly name: string;
  onJoin(handler: (spectate: boolean) => void): void;
  /** Ready for another wish; `refusal` says why the last one was not accepted, if so. */
  open(refusal?: string): void;
  /** While the wish is on its way. */
  wait(): void;
}

export function createStartForm(name: string): StartForm {
  const form = element("join", HTMLFormElement);
  const field = element("name", HTMLInputElement);
  const play = element("play", HTMLButtonElement);
  const watch = element("spectate", HTMLButtonElement);
  const refusal = element("refusal", HTMLElement);
  field.value = name;

  function setBusy(isBusy: boolean): void {
    play.disabled = watch.disabled = isBusy;
    play.textContent = isBusy ? "Joining …" : "Play";
    form.setAttribute("aria-busy", String(isBusy));
  }

  return {
    get name() {
      return field.value;
    },
    onJoin(handler) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        refusal.textContent = "";
        handler(event.submitter === watch);
      });
    },
    open(reason = "") {
      setBusy(false);
      refusal.textContent = reason;
      field.toggleAttribute("aria-invalid", reason !== "");
      // On a phone the keyboard would cover half of the menu.
      if (!matchMedia("(pointer: coarse)").matches) field.focus();
    },
    wait: () => setBusy(true),
  };
}
