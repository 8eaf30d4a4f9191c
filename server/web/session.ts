/** One stay in a room: what the server says there, told by the parts of the page. */
import { massOf } from "../../shared/formulas.ts";
import { MessageName, SPAWN } from "../../shared/message-names.ts";
import type { Refusal } from "../../shared/messages.ts";
import type { ChatLine, Deaths, LifeSummary, Minimap, Rank, Watching } from "../../shared/news.ts";
import { type ArenaState, BodyKind, RADIUS_UNIT } from "../../shared/state.ts";
import type { ArenaView } from "./arena-view.ts";
import { element } from "./element.ts";
import { type OwnMass, soundOf } from "./growth.ts";
import type { Announcer } from "./hud/announcer.ts";
import type { ChatBox } from "./hud/chat-box.ts";
import type { DeathScreen } from "./hud/death-screen.ts";
import type { Feed } from "./hud/feed.ts";
import type { Leaderboard } from "./hud/leaderboard.ts";
import type { MinimapView } from "./hud/minimap-view.ts";
import type { RoundBanner } from "./hud/round-banner.ts";
import { nextPlayer, type WatchBar, type WatchWish } from "./hud/watch-bar.ts";
import type { Sounds } from "./sound.ts";

/** What the player is doing; the page's style follows it. */
export type Phase = "start" | "playing" | "dead" | "watching" | "gone";

export interface SessionParts {
  view: ArenaView;
  leaderboard: Leaderboard;
  chat: ChatBox;
  feed: Feed;
  round: RoundBanner;
  minimap: MinimapView;
  death: DeathScreen;
  watchBar: WatchBar;
  announcer: Announcer;
  sounds: Sounds;
  /** The colour of a body, as it is painted now. */
  colorOf(color: number): string;
  showPhase(phase: Phase): void;
  /** Chooses what to look at. */
  watch(follow: "leader" | "free" | number): void;
}

export interface Session {
  /** Whether the player has cells. */
  readonly isAlive: boolean;
  /** In a room; `isNew` when as a new player, or a spectator. */
  begin(isNew: boolean): void;
  take(state: ArenaState, sessionId: string): void;
  hear(name: string, message: unknown): void;
  /** The player wants to play again, and watches until it can. */
  waitToPlay(): void;
  /** The dead player wants to look around, or one who watches at something else. */
  watch(wish: WatchWish): void;
}

export function createSession(parts: SessionParts): Session {
  const score = element("score", HTMLOutputElement);
  const best = element("best", HTMLOutputElement);
  const cells = element("cells", HTMLOutputElement);
  let bestMass = 0;
  let own = 0;
  let isAlive = false;
  let hasRounds = false;
  /** Whether the player has had cells since it joined: one who has only just joined is not dead. */
  let hasLived = false;
  let isWatching = false;
  let isWaiting = false;
  let watching: Watching = { follow: "leader", player: 0, x: 0, y: 0 };
  let before: OwnMass = { cells: 0, mass: 0 };
  let alive: number[] = [];

  function phaseNow(isSpectator: boolean): Phase {
    if (isAlive) return "playing";
    if (isSpectator || isWatching || isWaiting) return "watching";
    return hasLived ? "dead" : hasRounds ? "watching" : "playing";
  }

  function measure(state: ArenaState): void {
    const after: OwnMass = { cells: 0, mass: 0 };
    for (const { kind, owner, radius } of state.bodies.values()) {
      if (own === 0 || kind !== BodyKind.cell || owner !== own) continue;
      after.cells++;
      after.mass += massOf(radius * RADIUS_UNIT);
    }
    const sound = soundOf(before, after);
    if (sound) parts.sounds.play(sound);
    before = after;
    const mass = Math.round(after.mass);
    bestMass = Math.max(bestMass, mass);
    score.value = String(mass);
    best.value = String(bestMass);
    cells.value = after.cells > 1 ? `${after.cells} cells` : "";
  }

  function liveOrDie(isAliveNow: boolean): void {
    if (isAliveNow === isAlive) return;
    isAlive = isAliveNow;
    if (isAlive) {
      hasLived = true;
      isWatching = isWaiting = false;
      parts.sounds.play("spawn");
      parts.announcer.say("You are in the arena.");
    } else {
      parts.sounds.play("death");
    }
  }

  const hearers: Readonly<Record<string, (message: never) => void>> = {
    [MessageName.chatLine](line: ChatLine) {
      parts.chat.add(line, parts.colorOf(line.color));
      if (line.player !== own) parts.sounds.play("chat");
    },
    [MessageName.deaths]: (deaths: Deaths) => parts.feed.add(deaths, own),
    [MessageName.minimap]: ({ dots }: Minimap) => parts.minimap.take(dots),
    [MessageName.rank]: (rank: Rank) => parts.leaderboard.showRank(rank),
    [MessageName.life](life: LifeSummary) {
      parts.announcer.say(`${parts.death.fill(life)} Top mass ${life.topMass}.`);
    },
    [MessageName.watching](message: Watching) {
      watching = message;
      parts.view.watch(message);
    },
    [MessageName.refused]({ message, field, reason }: Refusal) {
      if (message === MessageName.chat || message === MessageName.spectate || message === SPAWN)
        parts.chat.note(reason);
      else if (message === MessageName.respawn) {
        parts.chat.note(reason);
        parts.death.open();
      } else console.warn(`The server refused "${message}": ${field} ${reason}`);
    },
  };

  return {
    get isAlive() {
      return isAlive;
    },
    begin(isNew) {
      parts.view.restart(isNew);
      if (!isNew) return;
      hasLived = isAlive = isWatching = isWaiting = false;
      bestMass = 0;
      before = { cells: 0, mass: 0 };
      parts.leaderboard.showRank({ rank: 0, of: 0 });
      parts.minimap.take(new Uint8Array());
      parts.chat.clear();
    },
    take(state, sessionId) {
      const player = state.players.get(sessionId);
      own = player?.number ?? 0;
      hasRounds = state.round.phase !== "";
      alive = [];
      for (const { number, alive: lives } of state.players.values()) if (lives) alive.push(number);
      parts.view.take(state, own);
      measure(state);
      liveOrDie(player?.alive ?? false);
      parts.leaderboard.show(state.leaderboard, own, player?.team ?? 0);
      parts.round.show(state.round);
      const phase = phaseNow(player === undefined);
      if (phase === "watching") {
        const name = parts.view.scene.players.get(watching.player)?.name ?? "";
        parts.watchBar.show(watching, name, player !== undefined && !isWatching);
      }
      parts.showPhase(phase);
    },
    hear: (name, message) => hearers[name]?.(message as never),
    waitToPlay() {
      isWatching = false;
      if (!hasRounds) return;
      isWaiting = true;
      parts.watch("leader");
    },
    watch(wish) {
      isWatching = true;
      parts.watch(wish === "next" ? nextPlayer(alive, watching.player) || "leader" : wish);
    },
  };
}
