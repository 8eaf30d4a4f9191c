/** What the player chose the last time: kept, so that the next visit begins with it. */
import { createStored, type Stored } from "../stored.ts";

export interface KeptWish {
  name: string;
  /** "" for the server's default. */
  mode: string;
  /** Below COLORS; -1 for one by chance. */
  color: number;
  /** "" for none. */
  skin: string;
}

export function createKeptWish(storage?: () => Pick<Storage, "getItem" | "setItem">): Stored<KeptWish> {
  return createStored("krill.player", { name: "", mode: "", color: -1, skin: "" }, () => true, storage);
}
