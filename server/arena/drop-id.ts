import type { BodyId, IdList } from "../space/space.ts";

/** Takes an id out of a list, and keeps the order of the rest. */
export function dropId(list: IdList, id: BodyId): void {
  const index = list.ids.indexOf(id);
  list.ids.copyWithin(index, index + 1, list.count);
  list.count--;
}
