import { massOf } from "../../shared/formulas.ts";
import { MessageName } from "../../shared/message-names.ts";
import { readDots } from "../../shared/minimap.ts";
import type { Minimap } from "../../shared/news.ts";
import { BodyKind } from "../../shared/state.ts";
import { joinArena, type SeenBody, type TestPlayer } from "./player.ts";

/** A hunter goes for its prey once it has this many times its mass: enough to eat it. */
const ENOUGH = 1.6;

/** A player who grows on pellets, then finds the player `preyName` and eats it. Leaves once told to. */
export async function joinHunter(url: string, preyName: string): Promise<TestPlayer> {
  const hunter = await joinArena(url, "Hunter");
  let prey = 0;
  let where: { x: number; y: number } | undefined;
  hunter.room.onMessage(MessageName.minimap, ({ dots }: Minimap) => {
    const side = hunter.room.state.worldSize;
    const dot = readDots(dots).find(({ number }) => number === prey);
    where = dot && { x: dot.x * side, y: dot.y * side };
  });
  hunter.room.onMessage("*", () => {});
  hunter.room.onStateChange((state) => {
    prey = [...state.players.values()].find(({ name }) => name === preyName)?.number ?? 0;
    const [own] = hunter.cells();
    if (!own) return hunter.room.send(MessageName.respawn, {});
    const bodies = [...hunter.bodies().values()];
    const seen = bodies.filter(({ kind, owner }) => kind === BodyKind.cell && owner === prey);
    const isReady =
      seen.length === 0 || massOf(own.radius) > ENOUGH * Math.max(...seen.map(({ radius }) => massOf(radius)));
    const goal = isReady ? (nearest(seen, own) ?? where) : undefined;
    const food =
      goal ??
      nearest(
        bodies.filter(({ kind }) => kind === BodyKind.pellet),
        own,
      );
    if (food) hunter.send({ x: food.x, y: food.y });
  });
  return hunter;
}

function nearest(bodies: readonly SeenBody[], from: SeenBody): SeenBody | undefined {
  const distance = (body: SeenBody) => Math.hypot(body.x - from.x, body.y - from.y);
  return bodies.reduce<SeenBody | undefined>(
    (best, body) => (best && distance(best) <= distance(body) ? best : body),
    undefined,
  );
}
