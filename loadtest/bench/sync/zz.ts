import { createKrill } from "./krill.ts";
import { createPacked } from "./packed.ts";
import { createMovingScene, SIZES } from "./scene.ts";
import { createStateView } from "./stateview.ts";

const which = process.argv[2].split(",");
const size = SIZES[+process.argv[3]];
const mk: any = { krill: createKrill, packed: createPacked, stateview: createStateView };
const lanes = which.map((n) => {
  const scene = createMovingScene(size);
  return { n, scene, c: mk[n](scene), t: [] as number[], ph: {} as any };
});
for (let r = 0; r < 10; r++)
  for (const l of lanes) {
    for (let i = 0; i < (l.n === "stateview" ? 3 : 20); i++) {
      l.scene.advance();
      l.c.prepare?.();
      const a = performance.now();
      l.c.run();
      l.t.push(performance.now() - a);
      if (l.c.phases && r > 2) for (const k in l.c.phases) (l.ph[k] ??= []).push(l.c.phases[k]);
    }
  }
const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1].toFixed(2);
for (const l of lanes)
  console.log(
    l.n,
    med(l.t.slice(60)),
    Object.entries(l.ph)
      .map(([k, v]) => k + " " + med(v as number[]))
      .join(" "),
  );
