import { setPriority } from 'node:os';

/**
 * Gives everything else on the machine priority. Where a service manager's filter of system calls refuses that, the
 * work continues all the same.
 */
export function takeLowPriority(niceness: number): void {
  try {
    setPriority(niceness);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
  }
}
