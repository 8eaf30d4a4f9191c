/** Every scene of the benchmark by its name, and who competes in it. */
import { interestEntries } from "./interest-lane.ts";
import type { Entry } from "./lane.ts";
import { nearestEntries } from "./nearest-lane.ts";
import { OURS } from "./ours.ts";
import { pairEntries } from "./pair-lane.ts";
import { PEERS } from "./peers/catalog.ts";
import { rayEntries } from "./ray-lane.ts";
import { PAIR_SCENE_NAMES, type PairSceneName, sceneCount } from "./scenes.ts";
import { viewEntries } from "./view-lane.ts";

const VIEWS_SCENE: PairSceneName = "agar-10k";
const RAYS_SCENE: PairSceneName = "agar-10k";
const NEAREST_SCENE: PairSceneName = "uniform-10k";

const queryScenes = {
  "agar-10k-views": () => viewEntries(VIEWS_SCENE, sceneCount(VIEWS_SCENE)),
  "agar-10k-interest": () => interestEntries(VIEWS_SCENE, sceneCount(VIEWS_SCENE)),
  "agar-10k-rays": () => rayEntries(RAYS_SCENE, sceneCount(RAYS_SCENE)),
  "uniform-10k-nearest": () => nearestEntries(NEAREST_SCENE, sceneCount(NEAREST_SCENE)),
} satisfies Record<string, () => Entry[]>;

type QuerySceneName = keyof typeof queryScenes;

export type SceneName = PairSceneName | QuerySceneName;

export const SCENE_NAMES: readonly SceneName[] = [
  ...PAIR_SCENE_NAMES,
  ...(Object.keys(queryScenes) as QuerySceneName[]),
];

function isQueryScene(name: SceneName): name is QuerySceneName {
  return Object.hasOwn(queryScenes, name);
}

const COMPETITORS = [...OURS, ...PEERS];

export function entriesOf(name: SceneName): Entry[] {
  return isQueryScene(name) ? queryScenes[name]() : pairEntries(name, COMPETITORS);
}

/** Who is not run in a scene, and why. */
export function leftOutOf(name: SceneName): string[] {
  if (isQueryScene(name)) return [];
  return COMPETITORS.flatMap((competitor) => {
    const reason = competitor.reasonAgainst?.(name, sceneCount(name));
    return reason === undefined ? [] : [`${competitor.name} is left out: ${reason}.`];
  });
}
