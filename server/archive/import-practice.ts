import { ARCHIVE_LISTS, type ArchiveList, type ArchiveRow, dataFile } from '#domain/archive/columns.ts';
import type { ImportReport } from '#domain/archive/report.ts';
import { AppError } from '#domain/errors.ts';
import { act, type Action, type Caller } from '#server/db/action.ts';
import { foreignKeyViolation, uniqueViolation } from '#server/db/errors.ts';
import type { Reader } from '#server/db/database.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import { replanReminders } from '#server/letters/reminders.ts';
import { heldBy, holdImported } from '#server/archive/hold-imported.ts';
import { type Account, RowChecks } from '#server/archive/check-rows.ts';
import { addRows, noteImport, replaceHours, replaceSettings } from '#server/archive/add-rows.ts';
import type { OpenArchive } from '#server/archive/open-archive.ts';
import { type Problems, Unreadable } from '#server/archive/problems.ts';
import { readRows } from '#server/archive/read-rows.ts';

type Counts = Pick<ImportReport, 'records' | 'skipped'>;

/** Counts what an import would add; its problems are added to `problems`. */
export async function previewImport(
  { context: { db } }: Caller,
  owner: OwnerId,
  archive: OpenArchive,
  problems: Problems,
): Promise<Counts> {
  const account = { reader: db.read, engine: db.engine, owner, isEmpty: await isEmpty(db.read, owner) };
  return readArchive(archive, account, problems, null);
}

/** Stores an archive, or throws an Unreadable and keeps nothing; `isStopped` says that nobody waits any more (OWN-02). */
export async function importPractice(
  caller: Caller,
  owner: OwnerId,
  archive: OpenArchive,
  problems: Problems,
  isStopped: () => boolean,
): Promise<Counts> {
  return act(caller, owner, async (action) => {
    const { trx, engine } = action.write;
    const account = { reader: trx, engine, owner, isEmpty: await isEmpty(trx, owner) };
    const counts = await readArchive(archive, account, problems, { action, isStopped });
    if (Object.keys(counts.records).length > 0) await replanReminders(action, 'all');
    return counts;
  });
}

async function isEmpty(reader: Reader, owner: OwnerId): Promise<boolean> {
  for (const table of ['clients', 'blog_posts', 'booking', 'consent_documents'] as const) {
    if (await reader.selectFrom(table).select('id').where('user', '=', owner).limit(1).executeTakeFirst()) return false;
  }
  return true;
}

interface Storing {
  action: Action;
  isStopped: () => boolean;
}

async function readArchive(
  archive: OpenArchive,
  account: Account,
  problems: Problems,
  storing: Storing | null,
): Promise<Counts> {
  const counts: Counts = { records: {}, skipped: {} };
  const checks = new RowChecks(account, problems);
  const held: NonNullable<ReturnType<typeof heldBy>>[] = [];
  let asksConsent = false;
  for (const list of ARCHIVE_LISTS) {
    // The hours of a practice that is there already stay as they are.
    if (list === 'availability_settings' && storing && account.isEmpty && archive.has(dataFile(list)))
      await replaceHours(storing.action);
    let [added, skipped] = [0, 0];
    for await (const rows of readRows(archive, list, problems)) {
      if (storing?.isStopped()) throw new AppError(400, 'The import was stopped.');
      const unknown = await checks.missing(list, rows);
      const missing = list === 'availability_settings' && !account.isEmpty ? [] : unknown;
      added += missing.length;
      skipped += rows.length - missing.length;
      if (list === 'consent_documents')
        asksConsent ||= rows.some(({ row }) => (row as ArchiveRow<typeof list>).retired === '');
      if (!storing) continue;
      problems.stopIfAny();
      await refusing(problems, list, missing[0]?.line ?? 0, () =>
        addRows(
          storing.action,
          list,
          missing.map(({ row }) => row),
        ),
      );
      for (const { row } of missing) held.push(...[heldBy(list, row) ?? []].flat());
    }
    if (storing) await noteImport(storing.action, list, added);
    if (added > 0) counts.records[list] = added;
    if (skipped > 0) counts.skipped[list] = skipped;
  }
  const file = dataFile('profiles');
  for await (const [placed, another] of readRows(archive, 'profiles', problems)) {
    if (another) problems.add(file, 'duplicate', { line: another.line });
    if (placed?.row.ask_consent && account.isEmpty && !asksConsent)
      problems.add(file, 'relation', { line: 1, field: 'ask_consent' });
    if (!placed) continue;
    counts[account.isEmpty ? 'records' : 'skipped']['profile'] = 1;
    if (storing && account.isEmpty) await replaceSettings(storing.action, placed.row);
  }
  if (storing) {
    problems.stopIfAny();
    await holdImported(storing.action, held);
  }
  return counts;
}

/** What the checks do not foresee, the tables refuse. */
async function refusing(problems: Problems, list: ArchiveList, line: number, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Unreadable || !(uniqueViolation(error) || foreignKeyViolation(error))) throw error;
    problems.end(dataFile(list), 'conflict', { line });
  }
}
