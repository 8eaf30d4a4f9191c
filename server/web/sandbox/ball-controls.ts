/** How many balls, how large, how fast, and how they are spread. */
import { BALL_LIMITS, BALL_SCENES, type BallScene, type SandboxSettings } from "../../../shared/sandbox.ts";
import { make, show } from "../overlay/dom.ts";
import { whole } from "../overlay/words.ts";

type Slider = keyof typeof BALL_LIMITS;

export interface BallControls {
  readonly element: HTMLElement;
  /** Shows what the room has. */
  show(settings: Omit<SandboxSettings, "algorithm">): void;
}

const SCENE_WORDS: Readonly<Record<BallScene, string>> = {
  even: "Spread evenly",
  clusters: "Clusters",
  line: "Along a line",
  giants: "A few giants",
  still: "Mostly at rest",
};

/** Steps of a slider from end to end. The number of balls goes by powers, so that few and many are both within reach. */
const STEPS = 200;

const SLIDERS: Readonly<Record<Slider, { name: string; value(share: number): number; words(value: number): string }>> =
  {
    count: {
      name: "Balls",
      value: (share) => {
        const { least, most } = BALL_LIMITS.count;
        const exact = least * (most / least) ** share;
        const digits = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
        return Math.min(most, Math.max(least, Math.round(exact / digits) * digits));
      },
      words: whole,
    },
    size: {
      name: "Size",
      value: (share) => Math.round(linear("size", share) * 2) / 2,
      words: (value) => `${value} u`,
    },
    speed: {
      name: "Speed",
      value: (share) => Math.round(linear("speed", share) * 4) / 4,
      words: (value) => (value === 0 ? "at rest" : `${value} u a tick`),
    },
  };

function linear(slider: Slider, share: number): number {
  const { least, most } = BALL_LIMITS[slider];
  return least + (most - least) * share;
}

/** Where on a slider a value lies, in its steps. */
export function stepOf(slider: Slider, value: number): number {
  const { least, most } = BALL_LIMITS[slider];
  const share =
    slider === "count" ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
  return Math.round(share * STEPS);
}

/** The value at a step of a slider. */
export function valueAt(slider: Slider, step: number): number {
  return SLIDERS[slider].value(step / STEPS);
}

/** @param onChange told of what is changed, as it is being changed */
export function createBallControls(onChange: (changes: Partial<SandboxSettings>) => void): BallControls {
  const sliders = (Object.keys(SLIDERS) as Slider[]).map((slider) => {
    const input = make("input");
    input.type = "range";
    input.id = `balls-${slider}`;
    input.min = "0";
    input.max = String(STEPS);
    const output = make("output");
    const showValue = (value: number) => {
      show(output, SLIDERS[slider].words(value));
      input.setAttribute("aria-valuetext", SLIDERS[slider].words(value));
    };
    input.addEventListener("input", () => {
      const value = valueAt(slider, Number(input.value));
      showValue(value);
      onChange({ [slider]: value });
    });
    const label = make("label", "", SLIDERS[slider].name);
    label.htmlFor = input.id;
    return { slider, input, showValue, element: make("div", "slider", label, output, input) };
  });
  const scenes = BALL_SCENES.map((scene) => {
    const radio = make("input");
    radio.type = "radio";
    radio.name = "scene";
    radio.value = scene;
    radio.addEventListener("change", () => onChange({ scene }));
    return { scene, radio, element: make("label", "chip", radio, make("span", "", SCENE_WORDS[scene])) };
  });
  const spread = make(
    "fieldset",
    "spread",
    make("legend", "", "How they are spread"),
    make("div", "chips", ...scenes.map(({ element }) => element)),
  );
  return {
    element: make("div", "balls", ...sliders.map(({ element }) => element), spread),
    show(settings) {
      for (const { slider, input, showValue } of sliders) {
        // One that is being moved shows what it is moved to, not what the room had a moment ago.
        if (document.activeElement === input && input.matches(":active")) continue;
        input.value = String(stepOf(slider, settings[slider]));
        showValue(settings[slider]);
      }
      for (const { scene, radio } of scenes) radio.checked = scene === settings.scene;
    },
  };
}
