/** What a process did since its start. */
export interface Counts {
  /** By the reason: a wrong password, or a limit that looked at none. */
  signInsRefused: { password: number; limit: number };
  backups: { made: number; failed: number };
}

/** Returns counts of a process that starts. */
export function newCounts(): Counts {
  return {
    signInsRefused: { password: 0, limit: 0 },
    backups: { made: 0, failed: 0 },
  };
}
