/**
 * The bodies: a struct of arrays by slot that everything reads, and what alters it. Which slot a body is in is told by its id
 * (body-ids.ts).
 */
import { type BodyId, createBodyIds, MAX_CAPACITY, NO_BODY, slotOf } from "./body-ids.ts";
import { type Boxes, createBoxes } from "./boxes.ts";
import { requireCoordinate, requireSize, SpaceError } from "./errors.ts";
import { requireBits, requireSomeBits } from "./filter.ts";
import { classOf, createFilterClasses, type FilterClasses } from "./filter-classes.ts";
import { MAX_VERTICES, requireShape, type Shape, ShapeKind } from "./shapes.ts";

export { type BodyId, GENERATIONS, MAX_CAPACITY, MIN_FREE_SLOTS, NO_BODY, slotOf } from "./body-ids.ts";

/** The bodies as a struct of arrays by slot, for reading: write through the space. Positions and sizes in u. */
export interface BodyStore {
  /** Most slots; every column has this length. */
  readonly capacity: number;
  /** Bodies that there are. */
  readonly count: number;
  /** No body is or ever was in a slot from this one on. */
  readonly slotLimit: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** How far the body was moved since the last step, rounded once; 0 after a teleport. */
  readonly motionX: Float64Array;
  readonly motionY: Float64Array;
  /** A ShapeKind; what the next columns mean for it stands with `Shape`. */
  readonly shape: Uint8Array;
  readonly radius: Float64Array;
  readonly extentX: Float64Array;
  readonly extentY: Float64Array;
  /** MAX_VERTICES × 2 numbers a slot, x and y in turn; made, anew, with the first polygon: read it anew after `add`. */
  readonly vertices: Float64Array;
  readonly vertexCount: Uint8Array;
  /** 1 for a body that does not move by itself: two of them are never a pair. */
  readonly still: Uint8Array;
  /** 1 for a body whose contacts are reported, and which nothing should push. */
  readonly sensor: Uint8Array;
  /** Bits: what a body is, and what it meets. Two meet if each one's mask has a bit of the other's category. */
  readonly category: Int32Array;
  readonly mask: Int32Array;
  /** The class of category and mask, and which classes meet (filter-classes.ts). */
  readonly filterClass: Uint8Array;
  readonly filterClasses: Readonly<FilterClasses>;
  /** How often a body there was given another class, ever. */
  readonly filterChanges: number;
  /** The boxes, as of the last step (boxes.ts). */
  readonly boxes: Boxes;
  /** The id of the body in a slot; NO_BODY where the slot is free. */
  readonly ids: Int32Array;
  /** The slots whose body was added, removed or altered since the last `settle`: the first `changedCount`, each once. */
  readonly changedSlots: Int32Array;
  readonly changedCount: number;
  /** 1 for a slot that is in `changedSlots`. */
  readonly isChanged: Uint8Array;
}

/** What a new body may be besides its place and shape. */
export interface BodyOptions {
  /** It does not move by itself, and two still bodies make no contact. Default false. */
  readonly still?: boolean;
  /** Its contacts are reported, and nothing should push it. Default false. */
  readonly sensor?: boolean;
  /** Bits that say what it is, not 0. Default 1. */
  readonly category?: number;
  /** The categories that it meets. Default all. */
  readonly mask?: number;
}

/** What alters the bodies. Every method throws a SpaceError for a stale id or a value that is not allowed. */
export interface BodyChanges {
  /** Adds a body: `add(circle(20), 100, 100, { still: true })`. Throws a SpaceError ("full") when no slot is free. */
  add(shape: Shape, x: number, y: number, options?: BodyOptions): BodyId;
  /**
   * Moves a body to (x, y); a swept space looks for what it meets on the way. All moves between two steps count as one
   * straight line from where the last step left the body.
   */
  move(id: BodyId, x: number, y: number): void;
  /** Puts a body at (x, y) without a way there: nothing is met between. */
  teleport(id: BodyId, x: number, y: number): void;
  /** Gives a circle or capsule another radius; "wrong-shape" for the others. */
  resize(id: BodyId, radius: number): void;
  /** Gives a body another shape. */
  reshape(id: BodyId, shape: Shape): void;
  setStill(id: BodyId, still: boolean): void;
  /** Changes what a body is and what it meets. */
  setFilter(id: BodyId, category: number, mask: number): void;
  /** Removes a body. Its slot is not given out again before the next step has run. */
  remove(id: BodyId): void;
  /** Whether the body that `id` was given for is still there. */
  has(id: BodyId): boolean;
}

/** The store with what alters it. */
export interface WritableBodyStore extends BodyStore, BodyChanges {
  /** Marks the bodies that moved in the last step as changed: a swept box shrinks when its body has come to rest. */
  markMoved(): void;
  /** Forgets what changed and how far bodies moved, and lets the slots freed until now be given out again. */
  settle(): void;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const DEFAULT_CATEGORY = 1;
const ALL_CATEGORIES = -1;

/** @param capacity most bodies at once, from 1 to MAX_CAPACITY; a SpaceError otherwise. */
export function createBodyStore(capacity: number): WritableBodyStore {
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > MAX_CAPACITY) {
    throw new SpaceError("bad-capacity", "capacity", capacity, `give an integer from 1 to ${MAX_CAPACITY}.`);
  }
  const x = new Float64Array(capacity);
  const y = new Float64Array(capacity);
  // Where the motion began: a sum of moves would add up their rounding.
  const startX = new Float64Array(capacity);
  const startY = new Float64Array(capacity);
  const motionX = new Float64Array(capacity);
  const motionY = new Float64Array(capacity);
  const shape = new Uint8Array(capacity);
  const radius = new Float64Array(capacity);
  const extentX = new Float64Array(capacity);
  const extentY = new Float64Array(capacity);
  const vertexCount = new Uint8Array(capacity);
  const still = new Uint8Array(capacity);
  const sensor = new Uint8Array(capacity);
  const category = new Int32Array(capacity);
  const mask = new Int32Array(capacity);
  const filterClass = new Uint8Array(capacity);
  const filterClasses = createFilterClasses();
  const boxes = createBoxes(capacity);
  const bodyIds = createBodyIds(capacity);
  const { ids } = bodyIds;
  const changedSlots = new Int32Array(capacity);
  const isChanged = new Uint8Array(capacity);
  const movedSlots = new Int32Array(capacity);
  let movedCount = 0;

  function has(id: BodyId): boolean {
    return id !== NO_BODY && ids[slotOf(id)] === id;
  }

  function requireSlot(id: BodyId): number {
    if (!has(id)) throw new SpaceError("stale-id", "id", id, "no such body, or no longer; ask has(id) before.");
    return slotOf(id);
  }

  function setSlotFilter(slot: number, bodyCategory: number, bodyMask: number): void {
    category[slot] = bodyCategory;
    mask[slot] = bodyMask;
    filterClass[slot] = classOf(filterClasses, bodyCategory, bodyMask);
  }

  function markChanged(slot: number): void {
    if (isChanged[slot] === 1) return;
    isChanged[slot] = 1;
    changedSlots[store.changedCount++] = slot;
  }

  /** Puts a body where no way led. */
  function place(slot: number, bodyX: number, bodyY: number): void {
    x[slot] = bodyX;
    y[slot] = bodyY;
    startX[slot] = bodyX;
    startY[slot] = bodyY;
    motionX[slot] = 0;
    motionY[slot] = 0;
  }

  function writeShape(slot: number, { kind, radius: r, extentX: ex, extentY: ey, vertices: given }: Shape): void {
    shape[slot] = kind;
    radius[slot] = r;
    extentX[slot] = ex;
    extentY[slot] = ey;
    vertexCount[slot] = given.length / 2;
    if (given.length === 0) return;
    if (store.vertices.length === 0) store.vertices = new Float64Array(capacity * MAX_VERTICES * 2);
    store.vertices.set(given, slot * MAX_VERTICES * 2);
  }

  // Plain fields and no getters, with which V8 would make it a dictionary, slow to read in every loop over bodies.
  const store: Writable<WritableBodyStore> = {
    capacity,
    count: 0,
    slotLimit: 0,
    x,
    y,
    motionX,
    motionY,
    shape,
    radius,
    extentX,
    extentY,
    vertices: new Float64Array(0),
    vertexCount,
    still,
    sensor,
    category,
    mask,
    filterClass,
    filterClasses,
    filterChanges: 0,
    boxes,
    ids,
    changedSlots,
    changedCount: 0,
    isChanged,
    has,

    add(bodyShape, bodyX, bodyY, options = {}) {
      requireShape(bodyShape);
      requireCoordinate("x", bodyX);
      requireCoordinate("y", bodyY);
      const { category: bodyCategory = DEFAULT_CATEGORY, mask: bodyMask = ALL_CATEGORIES } = options;
      requireSomeBits("category", bodyCategory);
      requireBits("mask", bodyMask);
      const id = bodyIds.take();
      const slot = slotOf(id);
      if (slot >= store.slotLimit) store.slotLimit = slot + 1;
      place(slot, bodyX, bodyY);
      writeShape(slot, bodyShape);
      still[slot] = options.still ? 1 : 0;
      sensor[slot] = options.sensor ? 1 : 0;
      setSlotFilter(slot, bodyCategory, bodyMask);
      store.count++;
      markChanged(slot);
      return id;
    },

    move(id, bodyX, bodyY) {
      const slot = requireSlot(id);
      requireCoordinate("x", bodyX);
      requireCoordinate("y", bodyY);
      motionX[slot] = bodyX - startX[slot];
      motionY[slot] = bodyY - startY[slot];
      x[slot] = bodyX;
      y[slot] = bodyY;
      markChanged(slot);
    },

    teleport(id, bodyX, bodyY) {
      const slot = requireSlot(id);
      requireCoordinate("x", bodyX);
      requireCoordinate("y", bodyY);
      place(slot, bodyX, bodyY);
      markChanged(slot);
    },

    resize(id, bodyRadius) {
      const slot = requireSlot(id);
      requireSize("radius", bodyRadius);
      if (shape[slot] !== ShapeKind.circle && shape[slot] !== ShapeKind.capsule) {
        throw new SpaceError("wrong-shape", "id", id, "it has no radius; give it another shape with reshape().");
      }
      radius[slot] = bodyRadius;
      markChanged(slot);
    },

    reshape(id, bodyShape) {
      const slot = requireSlot(id);
      requireShape(bodyShape);
      writeShape(slot, bodyShape);
      markChanged(slot);
    },

    setStill(id, isStill) {
      const slot = requireSlot(id);
      still[slot] = isStill ? 1 : 0;
      markChanged(slot);
    },

    setFilter(id, bodyCategory, bodyMask) {
      const slot = requireSlot(id);
      requireSomeBits("category", bodyCategory);
      requireBits("mask", bodyMask);
      store.filterChanges++;
      setSlotFilter(slot, bodyCategory, bodyMask);
      markChanged(slot);
    },

    remove(id) {
      const slot = requireSlot(id);
      bodyIds.giveBack(slot);
      store.count--;
      markChanged(slot);
    },

    markMoved() {
      for (let i = 0; i < movedCount; i++) if (ids[movedSlots[i]] !== NO_BODY) markChanged(movedSlots[i]);
    },

    settle() {
      movedCount = 0;
      for (let i = 0; i < store.changedCount; i++) {
        const slot = changedSlots[i];
        isChanged[slot] = 0;
        if (motionX[slot] === 0 && motionY[slot] === 0) continue;
        startX[slot] = x[slot];
        startY[slot] = y[slot];
        motionX[slot] = 0;
        motionY[slot] = 0;
        movedSlots[movedCount++] = slot;
      }
      store.changedCount = 0;
      bodyIds.settle();
    },
  };
  return store;
}
