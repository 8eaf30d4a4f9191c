/** A way to make each viewer's frame, at work on a scene of its own. */
export interface Contestant {
  readonly name: string;
  /** What is timed. @returns bytes of all frames */
  run(): number;
  /** The frames of the first CHECKED_VIEWERS viewers that the last `run` made. They stay as they are. */
  framesToCheck(): Uint8Array[];
  /**
   * Whether the clients of those viewers, given their frames of all ticks since the last call, hold what they should see now.
   * Not timed.
   */
  check(ticks: readonly Uint8Array[][]): boolean;
}

/** How many viewers' frames are decoded and compared. */
export const CHECKED_VIEWERS = 5;
