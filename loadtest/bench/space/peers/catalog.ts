import { type Competitor, peer } from "../competitor.ts";
import { createBoxIntersect } from "./box-intersect.ts";
import { createD3Quadtree } from "./d3-quadtree.ts";
import { createDetectCollisions } from "./detect-collisions.ts";
import { createFlatbush } from "./flatbush.ts";
import { createFlatbushLayers } from "./flatbush-layers.ts";
import { createKdbush } from "./kdbush.ts";
import { createMatter } from "./matter.ts";
import { createP2 } from "./p2-es.ts";
import { createPlanck } from "./planck.ts";
import { createQuadtreeJs } from "./quadtree-js.ts";
import { createRapier } from "./rapier.ts";
import { createRbush } from "./rbush.ts";

/** @param unfitFor scenes that it is not run in, each with the reason. */
function finder(name: string, create: Competitor["create"], unfitFor: Record<string, string> = {}): Competitor {
  return { ...peer(name), create, reasonAgainst: (scene) => unfitFor[scene] };
}

/** Every peer that finds pairs. */
export const PEERS: readonly Competitor[] = [
  finder("kdbush", createKdbush),
  finder("flatbush", createFlatbush),
  finder("flatbush in two layers", createFlatbushLayers),
  finder("rbush", createRbush),
  finder("box-intersect", createBoxIntersect),
  finder("p2-es", createP2),
  finder("planck", createPlanck),
  finder("matter-js", createMatter, { "coincident-2k": "its records of two million collisions take 1.7 GB" }),
  finder("detect-collisions", createDetectCollisions),
  finder("d3-quadtree", createD3Quadtree),
  finder("quadtree-js", createQuadtreeJs),
  finder("rapier", createRapier, { "coincident-2k": "its first step takes minutes" }),
];
