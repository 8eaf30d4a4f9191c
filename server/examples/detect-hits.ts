import { box, circle } from "../space/shapes.ts";
import { createHit, createSpace } from "../space/space.ts";

const bounds = { minX: 0, minY: 0, maxX: 1000, maxY: 1000 };
const space = createSpace({ bounds, capacity: 10_000, sweep: true });
const ship = space.add(circle(20), 100, 100);
const mine = space.add(circle(16), 135, 100, { still: true });
const wall = space.add(box(10, 200), 500, 100, { still: true });
const names = new Map([
  [ship, "ship"],
  [mine, "mine"],
  [wall, "wall"],
]);

space.step(); // builds the broad phase once; contacts, queries and casts all use it
let { a, b, count, depth, normalX } = space.contacts;
for (let i = 0; i < count; i++) {
  console.log(`${names.get(a[i])} meets ${names.get(b[i])}, ${depth[i]} units deep, along x by ${normalX[i]}`);
}

// A shot: the first thing on its way, the ship itself left out.
const hit = createHit();
const found = space.castRay(100, 100, 900, 100, hit, { predicate: (id) => id !== ship });
console.log(`the shot hits the ${found ? names.get(hit.id) : "air"} at x = ${hit.pointX}`);

// Through mine and wall in one tick: with `sweep`, nothing is passed through unseen.
space.move(ship, 900, 100);
space.step();
({ a, b, count } = space.contacts);
for (let i = 0; i < count; i++) console.log(`${names.get(a[i])} meets ${names.get(b[i])} on its way`);
console.log(`${space.events.begin.count} contact began, ${space.events.stay.count} stayed`);
