import type { Findings } from "../findings.ts";
import type { ReasonCount } from "../statistics.ts";

/** Something that came to pass so many times. */
export interface Happening extends ReasonCount {
  readonly what: string;
}

/** All that came to pass, good and bad, for a table. */
export function happenings(findings: Findings): Happening[] {
  const { truth, server } = findings;
  const all = (what: string, reasons: readonly ReasonCount[]) => reasons.map((each) => ({ what, ...each }));
  const one = (what: string, count: number, reason = "") => (count > 0 ? [{ what, reason, count }] : []);
  return [
    { what: "joined", reason: "", count: findings.joined },
    ...all("failed to join", findings.failed),
    ...all("dropped", findings.dropped),
    ...all("message refused", findings.refused),
    ...all("not decoded", findings.undecoded),
    ...one("tick without a patch", findings.gaps),
    ...("unavailable" in server ? [] : one("patch left out", server.skipped, "its reader was too slow")),
    ...one("truth", truth.right, "right"),
    ...one("truth", truth.wrong, "wrong"),
    ...all("truth not compared", truth.unchecked),
    ...truth.untruths.map((reason) => ({ what: "untrue", reason, count: 1 })),
    ...one("hostile frame sent", findings.hostileFrames),
    ...all("disturber ended", findings.fates),
  ];
}
