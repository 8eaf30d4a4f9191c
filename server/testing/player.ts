import { Client, type Room } from "@colyseus/sdk";
import { MessageName } from "../../shared/message-names.ts";
import type { Input, JoinOptions } from "../../shared/messages.ts";
import { type ArenaState, type Body, BodyKind, RADIUS_UNIT } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";

/** A condition that has not come true after this time (ms) never will: the test fails and says which it was. */
const PATIENCE = 20_000;

/** A test's player: the real SDK, with what a player sees in world units. */
export interface TestPlayer {
  readonly room: Room<unknown, ArenaState>;
  /** The ticks of all patches received since joining, the full state's first. */
  readonly ticks: readonly number[];
  /** The messages of a name that have come since it joined, but for those that a handler of the test's own takes. */
  heard<T>(name: string): readonly T[];
  /** Resolves at the first patch after which `condition` holds. */
  until(what: string, condition: () => boolean): Promise<void>;
  /** What it sees at exactly this tick, which has not come yet. */
  at(tick: number): Promise<{ bodies: Map<string, SeenBody>; cells: SeenBody[] }>;
  send(input: Partial<Input>): void;
  /** Own cells in view. */
  cells(): SeenBody[];
  /** All bodies in view, by key. */
  bodies(): Map<string, SeenBody>;
  leave(): Promise<void>;
}

/** A body in world units. */
export interface SeenBody {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: number;
  readonly owner: number;
}

/** @param options of the join, beside the version and the name. */
export async function joinArena(
  url: string,
  name: string,
  roomName = "arena",
  options: Partial<JoinOptions> = {},
): Promise<TestPlayer> {
  const client = new Client(url);
  const room = await client.joinOrCreate<ArenaState>(roomName, { version: PROTOCOL_VERSION, name, ...options });
  const messages: { name: string | number; message: unknown }[] = [];
  room.onMessage("*", (name, message) => messages.push({ name, message }));
  // By default the SDK reconnects only those who have been connected for five seconds.
  room.reconnection.minUptime = 0;
  const ticks: number[] = [];
  const waiting = new Set<() => void>();
  room.onStateChange((state) => {
    ticks.push(state.tick);
    for (const check of [...waiting]) check();
  });

  function until(what: string, condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(new Error(`${name} waited in vain until ${what}`))), PATIENCE);
      const check = () => {
        try {
          if (condition()) finish(resolve);
        } catch (error) {
          finish(() => reject(error as Error));
        }
      };
      const finish = (end: () => void) => {
        clearTimeout(timer);
        waiting.delete(check);
        end();
      };
      waiting.add(check);
    });
  }

  function seen(key: string, body: Body): SeenBody {
    const unit = room.state.positionUnit;
    const { kind, owner } = body;
    return { key, x: body.x * unit, y: body.y * unit, radius: body.radius * RADIUS_UNIT, kind, owner };
  }

  function bodies(): Map<string, SeenBody> {
    const all = new Map<string, SeenBody>();
    room.state.bodies.forEach((body, key) => {
      all.set(key, seen(key, body));
    });
    return all;
  }

  function cells(): SeenBody[] {
    const own = room.state.players.get(room.sessionId)?.number;
    return [...bodies().values()].filter((body) => body.kind === BodyKind.cell && body.owner === own);
  }

  const player: TestPlayer = {
    room,
    ticks,
    heard: <T>(name: string) => messages.filter((heard) => heard.name === name).map(({ message }) => message as T),
    until,
    cells,
    bodies,
    async at(tick) {
      let seen = { bodies: bodies(), cells: cells() };
      await until(`tick ${tick} came`, () => {
        if (room.state.tick !== tick) return false;
        seen = { bodies: bodies(), cells: cells() };
        return true;
      });
      return seen;
    },
    send: (input) => room.send(MessageName.input, { x: 0, y: 0, split: false, eject: false, ...input }),
    async leave() {
      await room.leave();
    },
  };
  await until("the first patch came", () => room.state.tick > 0);
  return player;
}

/** The first number in `ticks` that does not follow the one before it; undefined when all do. */
export function firstGap(ticks: readonly number[]): string | undefined {
  for (let i = 1; i < ticks.length; i++) {
    if (ticks[i] !== ticks[i - 1] + 1) return `${ticks[i - 1]} is followed by ${ticks[i]}`;
  }
  return undefined;
}
