import type { Logger } from 'pino';
import { describeError } from '#server/ground/process/log.ts';

/**
 * Runs one practice's part of a job. Returns false where it failed, which is logged: the parts of the others go on.
 */
export async function runApart(log: Pick<Logger, 'warn'>, job: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    log.warn({ error: describeError(error), job }, 'a practice waits');
    return false;
  }
}
