import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ARCHIVE_COLUMNS, type ArchiveTable, columnsOf } from '#domain/archive/columns.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { DEPENDENTS } from '#server/records/delete-with-dependents.ts';
import { inProject } from '#server/ground/process/project-root.ts';
import { forEachEngine, openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';

interface Reference {
  table: string;
  column: string;
  target: string;
  action: string;
}

async function referencesOf({ db }: TestDatabase): Promise<Reference[]> {
  const { rows } = await (
    db.engine === 'sqlite'
      ? sql<Reference>`select m.name as "table", f."from" as "column", f."table" as target, lower(f.on_delete) as action
          from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table' and f.seq = 0`
      : sql<Reference>`select conrelid::regclass::text as "table", attname as "column",
          confrelid::regclass::text as target, case confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as action
          from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where contype = 'f'`
  ).execute(db.read);
  return rows;
}

/** Foreign keys whose cascade deletes no record. */
const NO_RECORDS = [
  'booking.session sessions set null',
  'payments.client clients set null',
  'payments.session sessions set null',
  'removed_sessions.client clients cascade',
  'told.client clients cascade',
  'told.letter letters cascade',
  'visit_links.booking booking cascade',
  'visit_links.session sessions cascade',
];

forEachEngine((engine) => {
  const listed = ALL_TABLES.filter((table) => table.engine === undefined || table.engine === engine);

  test('API-05 every table of the database has an entry, and every column that an entry names is there', async () => {
    await using data = await openTestDatabase(engine);
    const tables = await data.db.read.introspection.getTables();
    assert.deepEqual(tables.map(({ name }) => name).toSorted(), listed.map(({ name }) => name).toSorted());
    for (const { name, owner, key, order, client } of listed) {
      const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
      const named = [owner, ...key, order?.column, client].filter((column) => typeof column === 'string');
      assert.deepEqual(new Set(named).difference(new Set(columns)), new Set(), name);
    }
  });

  test('OWN-01 an archive has every column of a table, computes it or knows why it stays behind', async () => {
    await using data = await openTestDatabase(engine);
    const tables = await data.db.read.introspection.getTables();
    const columns = (table: string) => tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    const archived = listed.flatMap(({ name, archive }) => (archive ? [{ name, archive }] : []));
    assert.deepEqual(archived.map(({ name }) => name).toSorted(), Object.keys(ARCHIVE_COLUMNS).toSorted());
    for (const table of Object.keys(ARCHIVE_COLUMNS) as ArchiveTable[]) {
      const { archive = [] } = archived.find(({ name }) => name === table) ?? {};
      const stored = [...columns(table), ...sealedFields(table)];
      assert.deepEqual([...columnsOf(table), ...archive].toSorted(), stored.toSorted(), table);
    }
  });

  test('AUTH-12 every row of a practitioner goes with the account, and no other row does', async () => {
    await using data = await openTestDatabase(engine);
    const found = (await referencesOf(data)).filter(({ target, action }) => target === 'users' && action === 'cascade');
    const wanted = listed.filter(({ deletion }) => deletion === 'pieces' || deletion === 'cascade');
    assert.deepEqual(
      [...new Set(found.map(({ table }) => table))].toSorted(),
      wanted.map(({ name }) => name).toSorted(),
    );
    assert.deepEqual(
      wanted.map(({ name }) => name),
      listed.filter(({ owner }) => owner === 'user').map(({ name }) => name),
    );
  });

  test('CLIENT-06 every record that the database deletes with another is known to the journal and to streams', async () => {
    await using data = await openTestDatabase(engine);
    const found = (await referencesOf(data))
      .filter(({ target, action }) => target !== 'users' && action !== 'no action')
      .map(({ table, column, target, action }) => `${table}.${column} ${target} ${action}`);
    const known = Object.entries(DEPENDENTS).flatMap(([target, dependents]) =>
      Object.entries(dependents).map(([name, column]) => `${name}.${column} ${target} cascade`),
    );
    assert.deepEqual(found.toSorted(), [...known, ...NO_RECORDS].toSorted());
  });

  test('no row points at one of a later table', async () => {
    await using data = await openTestDatabase(engine);
    const place = (table: string): number => listed.findIndex(({ name }) => name === table);
    for (const { table, target } of await referencesOf(data)) assert.ok(place(target) < place(table), table);
  });
});

test('the dump that postgres-and-nodes.md describes leaves out what a backup empties', () => {
  const text = readFileSync(inProject('docs/operations/postgres-and-nodes.md'), 'utf8');
  const left = [...text.matchAll(/--exclude-table-data=(\w+)/g)].map(([, name]) => String(name));
  // Tables of nodes are not logged, and an option of `pg_dump` leaves out their rows.
  const emptied = ALL_TABLES.filter(({ backup, engine }) => backup === 'emptied' && engine === undefined);
  assert.deepEqual(left.toSorted(), emptied.map(({ name }) => name).toSorted());
  assert.match(text, /--no-unlogged-table-data/);
});
