/** What the server offers before one has joined: its modes, its rooms and its skins, from its REST routes. */

export interface ModeOffer {
  name: string;
  title: string;
  description: string;
  players: number;
  rooms: number;
}

export interface RoomOffer {
  roomId: string;
  clients: number;
  maxClients: number;
  mode: string;
}

export interface Skin {
  name: string;
  url: string;
}

export interface Lobby {
  /** The name of the mode that one plays who does not choose. */
  defaultMode: string;
  modes: ModeOffer[];
  rooms: RoomOffer[];
}

/** Modes with their rooms. Throws when the server does not answer. */
export async function fetchLobby(): Promise<Lobby> {
  const [{ default: defaultMode, modes }, { rooms }] = await Promise.all([
    fetchJson<{ default: string; modes: ModeOffer[] }>("/api/modes"),
    fetchJson<{ rooms: (Omit<RoomOffer, "mode"> & { name: string; metadata: { mode?: string } | null })[] }>(
      "/api/rooms",
    ),
  ]);
  return {
    defaultMode,
    modes,
    rooms: rooms
      .filter(({ name }) => name === "arena")
      .map(({ roomId, clients, maxClients, metadata }) => ({
        roomId,
        clients,
        maxClients,
        mode: metadata?.mode ?? defaultMode,
      })),
  };
}

export async function fetchSkins(): Promise<Skin[]> {
  return (await fetchJson<{ skins: Skin[] }>("/api/skins")).skins;
}

async function fetchJson<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return (await response.json()) as Answer;
}
