/** What is told at most so often (ms): whoever provokes it without end must not fill the log. */
const INTERVAL = 1000;

/**
 * @param tell called with a kind of thing, what is known of the last one, and how many of the kind have come since it was told of
 * @returns to be called with each that comes
 */
export function onceASecond<Kind>(
  tell: (kind: Kind, details: Readonly<Record<string, unknown>>, times: number) => void,
): (kind: Kind, details: Readonly<Record<string, unknown>>) => void {
  const told = new Map<Kind, { at: number; times: number }>();
  return (kind, details) => {
    const last = told.get(kind) ?? { at: -Infinity, times: 0 };
    last.times++;
    told.set(kind, last);
    const now = performance.now();
    if (now - last.at < INTERVAL) return;
    tell(kind, details, last.times);
    last.at = now;
    last.times = 0;
  };
}
