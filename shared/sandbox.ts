/** The sandbox: a room of bouncing balls, in which one watches the broad phase at work. What server and page agree on. */
import { type SchemaType, schema, t } from "@colyseus/schema";

/** Every broad phase that a sandbox can be switched to, by the name that the server's space has for it. */
export const BROAD_PHASES = [
  "quadtree-sap",
  "brute-force",
  "sort-and-sweep",
  "sweep-and-prune",
  "incremental-sap",
  "edge-lists",
  "uniform-grid",
  "sparse-grid",
  "quadtree",
  "multi-sap",
  "hierarchical-sap",
  "parallel-subdivision",
] as const;
export type BroadPhase = (typeof BROAD_PHASES)[number];

/** How the balls are spread, which is what the algorithms differ by. */
export const BALL_SCENES = ["even", "clusters", "line", "giants", "still"] as const;
export type BallScene = (typeof BALL_SCENES)[number];

/** Side of the world, in u. */
export const SANDBOX_SIZE = 2000;

/** What one may choose; `size` is the radius in u, `speed` in u per tick; giants are larger. */
export const BALL_LIMITS = {
  count: { least: 2, most: 4000 },
  size: { least: 2, most: 40 },
  speed: { least: 0, most: 30 },
} as const;

/** Size of the viewer's area and how far outside of it a ball stays seen, in u; and for how many ticks at least. */
export const SANDBOX_VIEW = { width: 700, height: 500, leaveMargin: 80, leastStay: 10 } as const;

/** Clients that may share a sandbox. */
export const SANDBOX_CLIENTS = 8;

export const SandboxMessage = {
  /** Client to server: change any of `SandboxSettings`, for all who share the sandbox. */
  set: "set",
  /** Client to server: look at the place { x, y } in u. */
  look: "look",
} as const;

export interface SandboxSettings {
  algorithm: BroadPhase;
  scene: BallScene;
  count: number;
  size: number;
  speed: number;
}

export const Ball = schema(
  {
    /** Centre, in steps of SANDBOX_SIZE / 65535 u. */
    x: t.uint16(),
    y: t.uint16(),
    /** In steps of RADIUS_UNIT (state.ts). */
    radius: t.uint16(),
    still: t.boolean(),
  },
  "Ball",
);

export const SandboxState = schema(
  {
    tick: t.uint32().default(0),
    algorithm: t.string().default("quadtree-sap"),
    scene: t.string().default("even"),
    count: t.uint16().default(1000),
    size: t.float32().default(8),
    speed: t.float32().default(4),
    balls: t.map(Ball),
  },
  "SandboxState",
);

export type Ball = SchemaType<typeof Ball>;
export type SandboxState = SchemaType<typeof SandboxState>;
