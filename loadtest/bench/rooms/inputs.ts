/** What a crowd's clients send: each aims anywhere in the world, and presses its buttons in every second input. */
import type { Input } from "../../../shared/messages.ts";
import { createRandom } from "../../../shared/random.ts";

export interface Steering {
  readonly clients: number;
  /** Of each client. */
  readonly inputsPerSecond: number;
  /** In u: where clients aim. */
  readonly worldSize: number;
  /** Buttons that are down in every second input of a client. */
  readonly presses?: readonly ("split" | "eject")[];
}

/** Whose turn it is, and what that client sends. */
export interface Turn {
  /** From 0 on. */
  readonly client: number;
  readonly input: Input;
}

/**
 * The turns of all clients, spread evenly over the time between two of one client.
 *
 * @returns gives each turn that has come by `elapsed` milliseconds since the start, once
 */
export function createTurns(steering: Steering): (elapsed: number) => Generator<Turn> {
  const { clients, inputsPerSecond, worldSize, presses = [] } = steering;
  const random = createRandom(1);
  const perMillisecond = (clients * inputsPerSecond) / 1000;
  let taken = 0;
  return function* turnsBy(elapsed) {
    for (const due = elapsed * perMillisecond; taken < due; ) {
      const [x, y] = [random.between(0, worldSize), random.between(0, worldSize)];
      const isDown = Math.floor(taken / clients) % 2 === 0;
      const client = taken++ % clients;
      const split = isDown && presses.includes("split");
      yield { client, input: { x, y, split, eject: isDown && presses.includes("eject") } };
    }
  };
}
