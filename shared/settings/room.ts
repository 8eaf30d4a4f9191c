import { SPECTATOR_SCALE, VIEW_HEIGHT, VIEW_WIDTH } from "../formulas.ts";
import { decimal, toggle, whole } from "./setting.ts";

/** With more, the page could not show far bodies where they are while it waits for them. */
const MOST_FAR_UPDATE_TICKS = 4;

/** The room, who is in it, and what they see. */
export const roomSettings = {
  worldSize: decimal(14_142, 1000, 100_000, "u", "Side of the square world."),
  bots: whole(20, 0, 1000, "bots", "Bots that play on the server."),
  minions: whole(0, 0, 20, "bots", "Minions of each player: bots that go where it points, and leave when it does."),
  seed: whole(1, 0, 4_294_967_295, "", "Seed of the room's randomness: the same seed and inputs give the same game."),
  maxClients: whole(200, 1, 1000, "clients", "Most clients in a room."),
  reconnectionSeconds: decimal(
    60,
    0,
    600,
    "s",
    "Time for which a lost connection's player is kept, and its cells stand still.",
  ),
  leftCellsSeconds: decimal(
    60,
    0,
    600,
    "s",
    "Time for which the cells of one who has gone stay, without control; counted from when the connection was lost.",
  ),
  viewWidth: decimal(VIEW_WIDTH, 100, 20_000, "u", "Width of what a player with small cells sees."),
  viewHeight: decimal(VIEW_HEIGHT, 100, 20_000, "u", "Height of what a player with small cells sees."),
  viewMinScale: decimal(
    0,
    0,
    1,
    "",
    "The view never widens to more than its size divided by this; 0 for no such limit.",
  ),
  farUpdateTicks: whole(
    1,
    1,
    MOST_FAR_UPDATE_TICKS,
    "patches",
    "Bodies farther from the middle of a view than half its height are sent once in so many patches, which saves bytes; 1 for every patch. A patch is sent every tick, but every second tick while a room sheds much load. One's own cells are in every patch.",
  ),
  shedLoad: toggle(true, "Whether a room does less for bots and sends fewer patches while its ticks cost too much."),
  minimapsPerSecond: decimal(2, 0, 25, "1/s", "How often the minimap is sent; 0 for none."),
  chat: toggle(true, "Whether players may write to each other."),
  chatBurst: whole(4, 1, 100, "messages", "Messages that a player may write in a row."),
  chatSeconds: decimal(3, 0.04, 600, "s", "Time after which one more may be written."),
  spectatorScale: decimal(SPECTATOR_SCALE, 0.05, 1, "", "View scale of one who has no cells."),
  cellLimit: whole(4096, 1, 100_000, "cells", "Most cells in the room: beyond it nothing splits, pops or spawns."),
};
