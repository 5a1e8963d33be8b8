import { setPriority } from 'node:os';

/**
 * Gives everything else on the machine priority. Where a service manager filters that system call, the work continues
 * with normal priority.
 */
export function takeLowPriority(niceness: number): void {
  try {
    setPriority(niceness);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR')) throw error;
  }
}
