import { expect, test } from "vitest";
import { createPresence } from "./presence.ts";

function timed() {
  const time = { now: 0 };
  return { time, presence: createPresence(() => time.now) };
}

test("rates are over the time for which the line was up, from the last restart", () => {
  const { time, presence } = timed();
  presence.patches = 1000;
  time.now = 5000;
  presence.restart();
  presence.patches += 50;
  presence.bytes += 600;
  time.now = 7000;
  presence.pause(time.now);
  presence.pause(time.now + 500);
  time.now = 20_000;
  expect(presence.rates()).toEqual({ patches: 25, bytes: 300 });
  presence.resume(20_000);
  time.now = 21_000;
  presence.patches += 25;
  expect(presence.rates()).toEqual({ patches: 25, bytes: 200 });
});

test("who was there for less than two seconds has no rates", () => {
  const { time, presence } = timed();
  presence.patches = 49;
  time.now = 1999;
  expect(presence.rates()).toBeUndefined();
  time.now = 2000;
  expect(presence.rates()).toEqual({ patches: 24.5, bytes: 0 });
});

test("a line that is down at a restart counts from when it is up", () => {
  const { time, presence } = timed();
  presence.pause(0);
  presence.restart();
  time.now = 3000;
  presence.resume(3000);
  presence.patches = 75;
  time.now = 6000;
  expect(presence.rates()?.patches).toBe(25);
});
