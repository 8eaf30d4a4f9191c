import { circle } from "../space/shapes.ts";
import { createSpace } from "../space/space.ts";

const space = createSpace({ bounds: { minX: 0, minY: 0, maxX: 1000, maxY: 1000 }, capacity: 10_000 });
const ship = space.add(circle(20), 100, 100);
const mine = space.add(circle(16), 135, 100, { still: true });
space.add(circle(16), 500, 500, { still: true });

space.step(); // builds the broad phase once; contacts and queries both use it
const { count, a, b, normalX, depth } = space.contacts;
for (let i = 0; i < count; i++) {
  const names = [a[i], b[i]].map((id) => (id === ship ? "ship" : id === mine ? "mine" : "other"));
  console.log(`${names.join(" hits ")}, ${depth[i]} units deep, along x by ${normalX[i]}`);
}

space.remove(mine);
space.step();
console.log(`${space.contacts.count} contacts once the mine is gone; its id is stale: ${!space.has(mine)}`);
