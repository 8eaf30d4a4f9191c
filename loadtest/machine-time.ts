/** How much of the machine others take: all time of its processors, less that of the test's own processes. */
import { cpus } from "node:os";
import process from "node:process";

/** Processor time in seconds that is known at one moment. */
export interface MachineTime {
  /** Of the processors that the test may use, whoever used them. */
  readonly all: number;
  /** Of the load test itself and of its server; the bots' own is told by them. */
  readonly own: number;
}

/** @param serverSeconds processor time of the test's server; undefined: it is not known, and so others' is not. */
export function machineTime(processors: readonly number[], serverSeconds: number | undefined): MachineTime | undefined {
  if (serverSeconds === undefined || processors.length === 0) return undefined;
  const machine = cpus();
  let milliseconds = 0;
  for (const processor of processors) {
    const times = machine[processor]?.times;
    if (times === undefined) return undefined;
    milliseconds += times.user + times.nice + times.sys + times.irq;
  }
  const { user, system } = process.cpuUsage();
  return { all: milliseconds / 1000, own: (user + system) / 1e6 + serverSeconds };
}

/**
 * The processors' worth of time that others took between two moments, `seconds` apart, in which the bots took `bots`
 * processors' worth. The system counts in hundredths of a second, so what is left of nothing may be a little below 0.
 */
export function othersBetween(
  before: MachineTime | undefined,
  after: MachineTime | undefined,
  seconds: number,
  bots: number,
): number | undefined {
  if (before === undefined || after === undefined || seconds <= 0) return undefined;
  return Math.max(0, (after.all - before.all - (after.own - before.own)) / seconds - bots);
}
