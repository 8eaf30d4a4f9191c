/** Who ate whose cells in the last step: the first `count` of each column; filled anew by each step. */
export interface Meals {
  count: number;
  /** The number of the player who ate; 0 for a mother cell. */
  readonly eater: Uint16Array;
  /** The number of the player whose cell it was. */
  readonly prey: Uint16Array;
  /** Mass of the cell. */
  readonly mass: Float64Array;
  /** 1 if it was the prey's last cell. */
  readonly fatal: Uint8Array;
}

/** @param capacity most cells that can be eaten in a step. */
export function createMeals(capacity: number): Meals {
  return {
    count: 0,
    eater: new Uint16Array(capacity),
    prey: new Uint16Array(capacity),
    mass: new Float64Array(capacity),
    fatal: new Uint8Array(capacity),
  };
}

export function recordMeal(meals: Meals, eater: number, prey: number, mass: number, isFatal: boolean): void {
  const at = meals.count++;
  meals.eater[at] = eater;
  meals.prey[at] = prey;
  meals.mass[at] = mass;
  meals.fatal[at] = isFatal ? 1 : 0;
}
