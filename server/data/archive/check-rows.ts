import { createHash } from 'node:crypto';
import { ARCHIVE_RELATIONS, type ArchiveList, type ArchiveRow, columnsOf, dataFile } from '#domain/archive/columns.ts';
import { archiveLine } from '#domain/archive/lines.ts';
import { clientKey } from '#domain/clients/client.ts';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import { TEMPLATE_LIMITS } from '#domain/templates/template.ts';
import { idList, ownerBesideIds, type AnyRow, loose } from '#server/ground/db/query.ts';
import { columnsWithEnvelope, openRows } from '#server/ground/db/sealed-rows.ts';
import { countEndless } from '#server/practice/series/endless-limit.ts';
import type { Account } from '#server/data/archive/account-state.ts';
import type { Problems } from '#server/data/archive/problems.ts';
import type { PlacedRow } from '#server/data/archive/read-rows.ts';

type Placed = PlacedRow<ArchiveList>;

/** Values that a stored row lost when a client or a session was deleted, and that the archive still has. */
export interface TiedAgain {
  list: ArchiveList;
  id: string;
  line: number;
  values: AnyRow;
  /** The archive's own: importing the same archive again finds an equal row. */
  updated: unknown;
}

/** The rows of an archive that were checked so far, compared with those of the account. */
export class RowChecks {
  readonly #account: Account;
  readonly #problems: Problems;
  readonly #ids = new Map<ArchiveList, Set<string>>();
  /** The clients of series and of sessions. */
  readonly #clients = new Map<unknown, unknown>();
  /** Values that may occur once in a practice, by list. */
  readonly #once = new Set<string>();

  /** The number of series without an end, including the account's; null before they are counted. */
  #endless: number | null = null;

  #templates: number;

  /** Rows of the account to be tied again to what the archive brings back. */
  readonly tied: TiedAgain[] = [];

  constructor(account: Account, problems: Problems) {
    this.#account = account;
    this.#templates = account.templates;
    this.#problems = problems;
  }

  /** Returns the rows that the account does not have yet; of the others those that differ become problems. */
  async missing<List extends ArchiveList>(list: List, placed: readonly PlacedRow<List>[]): Promise<PlacedRow<List>[]> {
    const ids = this.#ids.get(list) ?? new Set<string>();
    this.#ids.set(list, ids);
    const rows = placed.filter(({ line, row }) => {
      const isNew = !ids.has(row.id);
      ids.add(row.id);
      if (!isNew) this.#problems.add(dataFile(list), 'duplicate', { line, field: 'id' });
      return isNew;
    });
    const missing = await this.#withoutStored(list, rows);
    await this.#checkRelations(list, rows);
    this.#checkClients(list, rows);
    await this.#checkOnce(list, missing);
    if (list === 'series') await this.#checkEndless(missing);
    if (list === 'templates') this.#checkTemplates(missing);
    return missing;
  }

  async #withoutStored<List extends ArchiveList>(
    list: List,
    rows: readonly PlacedRow<List>[],
  ): Promise<PlacedRow<List>[]> {
    const { reader, engine, owner, isEmpty } = this.#account;
    const replaces = isEmpty && list === 'availability_settings';
    const stored = await loose(reader)
      .selectFrom<string>(list)
      .select(columnsWithEnvelope(list, ['user', ...columnsOf(list)]))
      .where(
        'id',
        'in',
        idList(
          engine,
          rows.map(({ row }) => row.id),
        ),
      )
      .execute();
    const opened: AnyRow[] = await openRows(reader, list, stored);
    const byId = new Map(opened.map((row) => [row['id'], row]));
    return rows.filter(({ line, row }) => {
      const known = byId.get(row.id);
      if (!known || (replaces && known['user'] === owner)) return true;
      const why = known['user'] === owner ? 'differs' : 'taken';
      const values = why === 'taken' ? null : takenFrom(list, known, row);
      if (values && Object.keys(values).length > 0)
        this.tied.push({ list, id: row.id, line, values, updated: (row as AnyRow)['updated'] });
      if (!values) this.#problems.add(dataFile(list), why, { line, field: 'id' });
      return false;
    });
  }

  async #checkRelations(list: ArchiveList, rows: readonly Placed[]): Promise<void> {
    for (const [field, target] of Object.entries(ARCHIVE_RELATIONS[list] ?? {})) {
      const known = this.#ids.get(target);
      const id = ({ row }: Placed): string => String((row as AnyRow)[field]);
      const elsewhere = rows.filter((placed) => id(placed) !== '' && !known?.has(id(placed)));
      if (elsewhere.length === 0) continue;
      const found = await this.#ownIds(target, elsewhere.map(id));
      for (const placed of elsewhere) {
        if (!found.has(id(placed))) this.#problems.add(dataFile(list), 'relation', { line: placed.line, field });
      }
    }
  }

  /**
   * A session or a skip of another client than its series has would keep that client from ever being deleted; a payment
   * for another client's session would pay that.
   */
  #checkClients(list: ArchiveList, placed: readonly Placed[]): void {
    const field = list === 'payments' ? 'session' : 'series';
    for (const { line, row } of placed as readonly { line: number; row: AnyRow }[]) {
      if (list === 'series' || list === 'sessions') this.#clients.set(row['id'], row['client']);
      const client = this.#clients.get(row[field]);
      if (client !== undefined && client !== row['client'])
        this.#problems.add(dataFile(list), 'relation', { line, field });
    }
  }

  async #ownIds(list: ArchiveList, ids: readonly string[]): Promise<Set<unknown>> {
    const { reader, engine, owner } = this.#account;
    const rows = await loose(reader)
      .selectFrom<string>(list)
      .select(list === 'series' || list === 'sessions' ? ['id', 'client'] : ['id'])
      .where('id', 'in', idList(engine, ids))
      .where(ownerBesideIds(engine, 'user'), '=', owner)
      .execute();
    for (const { id, client } of rows) if (client !== undefined) this.#clients.set(id, client);
    return new Set(rows.map(({ id }) => id));
  }

  async #checkOnce(list: ArchiveList, rows: readonly Placed[]): Promise<void> {
    const file = dataFile(list);
    for (const { line, row } of rows) {
      for (const [field, value] of onceOf(list, row)) {
        const key = `${list} ${field} ${value}`;
        if (this.#once.has(key)) this.#problems.add(file, 'duplicate', { line, field });
        this.#once.add(key);
      }
      if (list !== 'consent_documents') continue;
      const { text, hash } = row as ArchiveRow<'consent_documents'>;
      if (createHash('sha256').update(text).digest('hex') !== hash)
        this.#problems.add(file, 'invalid', { line, field: 'hash' });
    }
    if (list === 'clients') await this.#checkPeople(rows);
  }

  async #checkEndless(rows: readonly Placed[]): Promise<void> {
    this.#endless ??= await countEndless(this.#account.reader, this.#account.owner);
    for (const { line, row } of rows) {
      if (!('until' in row) || row.until !== '') continue;
      this.#endless += 1;
      if (this.#endless > SERIES_LIMITS.mostEndless)
        this.#problems.add(dataFile('series'), 'too_many', { line, field: 'until' });
    }
  }

  #checkTemplates(rows: readonly Placed[]): void {
    for (const { line } of rows) {
      this.#templates += 1;
      if (this.#templates > TEMPLATE_LIMITS.most)
        this.#problems.add(dataFile('templates'), 'too_many', { line, field: 'name' });
    }
  }

  /** Reports persons whom the account has under another id. */
  async #checkPeople(rows: readonly Placed[]): Promise<void> {
    const { reader, engine, owner } = this.#account;
    const keys = new Map(rows.map(({ line, row }) => [clientKeyOf(row), line]));
    const stored = await reader
      .selectFrom('clients')
      .select('identity_key')
      .where('user', '=', owner)
      .where('identity_key', 'in', idList(engine, [...keys.keys()]))
      .execute();
    for (const { identity_key: key } of stored) {
      this.#problems.add(dataFile('clients'), 'conflict', { line: keys.get(key ?? '') ?? 0, field: 'name' });
    }
  }
}

/**
 * Returns what a stored row has lost of the archive's because a client or a session was deleted: its relations, and the
 * note of a payment. Returns null where it differs in anything else.
 */
function takenFrom(list: ArchiveList, stored: Readonly<AnyRow>, row: Readonly<AnyRow>): AnyRow | null {
  const lost = [...Object.keys(ARCHIVE_RELATIONS[list] ?? {}), ...(list === 'payments' ? ['note'] : [])].filter(
    (column) => (stored[column] ?? '') === '' && row[column] !== '',
  );
  const values = Object.fromEntries(lost.map((column) => [column, row[column]]));
  const whole = lost.length === 0 ? stored : { ...stored, ...values, updated: row['updated'] };
  return archiveLine(list, whole) === archiveLine(list, row) ? values : null;
}

export function clientKeyOf(row: Readonly<AnyRow>): string {
  return clientKey(String(row['name']), String(row['phone']));
}

/** Returns the values of a row that may occur once in a practice, each with the field to blame. */
function onceOf(list: ArchiveList, row: Readonly<AnyRow>): [field: string, value: string][] {
  const of = (column: string): string => String(row[column]);
  switch (list) {
    case 'clients':
      return [['name', clientKeyOf(row)]];
    case 'sessions':
      return of('series') === '' ? [] : [['occurrence', `${of('series')} ${of('occurrence')}`]];
    case 'series_skips':
      return [['occurrence', `${of('series')} ${of('occurrence')}`]];
    case 'availability_settings':
      return [['day_of_week', of('day_of_week')]];
    case 'consent_documents':
      return [
        ['version', of('version')],
        ...(of('retired') === '' ? [['retired', ''] satisfies [string, string]] : []),
      ];
    default:
      return [];
  }
}
