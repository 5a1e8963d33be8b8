import { setPriority } from 'node:os';

/**
 * Lets everything else on the machine go first. Where a service manager's filter of system calls refuses that, the work
 * is done all the same.
 */
export function takeLowPriority(niceness: number): void {
  try {
    setPriority(niceness);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
  }
}
