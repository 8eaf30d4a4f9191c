/** Notes what a room's tick took and sent, while somebody looks; passes everything on to the room's own timer. */
import { PHASES, type Phase, type PhaseTimer } from "../../../shared/phases.ts";

/** What is timed of a tick: `T` is what its end gives. */
interface Timer<T> extends PhaseTimer {
  begin(): void;
  end(): T;
}

export interface TickProbe<T = void> {
  /** To be used in place of the room's own timer. */
  readonly timer: Timer<T>;
  /** To be told of each patch that is sent. */
  patchSent(bytes: number): void;
  /** While false, nothing is noted and no clock is read. */
  isOn: boolean;
  /** Of the last tick: µs by phase in the order of PHASES, and bytes of all patches. */
  readonly microseconds: Float64Array;
  readonly bytes: number;
}

const PLACE_OF_PHASE = Object.fromEntries(PHASES.map((phase, place) => [phase, place])) as Record<Phase, number>;

/** @param own the room's timer, if it has one */
export function createTickProbe(): TickProbe;
export function createTickProbe<T>(own: Timer<T>): TickProbe<T>;
export function createTickProbe<T>(own?: Timer<T>): TickProbe<T | undefined> {
  const microseconds = new Float64Array(PHASES.length);
  let markedAt = 0;
  let bytes = 0;
  const probe = {
    isOn: false,
    microseconds,
    get bytes() {
      return bytes;
    },
    timer: {
      begin() {
        own?.begin();
        if (!probe.isOn) return;
        microseconds.fill(0);
        bytes = 0;
        markedAt = performance.now();
      },
      mark(phase: Phase) {
        own?.mark(phase);
        if (!probe.isOn) return;
        const now = performance.now();
        microseconds[PLACE_OF_PHASE[phase]] += (now - markedAt) * 1000;
        markedAt = now;
      },
      end: () => own?.end(),
    },
    patchSent(size: number) {
      if (probe.isOn) bytes += size;
    },
  };
  return probe;
}
