export const ExitStatus = { ok: 0, failed: 1, usage: 2 } as const;

/** Says what is wrong, and gives the status to end with. */
export function complain(message: string, status: number): number {
  console.error(`loadtest: ${message}`);
  return status;
}
