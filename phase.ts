import { createWorld } from "./loadtest/bench/space/scenes.ts";
import { updateBoxes } from "./server/space/boxes.ts";
import { createQuadtreeSap } from "./server/space/broadphase/quadtree-sap.ts";
import { createPairList } from "./server/space/broadphase/pair-list.ts";
for (const name of process.argv[2].split(",")) {
const w = createWorld(name as any); const bp = createQuadtreeSap(w.bodies, w.bounds); const pairs = createPairList();
const t: number[] = []; let sum = 0;
for (let i = 0; i < 600; i++) { const a = performance.now(); updateBoxes(w.bodies, false); bp.build(); bp.findPairs(pairs); if (i > 200) t.push(performance.now() - a); sum = (sum * 31 + pairs.count) | 0; w.advance(); }
console.log(process.cwd(), name, t.sort((x, y) => x - y)[Math.floor(t.length * 0.2)].toFixed(3), t[t.length >> 1].toFixed(3), sum); }
