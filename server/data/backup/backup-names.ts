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
    // A leap second and 24:00 are parsed as another time.
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
 * Returns the backups to delete, of the program's backups by name, oldest first. The newest are kept, and the first of
 * each of the last weeks (from Monday) and months that have one, in UTC.
 */
export function surplusBackups(
  names: readonly string[],
  keep: { newest: number; weeks: number; months: number },
): string[] {
  const kept = new Set([
    ...names.slice(-keep.newest),
    ...firstOfEach(names, keep.weeks, (day) => `${day.yearOfWeek} ${day.weekOfYear}`),
    ...firstOfEach(names, keep.months, (day) => day.toPlainYearMonth().toString()),
  ]);
  return names.filter((name) => !kept.has(name));
}

function firstOfEach(names: readonly string[], count: number, spanOf: (day: Temporal.PlainDate) => string): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const made = backupInstant(name);
    if (made === null) continue;
    const span = spanOf(made.toZonedDateTimeISO('UTC').toPlainDate());
    if (!first.has(span)) first.set(span, name);
  }
  return count === 0 ? [] : [...first.values()].slice(-count);
}

/**
 * Returns when the newest backup in a folder was made, by its name; null without one. Names from the future, made while
 * the clock was wrong, do not count.
 */
export async function newestBackup(folder: string, now: Temporal.Instant): Promise<Temporal.Instant | null> {
  const newest = (await listBackups(folder)).findLast((name) => name <= backupName(now));
  return newest === undefined ? null : backupInstant(newest);
}
