import { createRandom, type Random } from "../../../shared/random.ts";
import { type BodyId, slotOf } from "../bodies.ts";
import type { BroadPhaseName } from "../broadphase/catalog.ts";
import { SpaceError } from "../errors.ts";
import type { QueryFilter } from "../filter.ts";
import type { Rectangle } from "../rectangle.ts";
import { createSpace, type Space } from "../space.ts";
import type { NaiveBody } from "./naive.ts";
import { AWKWARD_BODIES, randomShape } from "./random-bodies.ts";

/** Where the bodies of twins are for the most part. */
export const TWIN_BOUNDS: Rectangle = { minX: -100, minY: -100, maxX: 100, maxY: 100 };

/** What can happen to a twin. */
export const TWIN_CHANGES = ["add", "move", "teleport", "reshape", "setStill", "setFilter", "remove", "step"] as const;
type TwinChange = (typeof TWIN_CHANGES)[number];

/** A space of random bodies, of every shape if not told otherwise, and beside it the plain list of the ids that should be in it. */
export class Twin {
  readonly ids: BodyId[] = [];
  readonly space: Space;
  readonly random: Random;
  private readonly shapeOf: typeof randomShape;

  /** The same seed gives the same bodies and changes, whatever the broad phase. */
  constructor(broadPhase: BroadPhaseName, seed: number, { capacity = 300, sweep = false, shapeOf = randomShape } = {}) {
    this.space = createSpace({ bounds: TWIN_BOUNDS, capacity, broadPhase, sweep });
    this.random = createRandom(seed);
    this.shapeOf = shapeOf;
  }

  coordinate(): number {
    return AWKWARD_BODIES.coordinate(this.random);
  }

  size(): number {
    return AWKWARD_BODIES.size(this.random);
  }

  private any(): BodyId | undefined {
    return this.ids[this.random.integer(Math.max(1, this.ids.length))];
  }

  private bits(): number {
    return 1 + this.random.integer(7);
  }

  apply(change: TwinChange): void {
    const { space, random } = this;
    if (change === "step") {
      space.step();
      return;
    }
    if (change === "add") {
      const options = {
        still: random.integer(3) === 0,
        sensor: random.integer(4) === 0,
        category: this.bits(),
        mask: this.bits(),
      };
      const shape = this.shapeOf(random, AWKWARD_BODIES.size);
      try {
        this.ids.push(space.add(shape, this.coordinate(), this.coordinate(), options));
      } catch (error) {
        if (!(error instanceof SpaceError && error.code === "full")) throw error;
      }
      return;
    }
    const id = this.any();
    if (id === undefined) return;
    if (change === "move") space.move(id, this.coordinate(), this.coordinate());
    else if (change === "teleport") space.teleport(id, this.coordinate(), this.coordinate());
    else if (change === "reshape") space.reshape(id, this.shapeOf(random, AWKWARD_BODIES.size));
    else if (change === "setStill") space.setStill(id, random.integer(2) === 0);
    else if (change === "setFilter") space.setFilter(id, this.bits(), this.bits());
    else {
      space.remove(id);
      this.ids.splice(this.ids.indexOf(id), 1);
    }
  }

  /** The bodies as circles, for a twin whose bodies are no other shapes. */
  circles(): NaiveBody[] {
    const { x, y, radius, still, category, mask } = this.space.bodies;
    return this.ids.map((id) => {
      const slot = slotOf(id);
      const circle = { x: x[slot], y: y[slot], radius: radius[slot], still: still[slot] === 1 };
      return { id, ...circle, category: category[slot], mask: mask[slot] };
    });
  }

  /** No filter, or bits, or bits and a predicate. */
  filter(): QueryFilter | undefined {
    const kind = this.random.integer(4);
    if (kind === 0) return undefined;
    const bits = { category: this.bits(), mask: this.bits() };
    return kind === 1 ? bits : { ...bits, predicate: (id) => id % 3 !== 0 };
  }

  /** The slots, ascending, of the bodies that pass the filter and for which `test` is true: what a query has to find. */
  slotsWhere(filter: QueryFilter | undefined, test: (slot: number) => boolean): number[] {
    const { category, mask } = this.space.bodies;
    return this.ids
      .filter((id) => {
        const slot = slotOf(id);
        if (filter?.mask !== undefined && (category[slot] & filter.mask) === 0) return false;
        if (filter?.category !== undefined && (mask[slot] & filter.category) === 0) return false;
        return (filter?.predicate?.(id) ?? true) && test(slot);
      })
      .map(slotOf)
      .sort((a, b) => a - b);
  }
}
