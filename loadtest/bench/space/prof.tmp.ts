import { entriesOf, type SceneName } from "./scene-catalog.ts";
let last = process.cpuUsage().user;
const lap = () => { const u = process.cpuUsage().user; const d = (u - last) / 1000; last = u; return d.toFixed(0).padStart(7); };
for (const e of entriesOf(process.argv[2] as SceneName)) {
  if (process.argv[3] && !e.name.includes(process.argv[3])) continue;
  lap();
  const l = e.open(); const open = lap();
  l.run(); const r1 = lap(); l.advance(); const a = lap(); l.run(); const r2 = lap();  
  console.log(e.name.padEnd(34), "open", open, "run", r1, r2,  "adv", a, (process.memoryUsage().rss / 1e6).toFixed(0));
  await l.close?.();
}
