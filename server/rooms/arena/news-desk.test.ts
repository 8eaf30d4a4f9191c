import { type Client, ClientState, type Room } from "@colyseus/core";
import { expect, it } from "vitest";
import { createWordFilter } from "../../../shared/blocked-words.ts";
import { TICK_RATE } from "../../../shared/formulas.ts";
import { readDots } from "../../../shared/minimap.ts";
import type { Minimap } from "../../../shared/news.ts";
import type { Settings } from "../../../shared/settings.ts";
import { ArenaState } from "../../../shared/state.ts";
import { createScene } from "../../arena/test-scene.ts";
import { createNewsDesk } from "./news-desk.ts";
import { createRoster } from "./roster.ts";
import { createSeat, forgetTold, moveCamera, type Seat, seatPlayer } from "./seat.ts";

interface Told {
  readonly name: string;
  readonly message: unknown;
}

/** A desk in a room of clients that write down what they are told. */
function createOffice(overrides: Partial<Settings> = {}) {
  const scene = createScene({ worldSize: 10_000, spawnProtectionSeconds: 0, leftCellsSeconds: 60, ...overrides });
  const { world } = scene;
  const clients: Client[] = [];
  const seats = new Set<Seat>();
  const announced: Told[] = [];
  const broadcast = (name: string, message: unknown) => announced.push({ name, message });
  const room = { clients, broadcast } as unknown as Room;
  const roster = createRoster(new ArenaState(), world);
  const desk = createNewsDesk(room, world, roster);

  function connect(seat: Seat) {
    const told: Told[] = [];
    const client = { state: ClientState.JOINED as number, userData: seat };
    const send = (name: string, message: object) => told.push({ name, message: { ...message } });
    clients.push({ ...client, send } as unknown as Client);
    return { told, client: clients[clients.length - 1] };
  }

  return {
    ...scene,
    roster,
    announced,
    connect,
    spectator() {
      const seat = createSeat(world, createWordFilter([]), { name: "", color: undefined, skin: "" });
      seats.add(seat);
      return seat;
    },
    player(name: string, x: number, radius: number) {
      const player = scene.place({ x, y: 1000, radius });
      player.name = name;
      roster.add(name, player, "");
      const seat = this.spectator();
      seatPlayer(seat, player);
      return { player, seat };
    },
    disconnect(client: Client) {
      clients.splice(clients.indexOf(client), 1);
    },
    /** Ticks, as the room runs them. */
    tick(times = 1) {
      for (let i = 0; i < times; i++) {
        scene.step();
        for (const seat of seats) moveCamera(seat);
        roster.update();
        desk.send(seats, (client) => client.userData as Seat);
      }
    },
  };
}

const named = (told: readonly Told[], name: string) =>
  told.filter((news) => news.name === name).map(({ message }) => message);

it("tells all who ate whom, and the eaten what its life was", () => {
  const office = createOffice();
  const ann = office.player("Ann", 1000, 300);
  const bob = office.player("Bob", 5000, 100);
  const [annsNews, bobsNews] = [office.connect(ann.seat), office.connect(bob.seat)];
  office.tick(2 * TICK_RATE);
  office.simulation.space.teleport(bob.player.cells.ids[0], 1010, 1000);
  office.tick();
  expect(named(office.announced, "deaths")).toEqual([
    { deaths: [{ player: bob.player.number, name: "Bob", by: ann.player.number, byName: "Ann" }] },
  ]);
  expect(named(bobsNews.told, "life")).toEqual([
    { seconds: 2, topMass: 100, topRank: 2, cellsEaten: 0, playersEaten: 0, by: ann.player.number, byName: "Ann" },
  ]);
  expect(named(annsNews.told, "life")).toEqual([]);
  // In the next life of the eater's own, its meal is counted.
  office.world.removePlayer(bob.player.number);
  const giant = office.place({ x: 1010, y: 1000, radius: 1000 });
  office.tick();
  expect(named(annsNews.told, "life")).toMatchObject([
    { topRank: 1, cellsEaten: 1, playersEaten: 1, by: giant.number },
  ]);
});

it("tells one who finds no safe place so, once, until it has come in", () => {
  const office = createOffice({ worldSize: 1000 });
  const giant = office.place({ x: 500, y: 500, radius: 1400 });
  const seat = office.spectator();
  seatPlayer(seat, office.world.addPlayer("Ann", false));
  const { told } = office.connect(seat);
  const refusals = () => named(told, "refused");
  office.tick(TICK_RATE);
  expect(refusals()).toEqual([{ message: "spawn", field: "", reason: expect.stringContaining("no safe place") }]);
  forgetTold(seat);
  office.tick();
  expect(refusals()).toHaveLength(2);
  office.world.removePlayer(giant.number);
  office.simulation.space.teleport(giant.cells.ids[0], 900, 900);
  office.simulation.space.resize(giant.cells.ids[0], 100);
  office.tick(3);
  expect(seat.player?.alive).toBe(true);
  expect(refusals()).toHaveLength(2);
});

it("names one who has left, when its cells are eaten", () => {
  const office = createOffice();
  const ann = office.player("Ann", 1000, 300);
  const bob = office.player("Bob", 5000, 100);
  office.tick();
  office.world.removePlayer(bob.player.number);
  office.tick();
  office.simulation.space.teleport(bob.player.cells.ids[0], 1010, 1000);
  office.tick();
  expect(named(office.announced, "deaths")).toEqual([
    { deaths: [{ player: bob.player.number, name: "Bob", by: ann.player.number, byName: "Ann" }] },
  ]);
});

it("tells one whose connection was lost, once it is back, who ate it meanwhile", () => {
  const office = createOffice();
  const ann = office.player("Ann", 1000, 300);
  const bob = office.player("Bob", 5000, 100);
  const { client } = office.connect(bob.seat);
  office.tick();
  office.disconnect(client);
  office.simulation.space.teleport(bob.player.cells.ids[0], 1010, 1000);
  office.tick(10 * TICK_RATE);
  const { told } = office.connect(bob.seat);
  forgetTold(bob.seat);
  office.tick(TICK_RATE);
  expect(named(told, "life")).toMatchObject([{ seconds: 0, by: ann.player.number, byName: "Ann" }]);
  expect(named(told, "rank")).toEqual([{ rank: 0, of: 1 }]);
});

it("keeps the news of one who has not yet acknowledged that it is there", () => {
  const office = createOffice();
  office.player("Ann", 1000, 300);
  const { told, client } = office.connect(office.spectator());
  client.state = ClientState.JOINING;
  office.tick(2 * TICK_RATE);
  expect(told).toEqual([]);
  client.state = ClientState.JOINED;
  office.tick(TICK_RATE);
  expect(named(told, "watching")).toMatchObject([{ follow: "leader", player: 1 }]);
  expect(named(told, "rank")).toEqual([{ rank: 0, of: 1 }]);
});

it("tells a rank once a second, and only when it has changed", () => {
  const office = createOffice();
  const ann = office.player("Ann", 1000, 300);
  const bob = office.player("Bob", 5000, 100);
  const { told } = office.connect(bob.seat);
  office.tick(3 * TICK_RATE);
  office.simulation.space.resize(ann.player.cells.ids[0], 50);
  office.tick(TICK_RATE);
  expect(named(told, "rank")).toEqual([
    { rank: 2, of: 2 },
    { rank: 1, of: 2 },
  ]);
});

it.each([
  { minimapsPerSecond: 0, maps: 0 },
  { minimapsPerSecond: 2, maps: 8 },
  { minimapsPerSecond: 25, maps: 100 },
])("draws $minimapsPerSecond minimaps a second, the heaviest first", ({ minimapsPerSecond, maps }) => {
  const office = createOffice({ minimapsPerSecond });
  office.player("Bob", 5000, 100);
  const ann = office.player("Ann", 1000, 300);
  office.tick(4 * TICK_RATE);
  const drawn = named(office.announced, "minimap") as Minimap[];
  expect(Math.abs(drawn.length - maps)).toBeLessThanOrEqual(1);
  if (maps === 0) return;
  const [first, second, ...others] = readDots(drawn[0].dots);
  expect(first).toMatchObject({ number: ann.player.number, color: ann.player.color });
  expect(first.x).toBeCloseTo(0.1, 2);
  expect(second.x).toBeCloseTo(0.5, 2);
  expect(others).toEqual([]);
});
