import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { TestPlayer } from "./player.ts";
import type { Truth } from "./truth-server.ts";

/** Compares what a player holds with what truth-server.ts says that it should hold, again and again while it plays. */
export interface TruthCheck {
  /** How often they were compared, and were the same. */
  readonly compared: number;
  /** Bodies in those that were held as they had been in an earlier tick, as far ones may be. */
  readonly late: number;
  /** A player on a bad line may be told of a tick whose patch was skipped: such a truth is not compared then. Default false. */
  isOnBadLine: boolean;
  /** Throws what was wrong, if anything was. */
  verify(): void;
  stop(): void;
}

/** @param interval patches of the player from one question to the next. */
export function checkTruth(player: TestPlayer, interval = 1): TruthCheck {
  const { room } = player;
  let patches = 0;
  let failure: unknown;
  /** The tick of the last full state after a reconnection: it may leave out bodies, which the next patch brings. */
  let fullStateAt = -1;
  let hasReconnected = false;

  const check = {
    compared: 0,
    late: 0,
    isOnBadLine: false,
    verify() {
      if (failure) throw failure;
    },
    stop() {
      stopListening();
      room.onStateChange.remove(ask);
      room.onReconnect.remove(noteReconnection);
    },
  };

  function compare(truth: Truth): void {
    const { tick } = room.state;
    if (truth.tick === fullStateAt || (check.isOnBadLine && truth.tick > tick)) return;
    const held: Record<string, object> = {};
    room.state.bodies.forEach(({ x, y, radius, kind, color, owner }, key) => {
      held[key] = { x, y, radius, kind, color, owner };
    });
    assert.equal(tick, truth.tick);
    for (const [key, earlier] of Object.entries(truth.late)) {
      const body = held[key];
      if (isDeepStrictEqual(body, truth.bodies[key]) || !earlier.some((each) => isDeepStrictEqual(each, body)))
        continue;
      truth.bodies[key] = body;
      check.late++;
    }
    assert.deepEqual(held, truth.bodies);
    check.compared++;
  }

  const stopListening = room.onMessage("truth", (truth: Truth) => {
    try {
      compare(truth);
    } catch (error) {
      failure ??= error;
    }
  });
  const ask = () => {
    if (hasReconnected) fullStateAt = room.state.tick;
    hasReconnected = false;
    if (patches++ % interval === 0) room.send("truth");
  };
  const noteReconnection = () => {
    hasReconnected = true;
  };
  room.onStateChange(ask);
  room.onReconnect(noteReconnection);
  return check;
}
