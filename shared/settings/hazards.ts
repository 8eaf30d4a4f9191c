import { BOOST_DISTANCE } from "../formulas.ts";
import { choice, decimal, toggle, whole } from "./setting.ts";

/** Viruses and mother cells. */
export const hazardSettings = {
  virusRadius: decimal(100, 1, 4000, "u", "Radius of a virus."),
  viruses: whole(30, 0, 5000, "viruses", "Viruses that the world keeps at least."),
  virusLimit: whole(90, 0, 10_000, "viruses", "Most viruses; with so many none can be fed."),
  virusFeeds: whole(7, 1, 1000, "feeds", "The feed with which a virus shoots a new one."),
  virusFed: choice(["shoot", "push"], "What ejected mass does to a virus: it makes it shoot, or pushes it."),
  virusShotDistance: decimal(BOOST_DISTANCE, 0, 10_000, "u", "How far a shot virus flies."),
  virusPushDistance: decimal(120, 0, 10_000, "u", "How far one piece pushes a virus."),
  virusPopEqual: toggle(false, "Whether a cell always bursts into equal pieces."),
  motherCellRadius: decimal(149, 1, 4000, "u", "Radius of a mother cell at rest."),
  motherCellMaxRadius: decimal(1500, 1, 8000, "u", "Radius at which a mother cell stops to grow."),
  motherCells: whole(0, 0, 1000, "cells", "Mother cells that the world keeps."),
  motherCellPellets: whole(96, 0, 1000, "pellets", "Most pellets of its own about a mother cell."),
  motherCellPelletsPerTick: whole(1, 0, 100, "1/tick", "Pellets that a mother cell sheds while it is oversize."),
  motherCellPelletChance: decimal(0.025, 0, 1, "1/tick", "Chance that a mother cell makes a pellet of nothing."),
  motherCellPelletDistance: decimal(90, 0, 10_000, "u", "How far a mother cell's pellet flies."),
};
