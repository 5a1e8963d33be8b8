import { setImmediate as nextTurn } from 'node:timers/promises';
import { ARCHIVE_LISTS, type ArchiveList, type ArchiveRow, dataFile } from '#domain/archive/columns.ts';
import type { ImportReport } from '#domain/archive/report.ts';
import { AppError } from '#domain/errors.ts';
import { act, type Caller } from '#server/db/action.ts';
import { noteImported } from '#server/consents/agreements.ts';
import { foreignKeyViolation, uniqueViolation } from '#server/db/errors.ts';
import type { Reader } from '#server/db/database.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import { insertAsIs } from '#server/records/store-many.ts';
import { heldBy, type HeldByRow, holdImported } from '#server/archive/hold-imported.ts';
import { type Account, RowChecks } from '#server/archive/check-rows.ts';
import { ErasedPeople } from '#server/archive/erased-people.ts';
import { noteImport, replaceHours, replaceSettings } from '#server/archive/add-rows.ts';
import type { CheckedRows } from '#server/archive/checked-rows.ts';
import type { OpenArchive } from '#server/archive/open-archive.ts';
import { type Problems, Unreadable } from '#server/archive/problems.ts';
import { readRows } from '#server/archive/read-rows.ts';

type Counts = Pick<ImportReport, 'records' | 'skipped'>;

interface Checked {
  counts: Counts;
  account: Account;
  held: HeldByRow[];
  settings: ArchiveRow<'profiles'> | null;
  replacesHours: boolean;
  /** The clients with an agreement that holds. */
  agreed: string[];
}

/**
 * Checks an archive against the account without a transaction, and writes the rows to add into `checked`. Problems are
 * added to `problems`.
 */
export async function checkArchive(
  { context: { db } }: Caller,
  owner: OwnerId,
  archive: OpenArchive,
  { problems, checked, isStopped }: { problems: Problems; checked: CheckedRows; isStopped: () => boolean },
): Promise<Checked> {
  const account = { reader: db.read, engine: db.engine, owner, ...(await stateOf(db.read, owner)) };
  const counts: Counts = { records: {}, skipped: {} };
  const checks = new RowChecks(account, problems);
  const held: HeldByRow[] = [];
  const agreed: string[] = [];
  const erased = await ErasedPeople.read(db.read, owner);
  let left = 0;
  let asksConsent = false;
  for (const list of ARCHIVE_LISTS) {
    let [added, skipped] = [0, 0];
    for await (const read of readRows(archive, list, problems)) {
      const rows = read.filter(({ row }) => !erased.covers(list, row));
      left += read.length - rows.length;
      if (isStopped()) throw new AppError(400, 'The import was stopped.');
      const unknown = await checks.missing(list, rows);
      // The hours of a practice that is there already stay as they are.
      const missing = list === 'availability_settings' && !account.isEmpty ? [] : unknown;
      added += missing.length;
      skipped += rows.length - missing.length;
      if (list === 'consent_documents')
        asksConsent ||= rows.some(({ row }) => (row as ArchiveRow<typeof list>).retired === '');
      for (const { row } of missing) {
        held.push(...[heldBy(list, row) ?? []].flat());
        if ('withdrawn_at' in row && row.withdrawn_at === '') agreed.push(row.client);
      }
      await checked.add(
        list,
        owner,
        missing[0]?.line ?? 0,
        missing.map(({ row }) => row),
      );
      await nextTurn();
    }
    if (added > 0) counts.records[list] = added;
    if (skipped > 0) counts.skipped[list] = skipped;
  }
  if (left > 0) counts.skipped['erased'] = left;
  const file = dataFile('profiles');
  let settings: Checked['settings'] = null;
  for await (const [placed, another] of readRows(archive, 'profiles', problems)) {
    if (another) problems.add(file, 'duplicate', { line: another.line });
    if (placed?.row.ask_consent && account.isEmpty && !asksConsent)
      problems.add(file, 'relation', { line: 1, field: 'ask_consent' });
    if (!placed) continue;
    counts[account.isEmpty ? 'records' : 'skipped']['profile'] = 1;
    if (account.isEmpty) settings = placed.row;
  }
  const replacesHours = account.isEmpty && archive.has(dataFile('availability_settings'));
  return { counts, account, held, settings, replacesHours, agreed };
}

/**
 * Stores a checked archive in one transaction, which inserts and nothing else: others' writes wait for it on SQLite.
 * Returns false where the account has changed since the check, which then has to be repeated; throws once `isStopped`
 * returns true (OWN-02). No reminder is planned: the practitioner's next save of the settings of letters does that, knowing of it.
 */
export async function storeArchive(
  caller: Caller,
  owner: OwnerId,
  { counts, account, held, settings, replacesHours, agreed, checked }: Checked & { checked: CheckedRows },
  { problems, isStopped }: { problems: Problems; isStopped: () => boolean },
): Promise<boolean> {
  return act(caller, owner, async (action) => {
    const { isEmpty, erasures } = await stateOf(action.write.trx, owner);
    if (isEmpty !== account.isEmpty || erasures !== account.erasures) return false;
    if (replacesHours) await replaceHours(action);
    for await (const { list, line, ...rows } of checked.read()) {
      if (isStopped()) throw new AppError(400, 'The import was stopped.');
      await refusing(problems, list, line, () => insertAsIs(action, list, rows));
      // The statements of SQLite run in the server's own thread.
      await nextTurn();
    }
    await noteImported(action, agreed);
    for (const list of ARCHIVE_LISTS) await noteImport(action, list, counts.records[list] ?? 0);
    if (settings) await replaceSettings(action, settings);
    await holdImported(action, held);
    return true;
  });
}

async function stateOf(reader: Reader, owner: OwnerId): Promise<Pick<Account, 'isEmpty' | 'erasures'>> {
  const { erasures } = await reader
    .selectFrom('erasures')
    .select((row) => row.fn.countAll<number | string>().as('erasures'))
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  const state = { isEmpty: Number(erasures) === 0, erasures: Number(erasures) };
  for (const table of ['clients', 'sessions', 'series', 'blog_posts', 'booking', 'consent_documents'] as const) {
    const row = await reader.selectFrom(table).select('id').where('user', '=', owner).limit(1).executeTakeFirst();
    if (row) return { ...state, isEmpty: false };
  }
  return state;
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
