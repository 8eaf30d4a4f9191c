import { type SchemaType, schema, t } from "@colyseus/schema";

/**
 * The state that clients see. Any Colyseus SDK decodes it; `players`, `leaderboard` and the plain fields go to everyone,
 * `bodies` holds only what a client's view holds (and its own cells), and never has entries on the server itself: server/sync
 * writes them to the wire straight from the simulation's arrays.
 */

/** What a body is (`Body.kind`). */
export const BodyKind = { pellet: 0, cell: 1, ejecta: 2, virus: 3, motherCell: 4 } as const;

/** World units to one step of `Body.radius`: 16 bits reach r = 8191. */
export const RADIUS_UNIT = 0.125;

/** The largest value of `Body.x` and `Body.y`. */
export const POSITION_STEPS = 65535;
/** The largest value of `Body.radius`. */
export const RADIUS_STEPS = 65535;

/** Most lines of the leaderboard. */
export const LEADERBOARD_LENGTH = 10;

/** How many colours `Body.color` and `Player.color` choose from: hue = color / COLORS of the circle. */
export const COLORS = 64;

/** One body in view. Its key in `bodies` is free for another body once it has been removed. */
export const Body = schema(
  {
    /** Centre, in steps of `ArenaState.positionUnit` world units from the world's left and upper edge. */
    x: t.uint16(),
    y: t.uint16(),
    /** In steps of RADIUS_UNIT world units. */
    radius: t.uint16(),
    /** A BodyKind. */
    kind: t.uint8(),
    color: t.uint8(),
    /** `Player.number` of who owns the body; 0 for none. */
    owner: t.uint16(),
  },
  "Body",
);

/** One player or bot, dead or alive. Its key in `players` is the session id, or `bot-` and a number. */
export const Player = schema(
  {
    /** What `Body.owner` refers to; from 1. */
    number: t.uint16().default(0),
    name: t.string().default(""),
    color: t.uint8().default(0),
    alive: t.boolean().default(false),
    bot: t.boolean().default(false),
    /** From 1; 0 in modes without teams. */
    team: t.uint8().default(0),
    /** The name of an image that `/api/skins` lists; "" for none. */
    skin: t.string().default(""),
    /** False while the connection is lost and may yet come back. */
    connected: t.boolean().default(true),
  },
  "Player",
);

/** A line of the leaderboard: a player, or a team as a whole. */
export const LeaderboardEntry = schema(
  {
    /** `Player.number`; 0 for a team. */
    player: t.uint16().default(0),
    /** The team, for a line that is one's. */
    team: t.uint8().default(0),
    name: t.string().default(""),
    /** Total mass, rounded. */
    mass: t.uint32().default(0),
  },
  "LeaderboardEntry",
);

/** How a round stands, in modes that are played in rounds. */
export const Round = schema(
  {
    /** "waiting", "countdown", "playing" or "over"; "" in modes without rounds. */
    phase: t.string().default(""),
    /** To the end of the phase, in s; 0 while waiting for players. */
    secondsLeft: t.uint16().default(0),
    /** Who count for the next round, and how many it needs; while one is played, those still in it. */
    players: t.uint16().default(0),
    playersNeeded: t.uint16().default(0),
    /** Who won, once it is over: the player's or the team's name; "" for nobody. */
    winner: t.string().default(""),
  },
  "Round",
);

export const ArenaState = schema(
  {
    /** The simulation's tick; each patch carries the next one. */
    tick: t.uint32().default(0),
    /** The world is a square from (0, 0) to (worldSize, worldSize), in world units. */
    worldSize: t.float64().default(0),
    /** World units to one step of `Body.x` and `Body.y`. */
    positionUnit: t.float64().default(0),
    /** Bodies farther from the middle of the view than half its height come once in so many patches; own cells in each. */
    farUpdateTicks: t.uint8().default(1),
    /** The mode's name, as in `/api/modes`. */
    mode: t.string().default(""),
    round: Round,
    /** Where the game is played, in u: the whole world, or what a mode has left of it. */
    borderMinX: t.float32().default(0),
    borderMinY: t.float32().default(0),
    borderMaxX: t.float32().default(0),
    borderMaxY: t.float32().default(0),
    players: t.map(Player),
    /** The heaviest players, heaviest first; renewed once a second. */
    leaderboard: t.array(LeaderboardEntry),
    bodies: t.map(Body),
  },
  "ArenaState",
);

export type Body = SchemaType<typeof Body>;
export type Player = SchemaType<typeof Player>;
export type Round = SchemaType<typeof Round>;
export type LeaderboardEntry = SchemaType<typeof LeaderboardEntry>;
export type ArenaState = SchemaType<typeof ArenaState>;
