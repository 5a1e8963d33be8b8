/** What a process did since its start. */
export interface Counts {
  /** By the reason: a wrong password, or a limit that looked at none. */
  signInsRefused: { password: number; limit: number };
  backups: { made: number; failed: number };
  /** The latest run of BACKUP_AFTER and the latest call of BACKUP_PING_URL; null before the first one. */
  backupAfter: 'done' | 'failed' | null;
  backupPing: 'done' | 'failed' | null;
}

/** Returns counts of a process that starts. */
export function newCounts(): Counts {
  return {
    signInsRefused: { password: 0, limit: 0 },
    backups: { made: 0, failed: 0 },
    backupAfter: null,
    backupPing: null,
  };
}
