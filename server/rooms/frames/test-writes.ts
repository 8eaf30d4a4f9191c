import type { Writable } from "node:stream";

/** For tests: how often a stream is written to from now on. */
export function countWrites(stream: Writable): { count: number } {
  const { write } = stream;
  const writes = { count: 0 };
  stream.write = ((...parameters: Parameters<typeof write>) => {
    writes.count++;
    return write.apply(stream, parameters);
  }) as typeof write;
  return writes;
}
