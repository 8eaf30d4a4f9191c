import { expect, test } from "vitest";
import { type Frame, framesOf, framesThatCount, medianCost, type TraceEvent } from "./frames.ts";

const MAIN = 1;

function event(name: string, ts: number, tdur: number, tid = MAIN): TraceEvent {
  return { name, ts, tdur, tid };
}

function drawn(ts: number, bodies: number): TraceEvent {
  return { name: "TimeStamp", ts, tid: MAIN, args: { data: { message: `drawn ${bodies}` } } };
}

test("a frame takes its callback's time and that of the messages since the frame before", () => {
  const events = [
    // Traces come out of order.
    event("FireAnimationFrame", 300, 2000),
    event("FireAnimationFrame", 100, 1000),
    drawn(110, 950),
    event("WebSocketReceive", 200, 500),
    event("WebSocketReceive", 250, 250),
    event("WebSocketReceive", 260, 9000, MAIN + 1),
    drawn(310, 1010),
    event("WebSocketReceive", 400, 500),
    event("Layout", 410, 3000),
    event("FireAnimationFrame", 500, 100),
  ];
  expect(framesOf(events)).toEqual([
    { milliseconds: 1, bodies: 950 },
    { milliseconds: 2.75, bodies: 1010 },
    { milliseconds: 0.6, bodies: 0 },
  ]);
  expect(framesOf([])).toEqual([]);
});

test("the quarter of the frames counts that shows nearest to a thousand bodies, none of the minimap alone", () => {
  const frames: Frame[] = [1400, 1010, 500, 980, 3, 0, 1200, 700, 100, 1300].map((bodies, i) => ({
    milliseconds: i,
    bodies,
  }));
  expect(framesThatCount(frames).map(({ bodies }) => bodies)).toEqual([1010, 980]);
  expect(medianCost(frames)).toBe(2);
  expect(medianCost([{ milliseconds: 5, bodies: 4 }])).toBeNaN();
});
