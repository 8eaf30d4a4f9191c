import { MessageName } from "../../shared/message-names.ts";
import { createRandom } from "../../shared/random.ts";
import type { TestPlayer } from "./player.ts";

/**
 * With each patch it steers to a spot for a while, splits and ejects now and then, and begins anew when it has died.
 * @param worldSize side of the world, in u
 */
export function playAlone({ room, send }: TestPlayer, seed: number, worldSize: number): void {
  const random = createRandom(seed);
  let target = { x: 0, y: 0 };
  room.onStateChange(({ tick, players }) => {
    if (players.get(room.sessionId)?.alive === false && tick % 10 === 0) room.send(MessageName.respawn, {});
    if (random.integer(50) === 0) target = { x: random.between(0, worldSize), y: random.between(0, worldSize) };
    send({ ...target, split: random.integer(60) === 0, eject: random.integer(30) === 0 });
  });
}
