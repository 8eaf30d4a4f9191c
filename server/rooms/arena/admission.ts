/** Who may join an arena, and as whom. */
import type { z } from "zod";
import type { WordFilter } from "../../../shared/blocked-words.ts";
import { joinOptionsSchema } from "../../../shared/messages.ts";
import type { ModeName } from "../../../shared/modes.ts";
import { judgeName } from "../../../shared/names.ts";

/** What is wrong with something from a client. */
export interface Fault {
  /** "" when it is not in one field. */
  readonly field: string;
  readonly reason: string;
}

export interface Admission {
  /** What is wrong with the options of a join, if anything is. */
  faultOf(options: unknown): Fault | undefined;
  /** What is wrong with a name or a skin, if anything is. */
  faultOfLooks(name?: string, skin?: string): Fault | undefined;
}

export function createAdmission(modes: readonly ModeName[], skins: ReadonlySet<string>, filter: WordFilter): Admission {
  function faultOfLooks(name = "", skin = ""): Fault | undefined {
    const verdict = judgeName(name, filter);
    if ("reason" in verdict) return { field: "name", reason: verdict.reason };
    if (skin === "" || skins.has(skin)) return undefined;
    return { field: "skin", reason: `there is no skin "${skin}"; /api/skins lists those that there are` };
  }

  return {
    faultOfLooks,
    faultOf(options) {
      const parsed = joinOptionsSchema.safeParse(options);
      if (!parsed.success) return firstFault(parsed.error);
      const { name, mode, skin } = parsed.data;
      if (mode !== undefined && !modes.some((known) => known === mode)) {
        return { field: "mode", reason: `there is no mode "${mode}" here; the modes are ${modes.join(", ")}` };
      }
      return faultOfLooks(name, skin);
    },
  };
}

export function firstFault(error: z.ZodError): Fault {
  const [{ path, message }] = error.issues;
  return { field: path.join("."), reason: message };
}
