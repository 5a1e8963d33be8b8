import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { describeError } from '#server/ground/process/log.ts';

const WITHIN_MS = 10_000;

/**
 * Tells systemd that the program serves, if a unit of `Type=notify` started it; until then the unit counts as starting.
 */
export async function tellServiceManager(log: Pick<Logger, 'warn'>): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- no setting of ours: systemd says so to whatever it starts
  if (process.env['NOTIFY_SOCKET'] === undefined) return;
  try {
    // Node cannot send to such a socket.
    await promisify(execFile)('systemd-notify', ['--ready'], { timeout: WITHIN_MS });
  } catch (error) {
    log.warn(describeError(error), 'systemd does not know that the program serves');
  }
}
