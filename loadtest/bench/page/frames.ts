/** Which frames of the page count, and what their scripts took by the browser's trace. */
import { median } from "../summary.ts";

export interface Frame {
  readonly milliseconds: number;
  /** Bodies drawn. */
  readonly bodies: number;
}

/** The quarter of the frames that show about so many bodies is what counts: how many are near changes as one swims. */
export const BODIES = 1000;
const SHARE_OF_FRAMES = 0.25;
/** With fewer, a frame has drawn the minimap alone: one that the page leaves out, being late. */
const LEAST_BODIES = 100;

/** The share of the frames whose number of bodies is nearest to BODIES. */
export function framesThatCount(frames: readonly Frame[]): Frame[] {
  const distance = ({ bodies }: Frame) => Math.abs(bodies - BODIES);
  const whole = frames.filter(({ bodies }) => bodies >= LEAST_BODIES);
  whole.sort((a, b) => distance(a) - distance(b));
  return whole.slice(0, Math.ceil(whole.length * SHARE_OF_FRAMES));
}

/** An event of the browser's trace: its name, when it began, and the processor time that it took, in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly args?: { readonly data?: { readonly message?: string } };
  readonly tdur?: number;
  readonly tid: number;
}

/**
 * The frames of the page's main thread, each with the processor time of its callback and of all that sockets called since the
 * one before: other programs on the machine do not count in it, as they do on the clock. The page tells by a time stamp
 * `drawn N` how many bodies a frame has drawn.
 */
export function framesOf(events: readonly TraceEvent[]): Frame[] {
  const isFrame = ({ name }: TraceEvent) => name === "FireAnimationFrame";
  const main = events.find(isFrame)?.tid;
  const frames: { milliseconds: number; bodies: number }[] = [];
  let messages = 0;
  for (const event of events.filter(({ tid }) => tid === main).toSorted((a, b) => a.ts - b.ts)) {
    const milliseconds = (event.tdur ?? 0) / 1000;
    if (event.name === "WebSocketReceive") messages += milliseconds;
    // It lies within the event of its frame, which is the last one begun.
    const [, drawn] = /^drawn (\d+)$/.exec(event.args?.data?.message ?? "") ?? [];
    const frame = frames.at(-1);
    if (drawn && frame) frame.bodies = Number(drawn);
    if (!isFrame(event)) continue;
    frames.push({ milliseconds: milliseconds + messages, bodies: 0 });
    messages = 0;
  }
  return frames;
}

/** Processor time of the scripts of the median frame that counts, in milliseconds; NaN when there was none. */
export function medianCost(frames: readonly Frame[]): number {
  return median(framesThatCount(frames).map(({ milliseconds }) => milliseconds));
}
