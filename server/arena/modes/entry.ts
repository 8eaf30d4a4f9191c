import type { Settings } from "../../../shared/settings.ts";
import type { Mode } from "../mode.ts";

/** A mode as it is offered. */
export interface ModeEntry {
  readonly title: string;
  /** A sentence for the menu. */
  readonly description: string;
  /** Settings that the mode has other defaults for. */
  readonly settings: Readonly<Partial<Settings>>;
  /** The mode for one arena, under the name that the catalog has for it. */
  create(): Mode;
}
