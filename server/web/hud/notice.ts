/** The word over everything when there is no game: what has happened, and the ways on. */
import { element, make } from "../element.ts";

export interface NoticeText {
  title: string;
  text: string;
  actions: NoticeAction[];
}

/** A way on. */
export interface NoticeAction {
  label: string;
  run: () => void;
}

export interface Notice {
  show(notice: NoticeText): void;
}

export function createNotice(): Notice {
  const title = element("notice-title", HTMLElement);
  const text = element("notice", HTMLElement);
  const row = element("notice-actions", HTMLElement);
  return {
    show(notice) {
      if (title.textContent !== notice.title) title.textContent = notice.title;
      if (text.textContent !== notice.text) text.textContent = notice.text;
      const labels = notice.actions.map(({ label }) => label).join();
      if (row.dataset.labels === labels) return;
      row.dataset.labels = labels;
      row.replaceChildren(
        ...notice.actions.map(({ label, run }, index) => {
          const button = make("button", index === 0 ? "primary" : "", label);
          button.type = "button";
          button.addEventListener("click", run);
          return button;
        }),
      );
      row.querySelector("button")?.focus();
    },
  };
}
