import { readFollowed } from '#server/data/backup/follow-backup.ts';
import type { Config } from '#server/ground/config/config.ts';
import { failed, type Found, ok, warning } from '#server/operation/operator/check.ts';

/** Checks whether BACKUP_AFTER and BACKUP_PING_URL succeeded after the newest backup of this installation. */
export async function checkAfterBackup(
  config: Pick<Config, 'dataDir' | 'backupDir' | 'backupAfter' | 'backupPingUrl'>,
  now: Temporal.Instant,
): Promise<Found> {
  const { dataDir, backupDir, backupAfter, backupPingUrl } = config;
  if (backupDir === null || (backupAfter ?? backupPingUrl) === null) return ok('Nothing is to follow a backup.');
  const followed = await readFollowed(dataDir, backupDir, now);
  if (followed === null)
    return ok('The newest backup, if there is one, is not of this node: what follows it is not known here.');
  const { file, command, ping, noted } = followed;
  if (backupAfter !== null && command === 'failed') {
    return failed(`BACKUP_AFTER failed at ${noted} for ${file}: it is tried again every ten minutes.`);
  }
  if (backupPingUrl !== null && ping === 'failed') {
    return warning(
      `BACKUP_PING_URL did not answer well at ${noted} after ${file}: it is asked again every ten minutes.`,
    );
  }
  const isDue = (backupAfter !== null && command === 'due') || (backupPingUrl !== null && ping === 'due');
  return ok(isDue ? `What follows ${file} has begun, or is to begin.` : `What follows ${file} was done at ${noted}.`);
}
