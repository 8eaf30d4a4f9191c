import {
  BOOST_DISTANCE,
  EJECT_INTERVAL,
  EJECT_LOSS_RADIUS,
  EJECT_SPREAD,
  EJECTA_RADIUS,
  SPLIT_MIN_RADIUS,
} from "../formulas.ts";
import { decimal, toggle, whole } from "./setting.ts";

/** Ejected mass. */
export const ejectaSettings = {
  ejectMinRadius: decimal(SPLIT_MIN_RADIUS, 1, 8000, "u", "Least radius of a cell that may eject."),
  ejectaRadius: decimal(EJECTA_RADIUS, 1, 8000, "u", "Radius of a piece of ejected mass."),
  ejectLossRadius: decimal(
    EJECT_LOSS_RADIUS,
    1,
    8000,
    "u",
    "The cell loses the mass of a body of this radius for each piece, more than the piece has.",
  ),
  ejectInterval: whole(EJECT_INTERVAL, 1, 1500, "ticks", "Least time between two ejections of a player."),
  ejectSpread: decimal(EJECT_SPREAD, 0, Math.PI, "rad", "Half the angle over which ejections spread."),
  ejectDistance: decimal(BOOST_DISTANCE, 0, 10_000, "u", "How far an ejection carries in all."),
  ejectaCollide: toggle(true, "Whether pieces of ejected mass push each other apart."),
  ejectaSeconds: decimal(120, 0.04, 86_400, "s", "Time after which a piece of ejected mass is gone."),
  ejectaLimit: whole(2000, 1, 50_000, "pieces", "Most pieces of ejected mass: beyond it the oldest go."),
};
