import type { Logger } from "pino";
import type { LimitName, Refused } from "./limit-names.ts";
import { onceASecond } from "./once-a-second.ts";

/** Counts refusals, and tells of them in the log. */
export function createRefusals(count: (limit: LimitName) => void, logger: Logger): Refused {
  const tell = onceASecond<LimitName>((limit, whom, refusals) => {
    logger.info({ limit, ...whom, refusals }, "refused: a limit is reached");
  });
  return (limit, whom) => {
    count(limit);
    tell(limit, whom);
  };
}
