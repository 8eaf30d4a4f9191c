/** The page: wires what the player does, what the server says and what is drawn. */
import { MessageName } from "../../shared/message-names.ts";
import type { Refusal } from "../../shared/messages.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createArenaView } from "./arena-view.ts";
import { type ConnectionStatus, createConnection } from "./connection.ts";
import { listenToControls } from "./controls/controls.ts";
import type { KeyScheme, OnceAction } from "./controls/keys.ts";
import { element } from "./element.ts";
import { createAnnouncer } from "./hud/announcer.ts";
import { createChatBox } from "./hud/chat-box.ts";
import { createDeathScreen } from "./hud/death-screen.ts";
import { createFeed } from "./hud/feed.ts";
import { createLeaderboard } from "./hud/leaderboard.ts";
import { createMinimapView } from "./hud/minimap-view.ts";
import { createNotice } from "./hud/notice.ts";
import { createRoundBanner } from "./hud/round-banner.ts";
import { createWatchBar } from "./hud/watch-bar.ts";
import { fetchSkins } from "./lobby.ts";
import { bindDialogs } from "./menu/dialogs.ts";
import { createKeptWish } from "./menu/kept-wish.ts";
import { createLookPicker } from "./menu/look-picker.ts";
import { createModePicker } from "./menu/mode-picker.ts";
import { bindSettingsForm } from "./menu/settings-form.ts";
import { createStartForm } from "./menu/start-form.ts";
import { noticeFor, type WaysOn } from "./notices.ts";
import { mountOverlay } from "./overlay/mount.ts";
import { createPreferences } from "./preferences.ts";
import { claimReload } from "./rejoin.ts";
import { createBackdrop } from "./scene/backdrop.ts";
import { createRenderer, type Style } from "./scene/renderer.ts";
import { createSkins } from "./scene/skins.ts";
import { createSession, type Phase } from "./session.ts";
import { createSounds } from "./sound.ts";

const systemIsLight = matchMedia("(prefers-color-scheme: light)");
const wantsLessMotion = matchMedia("(prefers-reduced-motion: reduce)");

const preferences = createPreferences();
const kept = createKeptWish();
const skins = createSkins();
const canvas = element("arena", HTMLCanvasElement);
const renderer = createRenderer(canvas, skins, styleNow());
const view = createArenaView(
  renderer,
  createBackdrop(() => wantsLessMotion.matches),
);
const announcer = createAnnouncer();
const sounds = createSounds(() => preferences.current.sound);
const chat = createChatBox();
const minimap = createMinimapView();
const notice = createNotice();
const death = createDeathScreen();
const watchBar = createWatchBar();
const start = createStartForm(kept.current.name);
const modes = createModePicker({ read: () => kept.current.mode, write: (mode) => kept.set({ mode }) });
const looks = createLookPicker(kept);
const pause = element("pause", HTMLDialogElement);

const connection = createConnection({
  onStatus: showStatus,
  onState: (state, sessionId) => {
    if (canShowGame()) session.take(state, sessionId);
  },
  onRoom: (room) => overlay.attach(room),
  onMessage(name, message) {
    if (name !== MessageName.refused || !overlay.refused(message as Refusal)) session.hear(name, message);
  },
  onPing(milliseconds) {
    element("ping", HTMLOutputElement).value = String(milliseconds);
    view.setRoundTrip(milliseconds);
  },
  readInput() {
    const aim = view.aim(controls.steering());
    const input = controls.read();
    // With the line lock, the server knows the direction, and the page does not.
    if (input.split && !isSplitDown && !input.lock && session.isAlive) view.split();
    isSplitDown = input.split;
    if (input.eject && session.isAlive) sounds.play("eject");
    // Whole units are fine enough to steer by, and shorter on the wire.
    return { x: Math.round(aim.x), y: Math.round(aim.y), ...input };
  },
});

/** Whether the last input had the button down: only the next press splits again. */
let isSplitDown = false;

const overlay = mountOverlay({ canvas, view: view.camera, placeOf: view.placeOf });

const session = createSession({
  view,
  leaderboard: createLeaderboard(),
  chat,
  feed: createFeed(),
  round: createRoundBanner(announcer.say),
  minimap,
  death,
  watchBar,
  announcer,
  sounds,
  colorOf: (color) => renderer.palette.cells[color].fill,
  showPhase,
  watch: connection.watch,
});

const controls = listenToControls(
  {
    canvas,
    splitButton: element("split", HTMLButtonElement),
    ejectButton: element("eject", HTMLButtonElement),
    stickRing: element("stick", HTMLElement),
    stickKnob: element("knob", HTMLElement),
  },
  {
    keyScheme: () => preferences.current.keys as KeyScheme,
    isPlaying: () => phase === "playing" || phase === "watching",
    onAction,
    onPress: connection.sendInput,
  },
);

let phase: Phase = "start";
/** Whether a connection is wanted at all; false in the menu. */
let isJoining = false;
/** Whether the socket delivers, so that the game can be shown. */
let isConnected = false;

const ways: WaysOn = {
  retry: connection.retry,
  menu: backToMenu,
  anyRoom: () => join(false, ""),
  reload: () => location.reload(),
};

function join(spectate: boolean, roomId = modes.roomId): void {
  const { mode, color, skin } = kept.current;
  isJoining = true;
  start.wait();
  announcer.say("Joining …");
  connection.join({
    name: kept.current.name,
    spectate,
    ...(mode && { mode }),
    ...(color >= 0 && { color }),
    ...(skin && { skin }),
    ...(roomId && { roomId }),
  });
}

function respawn(): void {
  const { name, color, skin } = kept.current;
  connection.respawn({ ...(name && { name }), skin, ...(color >= 0 && { color }) });
  session.waitToPlay();
}

function backToMenu(refusal = ""): void {
  connection.leave();
  isJoining = isConnected = false;
  if (pause.open) pause.close();
  showPhase("start");
  start.open(refusal);
}

function canShowGame(): boolean {
  return isJoining && isConnected;
}

function showPhase(next: Phase): void {
  if (phase === next) return;
  phase = next;
  document.body.dataset.phase = phase;
  if (phase === "start") modes.open();
  else modes.close();
  if (phase === "dead") death.open();
  // Space and W are the game's now, and must not press a button that still has the focus.
  const focused = document.activeElement;
  if (phase === "playing" && focused instanceof HTMLElement && focused.id !== "chat-text") focused.blur();
}

function showStatus(status: ConnectionStatus): void {
  isConnected = status.kind === "joined";
  if (status.kind === "joined") {
    session.begin(status.isNew);
    return;
  }
  if (status.kind === "refused") {
    backToMenu(sentenceOf(status.reason));
    return;
  }
  if (status.kind === "outdated" && claimReload(PROTOCOL_VERSION, () => sessionStorage)) {
    location.reload();
    return;
  }
  const text = noticeFor(status, ways);
  // The first wish is soon answered: a notice would only flash by.
  if (!text || (status.kind === "joining" && phase === "start")) return;
  // First the screen: what is hidden cannot have the focus.
  showPhase("gone");
  notice.show(text);
}

/** The server's reason without the field's name in front. */
function sentenceOf(reason: string): string {
  return reason.replace(/^(name|skin|mode|color|options): /, "");
}

function onAction(action: OnceAction): boolean {
  if (phase === "start" || phase === "gone") return false;
  if (action === "menu") pause.showModal();
  else if (action === "chat") {
    if (!preferences.current.chat) return false;
    chat.open();
  } else if (action === "overlay") overlay.toggle();
  else if (phase === "watching") session.watch(action);
  else return false;
  return true;
}

function styleNow(): Style {
  const { theme } = preferences.current;
  return { ...preferences.current, isLight: theme === "light" || (theme === "system" && systemIsLight.matches) };
}

function applyPreferences(): void {
  const { theme, chat: hasChat, sound } = preferences.current;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.body.dataset.chat = hasChat ? "on" : "off";
  element("toggle-sound", HTMLButtonElement).setAttribute("aria-pressed", String(sound));
  renderer.restyle(styleNow());
  looks.showColors(renderer.palette.cells);
}

start.onJoin((spectate) => {
  kept.set({ name: start.name.trim() });
  join(spectate);
});
death.onAgain(respawn);
death.onWatch(() => session.watch("leader"));
death.onMenu(() => backToMenu());
watchBar.onWish((wish) => session.watch(wish));
watchBar.onPlay(respawn);
chat.onSay(connection.say);
element("leave", HTMLButtonElement).addEventListener("click", () => backToMenu());
element("open-pause", HTMLButtonElement).addEventListener("click", () => pause.showModal());
element("open-overlay", HTMLButtonElement).addEventListener("click", () => {
  pause.close();
  overlay.toggle();
});
element("open-chat", HTMLButtonElement).addEventListener("click", () => chat.open());
element("toggle-sound", HTMLButtonElement).addEventListener("click", () => {
  preferences.set({ sound: !preferences.current.sound });
});
// A button that was clicked, and not reached by the keyboard, must not be pressed again by the space bar.
element("hud", HTMLElement).addEventListener("click", ({ detail, target }) => {
  const button = target instanceof Element && target.closest("button");
  if (detail > 0 && button) button.blur();
});
preferences.onChange(applyPreferences);
systemIsLight.addEventListener("change", applyPreferences);

bindDialogs();
bindSettingsForm(preferences);
applyPreferences();
modes.open();
start.open();
fetchSkins().then(
  (offers) => {
    skins.setPlaces(new Map(offers.map(({ name, url }) => [name, url])));
    looks.showSkins(offers);
  },
  () => looks.showSkins([]),
);

function drawFrame(now: number): void {
  requestAnimationFrame(drawFrame);
  const isInGame = phase !== "start" && view.scene.worldSize > 0;
  view.drawFrame(now, controls.steering(), isInGame);
  if (!isInGame) return;
  const { scene, camera } = view;
  const { worldSize, border, ownNumber } = scene;
  const { size, palette } = renderer;
  minimap.draw(now, { worldSize, border, ownNumber, camera, size, palette, isOwnAlive: session.isAlive });
}
requestAnimationFrame(drawFrame);
