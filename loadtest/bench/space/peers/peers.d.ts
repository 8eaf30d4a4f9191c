/** What the benchmark uses of peers that have no types of their own. */

declare module "box-intersect" {
  /** Calls `visit` for each pair of boxes of `boxes` that overlap or touch; a box is [minX, minY, maxX, maxY]. */
  function boxIntersect(boxes: number[][], visit: (a: number, b: number) => void): void;
  /** The same for pairs of one box of `boxes` and one of `others`. */
  function boxIntersect(boxes: number[][], others: number[][], visit: (a: number, b: number) => void): void;
  export default boxIntersect;
}

declare module "d3-quadtree" {
  interface QuadtreeLeaf {
    readonly data: number;
    readonly next?: QuadtreeLeaf;
  }
  export type QuadtreeNode = QuadtreeLeaf | (QuadtreeNode | undefined)[];
  export interface Quadtree {
    /** Calls `visit` for each node, from the root down; below one for which it returns true, no more. */
    visit(visit: (node: QuadtreeNode, x0: number, y0: number, x1: number, y1: number) => boolean): this;
  }
  export function quadtree(data: number[], x: (datum: number) => number, y: (datum: number) => number): Quadtree;
}

declare module "matter-js" {
  namespace Matter {
    interface Point {
      x: number;
      y: number;
    }
    /** What the detector reads of a body. */
    interface DetectorBody {
      readonly id: number;
      readonly isStatic: boolean;
      readonly isSleeping: boolean;
      readonly bounds: { readonly min: Point; readonly max: Point };
      readonly collisionFilter: { readonly group: number; readonly category: number; readonly mask: number };
      readonly position: Point;
      readonly vertices: readonly (Point & { readonly index: number })[];
      readonly axes: readonly Point[];
      readonly parts: DetectorBody[];
      parent: DetectorBody | undefined;
    }
    interface Collision {
      readonly bodyA: DetectorBody;
      readonly bodyB: DetectorBody;
    }
    interface Detector {
      bodies: DetectorBody[];
    }
    const Detector: {
      create(): Detector;
      setBodies(detector: Detector, bodies: readonly DetectorBody[]): void;
      collisions(detector: Detector): readonly Collision[];
    };
  }
  export default Matter;
}
