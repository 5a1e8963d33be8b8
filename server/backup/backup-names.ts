import { readdir } from 'node:fs/promises';

const NAME = /^kabinet-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;

/** Returns the name of a backup made at an instant, to the second; names sort by time. */
export function backupName(made: Temporal.Instant): string {
  return `kabinet-${made.toString({ smallestUnit: 'second' }).replaceAll(':', '')}.backup`;
}

/** Returns the instant in the name of a backup; null for any other name, one with an impossible date included. */
export function backupInstant(name: string): Temporal.Instant | null {
  const [, date, hour, minute, second] = NAME.exec(name) ?? [];
  if (date === undefined) return null;
  try {
    const made = Temporal.Instant.from(`${date}T${hour}:${minute}:${second}Z`);
    // A leap second and 24:00 are read as another time than they say.
    return backupName(made) === name ? made : null;
  } catch {
    return null;
  }
}

/** Returns the names of the program's own backups in a folder, oldest first; no other file is ours. */
export async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => backupInstant(name) !== null).toSorted();
}

/**
 * Returns when the newest backup in a folder was made, by its name; null without one. Names from the future, made while
 * the clock was wrong, do not count.
 */
export async function newestBackup(folder: string, now: Temporal.Instant): Promise<Temporal.Instant | null> {
  const newest = (await listBackups(folder)).findLast((name) => name <= backupName(now));
  return newest === undefined ? null : backupInstant(newest);
}
