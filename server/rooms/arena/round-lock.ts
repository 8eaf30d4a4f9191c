import type { Room } from "@colyseus/core";

export interface RoundLock {
  /** To be called each tick. @param isClosed whether a round is played that lets nobody in */
  update(isClosed: boolean): void;
}

/** Keeps a room from being offered while a round is played: whoever comes then is better off in another room. */
export function createRoundLock(room: Room): RoundLock {
  let wasClosed = false;
  return {
    update(isClosed) {
      if (isClosed === wasClosed) return;
      wasClosed = isClosed;
      // With `maxClients`, since `unlock` would offer seats also in a room that is full. Rejected only when the room is about to go.
      room.setMatchmaking({ locked: isClosed, maxClients: room.maxClients }).catch(() => {});
    },
  };
}
