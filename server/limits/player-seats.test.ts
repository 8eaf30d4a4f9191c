import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPlayerSeats } from "./player-seats.ts";

const KEPT_FOR = 8000;
/** The seat of a client that has not come is given back after this time at the latest. */
const LONG = KEPT_FOR + 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a seat counts from when it is asked for until its client has left", () => {
  const refused = vi.fn();
  const seats = createPlayerSeats(1, KEPT_FOR, refused);
  seats.ask("a")?.reserved("one");
  expect(seats.ask("a")).toBeUndefined();
  expect(refused.mock.calls).toEqual([["players_per_address", { address: "a" }]]);
  expect(seats.join("one", "a")).toBe(true);
  vi.advanceTimersByTime(10 * LONG);
  expect(seats.counts.countOf("a")).toBe(1);
  seats.leave("one");
  expect(seats.counts.total).toBe(0);
});

test("a seat that no room has, or that nobody comes for, is given back", () => {
  const seats = createPlayerSeats(1, KEPT_FOR, () => {});
  seats.ask("a")?.refused();
  expect(seats.counts.total).toBe(0);
  seats.ask("a")?.reserved("one");
  vi.advanceTimersByTime(KEPT_FOR);
  expect(seats.counts.total).toBe(1);
  vi.advanceTimersByTime(LONG - KEPT_FOR);
  expect(seats.counts.total).toBe(0);
});

test("a seat that another process gave counts when its client comes, by the address that it comes from", () => {
  const seats = createPlayerSeats(1, KEPT_FOR, () => {});
  expect(seats.join("one", "a")).toBe(true);
  expect(seats.join("two", "a")).toBe(false);
  seats.leave("two");
  expect(seats.counts.countOf("a")).toBe(1);
  seats.leave("one");
  expect(seats.counts.total).toBe(0);
});

test("whatever happens in whatever order, no address has more than it may, and all is given back at the end", () => {
  const what = fc.constantFrom("ask", "reserve", "refuse", "join", "joinFromElsewhere", "leave", "wait");
  const step = fc.record({ what, pick: fc.nat(), key: fc.constantFrom("a", "b") });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 80 }), (most, steps) => {
      const seats = createPlayerSeats(most, KEPT_FOR, () => {});
      const asked: NonNullable<ReturnType<typeof seats.ask>>[] = [];
      const sessions: string[] = [];
      const next = () => `session ${sessions.length}`;
      for (const { what, pick, key } of steps) {
        const session = sessions[pick % Math.max(1, sessions.length)] ?? "none";
        if (what === "ask") {
          const seat = seats.ask(key);
          if (seat) asked.push(seat);
        } else if (what === "reserve" && asked.length > 0) {
          const name = next();
          sessions.push(name);
          asked.splice(pick % asked.length, 1)[0].reserved(name);
        } else if (what === "refuse" && asked.length > 0) asked.splice(pick % asked.length, 1)[0].refused();
        else if (what === "join") seats.join(session, key);
        else if (what === "joinFromElsewhere") {
          const name = next();
          if (seats.join(name, key)) sessions.push(name);
        } else if (what === "leave") seats.leave(session);
        else if (what === "wait") vi.advanceTimersByTime(pick % LONG);
        for (const each of ["a", "b"]) expect(seats.counts.countOf(each)).toBeLessThanOrEqual(most);
      }
      for (const seat of asked) seat.refused();
      for (const session of [...sessions, "none"]) seats.leave(session);
      expect([seats.counts.total, seats.counts.addresses]).toEqual([0, 0]);
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});
