/** What the page says in words and numbers, over the arena: who leads, own mass, ping, and the start, death and loss screens. */
import { LEADERBOARD_LENGTH, type LeaderboardEntry } from "../../shared/state.ts";

/** What the player is doing; the page's style follows it. */
export type Phase = "start" | "playing" | "dead" | "gone";

export interface Hud {
  /** Called with the name that was typed, once the player wants to play. */
  onPlay(handler: (name: string) => void): void;
  onAgain(handler: () => void): void;
  showPhase(phase: Phase): void;
  /** The word over everything while the phase is "gone". */
  showNotice(text: string): void;
  /** Ready for a name again; `refusal` says why the last one was not accepted, if so. */
  showStartForm(refusal: string): void;
  /** Total mass of the own cells. */
  showMass(mass: number): void;
  showPing(milliseconds: number): void;
  /** The heaviest players, heaviest first; `ownNumber` is marked. */
  showLeaderboard(entries: Iterable<LeaderboardEntry>, ownNumber: number): void;
}

export function createHud(): Hud {
  const form = element("join", HTMLFormElement);
  const name = element("name", HTMLInputElement);
  const play = element("play", HTMLButtonElement);
  const refusal = element("refusal", HTMLElement);
  const again = element("again", HTMLButtonElement);
  const notice = element("notice", HTMLElement);
  const score = element("score", HTMLOutputElement);
  const best = element("best", HTMLOutputElement);
  const final = element("final", HTMLOutputElement);
  const ping = element("ping", HTMLOutputElement);
  const leaderboard = element("leaderboard", HTMLElement);
  let bestMass = 0;
  let shownEntries = "";
  name.focus();

  return {
    onPlay(handler) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        play.disabled = true;
        refusal.textContent = "";
        handler(name.value);
      });
    },
    onAgain(handler) {
      again.addEventListener("click", () => {
        // The server spawns nobody under a cell, which can take a while in a crowded arena.
        again.disabled = true;
        again.textContent = "Looking for a safe place …";
        handler();
      });
    },
    showPhase(phase) {
      if (document.body.dataset.phase === phase) return;
      document.body.dataset.phase = phase;
      // Space and W are the game's now, and must not press a button that still has the focus.
      if (phase === "playing" && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      if (phase === "dead") {
        again.disabled = false;
        again.textContent = "Play again";
        again.focus();
      }
    },
    showNotice(text) {
      notice.textContent = text;
    },
    showStartForm(reason) {
      play.disabled = false;
      refusal.textContent = reason;
      name.focus();
    },
    showMass(mass) {
      const rounded = Math.round(mass);
      score.value = String(rounded);
      if (rounded > 0) final.value = String(rounded);
      bestMass = Math.max(bestMass, rounded);
      best.value = String(bestMass);
    },
    showPing(milliseconds) {
      ping.value = String(milliseconds);
    },
    showLeaderboard(entries, ownNumber) {
      const lines = Array.from(entries).slice(0, LEADERBOARD_LENGTH);
      const signature = `${ownNumber} ${lines.map(({ player, name, mass }) => `${player} ${name} ${mass}`).join("\n")}`;
      if (signature === shownEntries) return;
      shownEntries = signature;
      leaderboard.replaceChildren(...lines.map((entry) => leaderboardLine(entry, entry.player === ownNumber)));
    },
  };
}

function leaderboardLine(entry: LeaderboardEntry, isOwn: boolean): HTMLElement {
  const line = document.createElement("li");
  line.classList.toggle("own", isOwn);
  const name = document.createElement("span");
  name.className = "name";
  name.textContent = entry.name;
  const mass = document.createElement("span");
  mass.textContent = String(entry.mass);
  line.append(name, mass);
  return line;
}

/** The element of index.html with this id. Throws when it is missing or of another kind. */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html must have a ${kind.name} with the id "${id}".`);
  return found;
}
