import type { Random } from "../../../shared/random.ts";

/** A coordinate (u) that is likely to make trouble with others of its kind, for a world from −100 to 100. */
export function awkwardCoordinate(random: Random): number {
  switch (random.integer(8)) {
    case 0:
      return random.integer(9) - 4;
    case 1:
      return (random.integer(17) - 8) * 12.5;
    case 2:
      return -0;
    case 3:
      return random.between(-1, 1) * 1e-3;
    case 4:
      return random.between(-1e6, 1e6);
    case 5:
      return 30 + random.next();
    default:
      return random.between(-110, 110);
  }
}

/** A radius (u) that is likely to make trouble. */
export function awkwardRadius(random: Random): number {
  switch (random.integer(10)) {
    case 0:
      return 0;
    case 1:
      return random.integer(4);
    case 2:
      return 12.5;
    case 3:
      return random.next() * 1e-9;
    case 4:
      return random.integer(8) === 0 ? random.between(50, 400) : 0.1;
    case 5:
      return random.integer(20) === 0 ? 1e9 : 0.25;
    default:
      return random.between(0, 4);
  }
}
