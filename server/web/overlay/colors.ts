/** The custom properties of the page's style as colours that a canvas understands, kept up to date when the theme changes. */
import { PHASES, type Phase } from "../../../shared/phases.ts";

export interface Colors {
  text: string;
  quiet: string;
  line: string;
  ground: string;
  sunk: string;
  region: string;
  test: string;
  candidate: string;
  contact: string;
  view: string;
  phases: Record<Phase, string>;
  /** Reads them anew: to be called when a style sheet has come later. */
  update(): void;
}

/** @param root whose custom properties they are */
export function watchColors(root: HTMLElement): Colors {
  const probe = document.createElement("span");
  probe.hidden = true;
  root.append(probe);
  const colors = {} as Colors;
  // A custom property is only text; as the colour of an element it is worked out.
  const read = (property: string) => {
    probe.style.color = `var(${property})`;
    return getComputedStyle(probe).color;
  };
  const update = () => {
    for (const name of ["text", "quiet", "line", "ground", "sunk"] as const) colors[name] = read(`--${name}`);
    for (const name of ["region", "test", "candidate", "contact", "view"] as const) {
      colors[name] = read(`--see-${name}`);
    }
    colors.phases = Object.fromEntries(PHASES.map((phase) => [phase, read(`--phase-${phase}`)])) as Record<
      Phase,
      string
    >;
  };
  colors.update = update;
  update();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", update);
  new MutationObserver(update).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return colors;
}
