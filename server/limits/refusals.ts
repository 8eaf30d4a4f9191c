import type { Logger } from "pino";
import type { LimitName, Refused } from "./limit-names.ts";

/** A limit is told of once in this time (ms), with how often it has refused since: a flood must not fill the log. */
const LOG_INTERVAL = 1000;

/** Counts refusals, and tells of them in the log. */
export function createRefusals(count: (limit: LimitName) => void, logger: Logger): Refused {
  const told = new Map<LimitName, { at: number; refusals: number }>();
  return (limit, whom) => {
    count(limit);
    const last = told.get(limit) ?? { at: -Infinity, refusals: 0 };
    last.refusals++;
    told.set(limit, last);
    const now = performance.now();
    if (now - last.at < LOG_INTERVAL) return;
    logger.info({ limit, ...whom, refusals: last.refusals }, "refused: a limit is reached");
    last.at = now;
    last.refusals = 0;
  };
}
