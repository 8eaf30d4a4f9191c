/** The modes with how many play each, and the rooms of the one that is chosen. */
import { element, make } from "../element.ts";
import { fetchLobby, type Lobby, type ModeOffer } from "../lobby.ts";
import { makeChoice } from "./choice.ts";

/** Milliseconds between two looks at what the server offers, while the menu is open. */
const REFRESH_INTERVAL = 5000;

export interface ModePicker {
  /** The chosen room's id; "" for any. */
  readonly roomId: string;
  /** Keeps the offers up to date until close(). */
  open(): void;
  close(): void;
}

export interface ModeStore {
  read(): string;
  write(mode: string): void;
}

export function createModePicker(chosen: ModeStore): ModePicker {
  const box = element("modes", HTMLElement);
  const rooms = element("room", HTMLSelectElement);
  let lobby: Lobby | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let shown = "";

  async function refresh(): Promise<void> {
    try {
      lobby = await fetchLobby();
      showModes(lobby);
      showRooms(lobby);
    } catch {
      if (!lobby) box.replaceChildren(make("p", "quiet", "The server does not answer yet. Still trying …"));
    }
    box.removeAttribute("aria-busy");
    if (isOpen) timer = setTimeout(refresh, REFRESH_INTERVAL);
  }

  function modeOf({ modes, defaultMode }: Lobby): string {
    const mode = chosen.read();
    return modes.some(({ name }) => name === mode) ? mode : defaultMode;
  }

  function showModes(offer: Lobby): void {
    const signature = offer.modes.map(({ name }) => name).join();
    const mode = modeOf(offer);
    if (signature !== shown) {
      shown = signature;
      box.replaceChildren(...offer.modes.map((one) => makeMode(one, one.name === mode)));
    }
    for (const one of offer.modes) {
      const count = box.querySelector(`[data-count="${CSS.escape(one.name)}"]`);
      if (count) count.textContent = playersOf(one);
    }
  }

  function makeMode({ name, title, description }: ModeOffer, isChosen: boolean): HTMLElement {
    const { label, radio } = makeChoice("mode", name, isChosen, "mode");
    radio.addEventListener("change", () => {
      chosen.write(name);
      rooms.value = "";
      if (lobby) showRooms(lobby);
    });
    const count = make("span", "count");
    count.dataset.count = name;
    label.append(make("b", "", title), count, make("small", "", description));
    return label;
  }

  function showRooms(offer: Lobby): void {
    const mode = modeOf(offer);
    const before = rooms.value;
    const own = offer.rooms.filter((room) => room.mode === mode);
    const options = own.map(({ roomId, clients, maxClients }, index) => {
      const option = new Option(`Room ${index + 1}: ${clients} of ${maxClients} places taken`, roomId);
      option.disabled = clients >= maxClients;
      return option;
    });
    const any = own.length === 0 ? "A new one: nobody plays this yet" : "Any with a free place";
    // A list that is open would close.
    if (document.activeElement === rooms) return;
    rooms.replaceChildren(new Option(any, ""), ...options);
    rooms.value = own.some(({ roomId }) => roomId === before) ? before : "";
  }

  return {
    get roomId() {
      return rooms.value;
    },
    open() {
      if (isOpen) return;
      isOpen = true;
      void refresh();
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

function playersOf({ players }: ModeOffer): string {
  if (players === 0) return "nobody yet";
  return players === 1 ? "1 plays" : `${players} play`;
}
