/** Counts of a process since its start. */
export interface Counts {
  /** By reason: a wrong password, or a limit that refused the attempt unchecked. */
  signInsRefused: { password: number; limit: number };
  backups: { made: number; failed: number };
}

/** Returns the counts at the start of a process. */
export function newCounts(): Counts {
  return {
    signInsRefused: { password: 0, limit: 0 },
    backups: { made: 0, failed: 0 },
  };
}
