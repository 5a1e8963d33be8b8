import type { Logger } from 'pino';
import { describeError } from '#server/ground/process/log.ts';

/**
 * Runs the part of a job for one practice. Logs a failure and returns false, so that the other practices are not
 * affected.
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
