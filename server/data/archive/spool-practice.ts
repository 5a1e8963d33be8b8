import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import {
  ARCHIVE_LISTS,
  ARCHIVE_RELATIONS,
  type ArchiveList,
  type ArchiveTable,
  columnsOf,
} from '#domain/archive/columns.ts';
import { archiveLine } from '#domain/archive/lines.ts';
import { type AppError, badRequest, unavailable } from '#domain/errors.ts';
import { bytesIn, piecesOf, type SizedRow } from '#server/ground/db/byte-pieces.ts';
import { idList, ownerBesideIds, type AnyRow, loose } from '#server/ground/db/query.ts';
import type { Database, Engine, Reader } from '#server/ground/db/database.ts';
import { decodeColumns } from '#server/ground/db/row-codec.ts';
import { columnsWithEnvelope, openRows } from '#server/ground/db/sealed-rows.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import type { Spool } from '#server/data/archive/spool.ts';

/** The longest that one snapshot is read: meanwhile SQLite's log and PostgreSQL's old rows keep growing. */
const LONGEST_MS = 10_000;
/** Rows whose places and sizes one statement reads, in SQLite in the server's own thread. */
const PLACES_AT_ONCE = 2000;

/** The place of a table's lines in the spool. */
export interface Section {
  start: number;
  end: number;
  rows: number;
}

export interface SpooledPractice {
  sections: Partial<Record<ArchiveTable, Section>>;
  /** The newest `updated` of the lists. */
  through: string;
}

interface Wanted {
  owner: OwnerId;
  /** The only client; null for the whole practice. */
  client: string | null;
}

/** Tables whose rows belong to no client: an archive of one client leaves them out. */
const OF_NOBODY: readonly ArchiveTable[] = ['blog_posts', 'templates', 'availability_settings', 'profiles'];

/** Writes the lines of a practice into the spool, as of one instant. Throws a 503 where that takes too long. */
export async function spoolPractice(db: Database, wanted: Wanted, spool: Spool): Promise<SpooledPractice> {
  const tables: ArchiveTable[] = [...ARCHIVE_LISTS, 'profiles'];
  return db.snapshot(async (reader) => {
    const practice: SpooledPractice = { sections: {}, through: '' };
    const ids = new Map<ArchiveTable, ReadonlySet<string>>();
    const began = performance.now();
    for (const table of tables) {
      if (wanted.client !== null && OF_NOBODY.includes(table)) continue;
      const keys = await keysOf(loose(reader), table, wanted);
      ids.set(table, new Set(keys.map(({ id }) => id)));
      const start = spool.size;
      for (const piece of piecesOf(keys)) {
        if (performance.now() - began > LONGEST_MS) throw unavailable('The data cannot be read fast enough now.');
        const rows = await rowsOf({ reader, engine: db.engine }, table, wanted.owner, piece);
        for (const { updated } of rows)
          if (table !== 'profiles' && String(updated) > practice.through) practice.through = String(updated);
        const lines = wanted.client === null ? rows : rows.map((row) => withoutOthers(table, row, ids));
        await spool.append(Buffer.from(lines.map((row) => archiveLine(table, row)).join('')));
        await nextTurn();
      }
      practice.sections[table] = { start, end: spool.size, rows: keys.length };
    }
    return practice;
  });
}

/**
 * Empties relations to records outside the archive of one client, which an import would miss: a session can change
 * hands.
 */
function withoutOthers(
  table: ArchiveTable,
  row: Readonly<AnyRow>,
  ids: ReadonlyMap<ArchiveTable, ReadonlySet<string>>,
): AnyRow {
  const relations = table === 'profiles' ? {} : (ARCHIVE_RELATIONS[table] ?? {});
  const others = Object.entries(relations).filter(([field, to]) => !ids.get(to)?.has(String(row[field])));
  return { ...row, ...Object.fromEntries(others.map(([field]) => [field, ''])) };
}

/** The error for a text that does not open: left out of the archive, it would look empty. */
function lockedRecord(table: ArchiveTable, id: string): AppError {
  return badRequest(`The texts of ${table} ${id} do not open: nothing was exported.`, {
    [table]: { code: 'validation_locked', message: `The texts of ${id} do not open.` },
  });
}

type Loose = Kysely<Record<string, AnyRow>>;

/** Tables that people read in an order of its own; the others are in order of client and id. */
const ORDERS: Partial<Record<ArchiveTable, string>> = {
  sessions: 'date',
  blog_posts: 'date',
  availability_settings: 'day_of_week',
};

/** Long texts of tables without an envelope. */
const LONG_TEXTS: Partial<Record<ArchiveTable, readonly string[]>> = { consent_documents: ['text'] };

/** Tables whose index by time of creation is descending. */
const NEWEST_FIRST: ReadonlySet<ArchiveTable> = new Set(['clients', 'booking']);

/** Returns the ids of a table's rows in the order of their lines, and the bytes of their texts. */
async function keysOf(reader: Loose, table: ArchiveTable, wanted: Wanted): Promise<SizedRow[]> {
  const order = [
    ...new Set([...(columnsOf(table).includes('client') ? ['client'] : []), ...[ORDERS[table] ?? []].flat(), 'id']),
  ];
  const keyed: (SizedRow & { key: string })[] = [];
  for await (const places of placesOf(reader, table, order, wanted)) {
    for (const place of places) {
      const row: AnyRow = decodeColumns(table, place);
      // Ids are unique, and times have one form: a separator below all characters keeps the order of the parts.
      const key = order.map((column) => String(row[column])).join('\n');
      keyed.push({ key, id: String(row['id']), bytes: Number(place['bytes']) });
    }
    await nextTurn();
  }
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** Yields the sort columns and sizes of a table's rows, in the order in which they were created. */
async function* placesOf(
  reader: Loose,
  table: ArchiveTable,
  order: readonly string[],
  { owner, client }: Wanted,
): AsyncGenerator<AnyRow[]> {
  const texts = sealedFields(table).length > 0 ? ['sealed'] : (LONG_TEXTS[table] ?? []);
  const size = texts.length > 0 ? bytesIn(texts) : sql<number>`0`;
  const own = reader
    .selectFrom<string>(table)
    .select([...new Set([...order, 'created'])])
    .select(size.as('bytes'))
    .where('user', '=', owner);
  const all = client === null || table === 'profiles' ? own : ofClient(own, table, owner, client);
  const isDown = NEWEST_FIRST.has(table);
  let last: AnyRow | null = null;
  do {
    const { created, id }: AnyRow = last ?? {};
    const rest = last
      ? all
          .where('created', isDown ? '<=' : '>=', created)
          .where((row) => row.or([row('created', isDown ? '<' : '>', created), row('id', '>', id)]))
      : all;
    const places: AnyRow[] = await rest
      .orderBy('created', isDown ? 'desc' : 'asc')
      .orderBy('id')
      .limit(PLACES_AT_ONCE)
      .execute();
    yield places;
    last = places.length < PLACES_AT_ONCE ? null : (places.at(-1) ?? null);
  } while (last);
}

type Keys = SelectQueryBuilder<Record<string, AnyRow>, string, AnyRow>;

function ofClient(keys: Keys, table: Exclude<ArchiveTable, 'profiles'>, owner: OwnerId, client: string): Keys {
  const column: Partial<Record<ArchiveList, string>> = { clients: 'id', consent_documents: '' };
  if (table === 'consents')
    return keys.where((row) =>
      row.or([row('client', '=', client), row('booking', 'in', ofPerson(row, 'booking', 'id'))]),
    );
  if (table === 'consent_documents') return keys.where((row) => row('id', 'in', ofPerson(row, 'consents', 'document')));
  return keys.where(column[table] ?? 'client', '=', client);

  function ofPerson(row: { selectFrom(table: string): Keys }, from: string, selected: string) {
    return row.selectFrom(from).select(selected).where('user', '=', owner).where('client', '=', client);
  }
}

async function rowsOf(
  { reader, engine }: { reader: Reader; engine: Engine },
  table: ArchiveTable,
  owner: OwnerId,
  ids: readonly string[],
): Promise<AnyRow[]> {
  const columns = columnsWithEnvelope(table, [...new Set(['id', 'updated', ...columnsOf(table)])]);
  const found = await loose(reader)
    .selectFrom<string>(table)
    .select(columns)
    .where('id', 'in', idList(engine, ids))
    .where(ownerBesideIds(engine, 'user'), '=', owner)
    .execute();
  const rows: AnyRow[] = await openRows(reader, table, found);
  const locked = rows.find((row) => columnsOf(table).some((column) => row[column] === undefined));
  if (locked) throw lockedRecord(table, String(locked['id']));
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return ids.flatMap((id): AnyRow[] => {
    const row = byId.get(id);
    return row ? [row] : [];
  });
}
