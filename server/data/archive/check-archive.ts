import { setImmediate as nextTurn } from 'node:timers/promises';
import { ARCHIVE_LISTS, type ArchiveRow, dataFile, type ArchiveList } from '#domain/archive/columns.ts';
import type { Caller } from '#server/ground/action.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { stateOf } from '#server/data/archive/account-state.ts';
import { heldBy, type HeldByRow } from '#server/data/archive/hold-imported.ts';
import { RowChecks, clientKeyOf } from '#server/data/archive/check-rows.ts';
import type { CheckedRows } from '#server/data/archive/checked-rows.ts';
import type { OpenArchive } from '#server/data/archive/open-archive.ts';
import type { Problems } from '#server/data/archive/problems.ts';
import { readRows } from '#server/data/archive/read-rows.ts';
import type { ImportOrder } from '#server/data/archive/store-archive.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';

/**
 * Checks an archive against the account without a transaction, and writes the rows to add into `checked`, if there are to
 * be any. Problems are added to `problems`.
 */
export async function checkArchive(
  { context: { db } }: Caller,
  owner: OwnerId,
  archive: OpenArchive,
  { problems, checked, stopIfAsked }: { problems: Problems; checked: CheckedRows | null; stopIfAsked: () => void },
): Promise<ImportOrder> {
  const account = { reader: db.read, engine: db.engine, owner, ...(await stateOf(db.read, owner)) };
  const counts: ImportOrder['counts'] = { records: {}, skipped: {} };
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
      stopIfAsked();
      const known = checks.tied.length;
      const unknown = await checks.missing(list, rows);
      const tied = checks.tied.length - known;
      // The working hours of an existing practice stay as they are.
      const missing = list === 'availability_settings' && !account.isEmpty ? [] : unknown;
      added += missing.length + tied;
      skipped += rows.length - missing.length - tied;
      if (list === 'consent_documents')
        asksConsent ||= rows.some(({ row }) => (row as ArchiveRow<typeof list>).retired === '');
      for (const { row } of missing) {
        held.push(...[heldBy(list, row) ?? []].flat());
        if ('withdrawn_at' in row && row.withdrawn_at === '') agreed.push(row.client);
      }
      await checked?.add(
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
  let settings: ImportOrder['settings'] = null;
  for await (const [placed, another] of readRows(archive, 'profiles', problems)) {
    if (another) problems.add(file, 'duplicate', { line: another.line });
    if (placed?.row.ask_consent && account.isEmpty && !asksConsent)
      problems.add(file, 'relation', { line: 1, field: 'ask_consent' });
    if (!placed) continue;
    counts[account.isEmpty ? 'records' : 'skipped']['profile'] = 1;
    if (account.isEmpty) settings = placed.row;
  }
  const replacesHours = account.isEmpty && archive.has(dataFile('availability_settings'));
  return { counts, account, held, settings, replacesHours, agreed, tied: checks.tied };
}

/**
 * Whom an import must not bring back (OWN-02). Takes lists in the archive's order: clients before what is about them.
 */
class ErasedPeople {
  readonly #clients: ReadonlySet<unknown>;
  readonly #requests: Set<unknown>;
  readonly #keys = new Set<string>();

  private constructor(clients: ReadonlySet<unknown>, requests: Set<unknown>) {
    this.#clients = clients;
    this.#requests = requests;
  }

  static async read(reader: Reader, owner: OwnerId): Promise<ErasedPeople> {
    const rows = await reader.selectFrom('erasures').selectAll().where('user', '=', owner).execute();
    const requests = rows.flatMap((row) => decodeRow('erasures', row).requests as string[]);
    return new ErasedPeople(new Set(rows.map(({ client }) => client)), new Set(requests));
  }

  covers(list: ArchiveList, row: Readonly<AnyRow>): boolean {
    if (list === 'clients') {
      const isErased = this.#clients.has(row['id']);
      if (isErased) this.#keys.add(clientKeyOf(row));
      return isErased;
    }
    if (this.#clients.has(row['client'])) return true;
    if (list === 'booking') {
      const isErased = this.#requests.has(row['id']) || this.#keys.has(clientKeyOf(row));
      if (isErased) this.#requests.add(row['id']);
      return isErased;
    }
    return list === 'consents' && this.#requests.has(row['booking']);
  }
}
