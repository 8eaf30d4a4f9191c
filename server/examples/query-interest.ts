import { createInterest } from "../interest/interest.ts";
import { circle } from "../space/shapes.ts";
import { createIdList, createSpace } from "../space/space.ts";

const space = createSpace({ bounds: { minX: 0, minY: 0, maxX: 1000, maxY: 1000 }, capacity: 10_000 });
const own = createIdList();
own.ids[own.count++] = space.add(circle(10), 900, 900); // always seen, wherever it is
space.add(circle(10), 100, 100, { still: true });
space.add(circle(70), 260, 100, { still: true }); // its centre is outside the area below, its edge inside

const interest = createInterest(space);
const viewer = interest.addViewer();
const area = { centerX: 100, centerY: 100, width: 200, height: 200 };
viewer.areas = [area];
viewer.alwaysSeen = [own];

space.step();
interest.update();
console.log(`sees ${viewer.seen.count}: ${viewer.entered.count} entered`);

space.step();
area.centerX = 600;
interest.update();
console.log(`sees ${viewer.seen.count}: ${viewer.stayed.count} stayed, ${viewer.left.count} left`);

// Or ask once: who is within a circle, and which two bodies are nearest to a point.
const list = createIdList();
console.log(`${space.overlapCircle(200, 100, 50, list)} within the circle, ${space.nearest(0, 0, 2, list)} nearest`);
