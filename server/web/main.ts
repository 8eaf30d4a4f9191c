/** The page: wires what the player does, what the server says and what is drawn. */
import { massOf } from "../../shared/formulas.ts";
import { type ArenaState, BodyKind, RADIUS_UNIT } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createCamera, follow, toWorld } from "./camera.ts";
import { type ConnectionStatus, createConnection } from "./connection.ts";
import { createHud, element } from "./hud.ts";
import { listenToControls } from "./input.ts";
import { createInterpolation, type VisibleBody } from "./interpolation.ts";
import { claimReload } from "./rejoin.ts";
import { createRenderer, type Scene } from "./scene/renderer.ts";

/** Milliseconds between two frames from which the second counts as late. */
const LATE_FRAME = 34;

const canvas = element("arena", HTMLCanvasElement);
const renderer = createRenderer(canvas);
const controls = listenToControls({
  canvas,
  splitButton: element("split", HTMLButtonElement),
  ejectButton: element("eject", HTMLButtonElement),
});
const hud = createHud();
const connection = createConnection({
  onStatus: showStatus,
  onState: takeState,
  onPing: hud.showPing,
  onRefusal: ({ message, field, reason }) => console.warn(`The server refused "${message}": ${field} ${reason}`),
  readInput() {
    const aim = toWorld(camera, renderer.size, controls.pointer.x, controls.pointer.y);
    // Whole units are fine enough to steer by, and shorter on the wire.
    return { x: Math.round(aim.x), y: Math.round(aim.y), ...controls.read() };
  },
});

const camera = createCamera();
let interpolation = createInterpolation();
const names = new Map<number, string>();
const scene: Scene = { worldSize: 0, bodies: [], ownNumber: 0, names };
/** Whether the player has had cells since it joined: one who has only just joined is not dead. */
let hasLived = false;

hud.onPlay((name) => connection.join(name));
hud.onAgain(() => connection.respawn());

function showStatus(status: ConnectionStatus): void {
  switch (status.kind) {
    case "joining":
      // Seen only where a loss has brought the notice up.
      hud.showNotice("Looking for the server …");
      break;
    case "joined":
      interpolation = createInterpolation();
      if (status.isNew) hasLived = false;
      hud.showNotice("");
      hud.showPhase("playing");
      break;
    case "dropped":
      showGone("The connection is lost. Reconnecting …");
      break;
    case "silent":
      showGone("The server does not answer. Waiting for it …");
      break;
    case "gone":
      showGone(`${status.word} Trying again in ${status.milliseconds / 1000} s …`);
      break;
    case "outdated":
      if (claimReload(PROTOCOL_VERSION, () => sessionStorage)) location.reload();
      else showGone("The server speaks a newer version than this page. Empty the browser's cache and reload.");
      break;
    case "refused":
      hud.showPhase("start");
      hud.showStartForm(status.reason);
      break;
  }
}

function showGone(notice: string): void {
  hud.showNotice(notice);
  hud.showPhase("gone");
}

function takeState(state: ArenaState, sessionId: string): void {
  interpolation.record(state.tick, performance.now(), state.positionUnit, state.bodies);
  const player = state.players.get(sessionId);
  scene.worldSize = state.worldSize;
  scene.ownNumber = player?.number ?? 0;
  names.clear();
  for (const { number, name } of state.players.values()) names.set(number, name);

  let mass = 0;
  for (const { kind, owner, radius } of state.bodies.values()) {
    if (kind === BodyKind.cell && owner === scene.ownNumber) mass += massOf(radius * RADIUS_UNIT);
  }
  hud.showMass(mass);
  hud.showLeaderboard(state.leaderboard, scene.ownNumber);
  if (player?.alive) hasLived = true;
  hud.showPhase(hasLived && !player?.alive ? "dead" : "playing");
}

const ownCells: VisibleBody[] = [];
let lastFrame = performance.now();
let isTired = false;

function drawFrame(now: number): void {
  requestAnimationFrame(drawFrame);
  // A machine too slow for every frame leaves one out after each late one. Browsers put frames and mouse moves before
  // messages, so that patches would otherwise wait ever longer for their turn.
  isTired = !isTired && now - lastFrame > LATE_FRAME;
  if (isTired) return;
  scene.bodies = interpolation.visible(performance.now());
  ownCells.length = 0;
  for (const body of scene.bodies) {
    if (body.kind === BodyKind.cell && body.owner !== 0 && body.owner === scene.ownNumber) ownCells.push(body);
  }
  follow(camera, ownCells, renderer.size, now - lastFrame);
  lastFrame = now;
  renderer.draw(scene, camera);
}
requestAnimationFrame(drawFrame);
