/** The sandbox page: wires the room, what is drawn, and what the visitor changes. */
import { PHASES } from "../../../shared/phases.ts";
import type { SandboxSettings, SandboxState } from "../../../shared/sandbox.ts";
import { SandboxMessage } from "../../../shared/sandbox.ts";
import { watchColors } from "../overlay/colors.ts";
import { show } from "../overlay/dom.ts";
import { createBytesGraph, createPhasesGraph, createTestsGraph } from "../overlay/graphs.ts";
import { createInspector } from "../overlay/inspector.ts";
import { createLayerPicker } from "../overlay/layer-picker.ts";
import { createListView } from "../overlay/list-view.ts";
import { createNumbers } from "../overlay/numbers.ts";
import { createPhaseLegend } from "../overlay/phase-legend.ts";
import { whyWords } from "../overlay/why.ts";
import { whole } from "../overlay/words.ts";
import { createAlgorithmPicker } from "./algorithm-picker.ts";
import { createBallControls } from "./ball-controls.ts";
import { connect, type SandboxLine, shareAddress } from "./connection.ts";
import { createStage } from "./stage.ts";
import { offerThemes } from "./theme.ts";
import { createTried } from "./tried.ts";

const HINT =
  "Point at a ball to see whom it is compared with, and whether the view sees it. Click or drag to move the view.";
const SPACE_PHASE = PHASES.indexOf("space");
/** Ticks a second are counted over so many milliseconds. */
const RATE_WINDOW = 2000;

const notice = element("notice", HTMLElement);
const why = element("why", HTMLElement);
const rate = element("rate", HTMLElement);
const share = element("share", HTMLButtonElement);
offerThemes(element("theme", HTMLButtonElement));

const colors = watchColors(document.body);
// The style sheets may come later than the script.
addEventListener("load", colors.update);
let room: SandboxLine | undefined;
/** What this visitor has changed, to be asked for again when the line was lost and the room with it. */
let wishes: Partial<SandboxSettings> = {};

const stage = createStage(element("world", HTMLCanvasElement), colors, {
  onLook: (x, y) => room?.send(SandboxMessage.look, { x, y }),
});
const layers = createLayerPicker();
const testsGraph = createTestsGraph(colors);
const numbers = createNumbers(testsGraph.element);
const phasesGraph = createPhasesGraph(colors);
const phaseLegend = createPhaseLegend();
const bytesGraph = createBytesGraph(colors);
const listView = createListView(colors);
const tried = createTried();
const picker = createAlgorithmPicker((algorithm) => change({ algorithm }));
const balls = createBallControls(change);
element("layers", HTMLElement).append(layers.element);
element("numbers", HTMLElement).append(numbers.element);
element("algorithms", HTMLElement).append(picker.element);
element("balls", HTMLElement).append(balls.element);
element("list", HTMLElement).append(listView.element);
element("phases", HTMLElement).append(phasesGraph.element, phaseLegend.element);
element("bytes", HTMLElement).append(bytesGraph.element);

const inspector = createInspector((inspection) => {
  stage.takeInspection(inspection);
  numbers.show(inspection, inspector.history);
  phaseLegend.show(inspector.history);
  if (room) {
    const { scene, count, size, speed } = room.state;
    tried.note(inspection, SPACE_PHASE, PHASES.length, `${scene} ${count} ${size} ${speed}`);
  }
  picker.showTried(tried, (inspection.bodies * (inspection.bodies - 1)) / 2);
  showRate(inspection.tick);
  for (const graph of [testsGraph, phasesGraph, bytesGraph]) graph.draw(inspector.history);
  document.body.dataset.algorithm = inspection.algorithm;
});
inspector.turn(true);

connect({
  onRoom(joined) {
    room = joined;
    stage.clear();
    marks.length = 0;
    inspector.attach(joined);
    if (Object.keys(wishes).length > 0) joined.send(SandboxMessage.set, wishes);
    share.disabled = false;
  },
  onState(state) {
    stage.takeState(state);
    showSettings(state);
  },
  onRefusal: ({ message, field, reason }) => show(notice, `${message}: ${field} ${reason}`),
  onNotice: (words) => show(notice, words),
});

share.addEventListener("click", async () => {
  if (!room) return;
  const address = shareAddress(room);
  try {
    await navigator.clipboard.writeText(address);
    show(share, "Link copied");
  } catch {
    // Without permission, or on plain HTTP: then it stands in the notice, to be copied by hand.
    show(notice, address);
  }
});

function change(changes: Partial<SandboxSettings>): void {
  wishes = { ...wishes, ...changes };
  show(notice, "");
  room?.send(SandboxMessage.set, changes);
}

let shownSettings = "";
function showSettings({ algorithm, scene, count, size, speed }: SandboxState): void {
  const settings = { algorithm, scene, count, size, speed } as SandboxSettings;
  const signature = JSON.stringify(settings);
  if (signature === shownSettings) return;
  shownSettings = signature;
  picker.choose(algorithm);
  balls.show(settings);
}

/** Ticks and when they were heard of (ms). */
const marks: { tick: number; at: number }[] = [];
function showRate(tick: number): void {
  const now = performance.now();
  marks.push({ tick, at: now });
  while (marks.length > 2 && marks[0].at < now - RATE_WINDOW) marks.shift();
  const seconds = (now - marks[0].at) / 1000;
  if (seconds < RATE_WINDOW / 4000) return;
  const perSecond = Math.min(25, (tick - marks[0].tick) / seconds);
  show(
    rate,
    perSecond > 22
      ? "25 ticks a second"
      : `${whole(perSecond)} ticks a second: 25 would be more than this server gives a sandbox`,
  );
  rate.classList.toggle("slow", perSecond <= 22);
}

let lastFrame = performance.now();
function drawFrame(now: number): void {
  requestAnimationFrame(drawFrame);
  const drawn = stage.draw(layers.choice, Math.max(0, now - lastFrame));
  lastFrame = now;
  if (!drawn) return;
  const { picture, focus } = drawn;
  inspector.ask(focus.place === undefined ? null : picture.inspection.keys[focus.place]);
  show(why, whyWords(picture, focus, inspector.explanation) || HINT);
  listView.draw(picture, focus.region, focus.place);
}
requestAnimationFrame(drawFrame);

/** The element of sandbox.html with this id. */
function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`sandbox.html must have a ${kind.name} with the id "${id}".`);
  return found;
}
