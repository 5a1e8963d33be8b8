import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { FIXED_TABLES, fillTables } from '#proofs/support/filled-tables.ts';
import type { KeptStatement } from '#proofs/support/keep-statements.ts';
import { plantTables } from '#proofs/support/sqlite-tables.ts';

// `npm test` runs this file behind all others: until then each test worker keeps what the program sends to SQLite. Plans
// of PostgreSQL follow its estimates of costs, which change with its version and its settings; the indexes are the same.

/** Where the program may read a whole table that grows. */
const WHOLE: [file: string, table: string, why: string][] = [
  ['accounts/keys/change-key-file.ts', 'data_keys', 'a change of the key file wraps every key again'],
  ['accounts/keys/resealer.ts', 'data_keys', 'one small row for each practitioner'],
  ['accounts/second-factor/waiting-sign-ins.ts', 'waiting_sign_ins', 'its rows live for minutes'],
  ['accounts/sign-ins/sign-ins.ts', 'users', 'once an hour, one row for each practitioner'],
  ['data/backup/inspect-database.ts', '*', 'a check of a backup counts what is in it'],
  ['data/backup/restored-key.ts', '*', 'where the key file is lost, every text is'],
  ['data/erasures/erase-again.ts', 'erasures', 'once at a start'],
  ['data/move/copy-tables.ts', '*', 'a move to the other engine takes everything along'],
  ['operation/operator/accounts.ts', 'users', 'the operator lists all accounts'],
  ['operation/operator/check-data.ts', 'journal', 'its newest row, by its key'],
  ['practice/letters/plan-due-reminders.ts', 'profiles', 'every practice has its own hours before a session'],
  ['practice/series/apply-zone-rules.ts', 'series', 'once an hour, and a practice has some tens of series'],
];

/** Where the program may sort what it found, because it is little. */
const SORTED: [file: string, why: string][] = [
  ['practice/letters/told.ts', 'what was told of the sessions of one press'],
  ['practice/sessions/skip-occurrence.ts', 'the skips of one session'],
  ['accounts/keys/resealer.ts', 'one small row for each practitioner'],
  ['accounts/sign-ins/sign-in-list-routes.ts', 'one practitioner has a few sign-ins that are alive'],
  ['data/archive/spool-practice.ts', 'the rows of one client, and the seven days of the hours'],
  ['data/csv-import/take-back.ts', 'the clients of one import, and the imports of a day'],
  ['data/erasures/erase-again.ts', 'one client whom an older backup brought back'],
  ['ground/journal/view-days.ts', 'the views of the days of one page'],
  ['operation/operator/accounts.ts', 'the operator lists all accounts'],
  ['practice/booking/reject-sender.ts', 'a practice has a few requests that wait'],
  ['practice/clients/change-client.ts', 'the clients of one name'],
  ['practice/letters/outcomes.ts', 'the letters to one client'],
  ['practice/money/pay-session.ts', 'the payments for one session'],
  ['practice/money/session-money.ts', 'the sessions that a screen asks for by their ids'],
  ['practice/money/year.ts', 'one year of one practice'],
  ['practice/series/apply-zone-rules.ts', 'once an hour, and practices are in a few time zones'],
  ['practice/series/practice.ts', 'what meets the occurrences of one series'],
  ['records/find-page.ts', 'callers sort by any field; records/query-plan.test.ts has the lists of the screens'],
];

/** Taken by the values of a caller's filter: server/records/query-plan.test.ts sees it taken. */
const BY_VALUES = ['sessions_open'];

interface Explained extends KeptStatement {
  plan: string[];
}

interface Index {
  table: string;
  name: string;
  unique: number;
  partial: number;
}

let folder: string;
let db: DatabaseSync;
let tables: string[];
let indexes: Index[];
let kept: KeptStatement[];
let explained: Explained[];

before(async () => {
  kept = readKept();
  folder = mkdtempSync(join(tmpdir(), 'kabinet-explained-'));
  await plantTables(join(folder, 'data'));
  db = new DatabaseSync(join(folder, 'data', DATABASE_FILE));
  for (const name of ['fold', 'contains_folded']) db.function(name, { varargs: true, deterministic: true }, () => 1);
  fillTables(db);
  db.exec('analyze');
  tables = rows<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and name not like 'sqlite%'`,
  )
    .map(({ name }) => name)
    .filter((name) => !FIXED_TABLES.includes(name));
  indexes = tables.flatMap((table) =>
    rows<Index>('select ? as "table", name, "unique", partial from pragma_index_list(?)', table, table),
  );
  explained = [...kept, ...tables.flatMap(deletionsOf)].map((one) => ({ ...one, plan: planOf(one.sql) }));
});
after(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function readKept(): KeptStatement[] {
  const from = process.env['KEEP_STATEMENTS'];
  assert.ok(from, 'npm test -- queries-explained runs the suites, whose statements are explained');
  const lines = readdirSync(from).flatMap((name) => readFileSync(join(from, name), 'utf8').split('\n'));
  const all = lines.filter(Boolean).map((line): KeptStatement => JSON.parse(line));
  return [...new Map(all.map((one) => [one.sql, one])).values()].toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

function rows<Row>(sql: string, ...values: string[]): Row[] {
  return db.prepare(sql).all(...values) as Row[];
}

/** What SQLite itself runs where the row that a foreign key refers to is deleted. */
function deletionsOf(table: string): KeptStatement[] {
  const keys = rows<{ columns: string }>(
    `select group_concat('"' || "from" || '" = ?', ' and ') as columns from pragma_foreign_key_list(?) group by id`,
    table,
  );
  return keys.map(({ columns }) => ({ sql: `delete from "${table}" where ${columns}`, from: `a key of ${table}` }));
}

/** Without the values: PostgreSQL does not know them either where it plans a statement once, for a partial index say. */
function planOf(sql: string): string[] {
  return rows<{ detail: string }>(`explain query plan ${sql}`).map(({ detail }) => detail);
}

/** Returns the growing table that a step reads from its first row to its last; null for all other steps. */
function scannedTable({ sql }: Explained, step: string): string | null {
  if (/ AUTOMATIC |\bANY\(/.test(step)) return step;
  const [, name] = /^SCAN (\w+)/.exec(step) ?? [];
  if (name === undefined) return null;
  const [, aliased = name] = new RegExp(`"?(\\w+)"? as "?${name}\\b`, 'i').exec(sql) ?? [];
  const [, index] = / INDEX (\w+)/.exec(step) ?? [];
  const isPart = indexes.some((one) => one.name === index && one.partial === 1);
  return tables.includes(aliased) && !isPart ? aliased : null;
}

/**
 * Returns the index that a step needs. A count of a whole table reads whichever is the smallest, and all rows of a
 * practitioner are found by any that begins with them.
 */
function servingIndex(one: Explained, step: string): string | undefined {
  const [, name, by] = / INDEX (\w+)(.*)$/.exec(step) ?? [];
  const index = indexes.find((known) => known.name === name);
  const isAny =
    by === ' (user=?)' && index?.partial === 0 && columnsOf(index).length > 1 && !/ order by /.test(one.sql);
  return isAny || scannedTable(one, step) !== null ? undefined : name;
}

function columnsOf({ name }: Index): string[] {
  return rows<{ column: string }>(
    `select name || iif("desc", ' desc', '') as column from pragma_index_xinfo(?) where key = 1 order by seqno`,
    name,
  ).map(({ column }) => column);
}

const show = ({ from, sql, plan }: Explained) =>
  `${from}\n  ${sql.replaceAll(/\s+/g, ' ')}\n    ${plan.join('\n    ')}`;

test('every table that grows is filled, and the suites make the program read or write it', () => {
  const isEmpty = (table: string) => rows(`select 1 from "${table}" limit 50`).length < 50;
  assert.deepEqual(tables.filter(isEmpty), []);
  const all = kept.map(({ sql }) => sql).join('\n');
  assert.deepEqual(
    tables.filter((name) => !new RegExp(`(from|into|update) "?${name}\\b`).test(all)),
    [],
  );
});

test('no statement reads a whole table that grows with practices or years', () => {
  const used = new Set<string>();
  const found = explained.filter((one) =>
    one.plan.some((step) => {
      const table = scannedTable(one, step);
      const reason = WHOLE.find(([file, of]) => one.from.startsWith(`server/${file}`) && (of === '*' || of === table));
      if (table !== null && reason) used.add(reason[2]);
      return table !== null && !reason;
    }),
  );
  assert.deepEqual(found.map(show), [], found.map(show).join('\n'));
  assert.deepEqual(
    WHOLE.filter(([, , why]) => !used.has(why)),
    [],
    'exceptions that nothing needs',
  );
});

test('no statement sorts a list that grows', () => {
  const used = new Set<string>();
  const found = explained.filter((one) => {
    // Rows whose first terms are the same are sorted by the last.
    if (!one.plan.some((step) => /USE TEMP B-TREE FOR (?!LAST )/.test(step))) return false;
    const reason = SORTED.find(([file]) => one.from.startsWith(`server/${file}`));
    if (reason) used.add(reason[0]);
    return !reason;
  });
  assert.deepEqual(found.map(show), [], found.map(show).join('\n'));
  assert.deepEqual(
    SORTED.filter(([file]) => !used.has(file)),
    [],
    'exceptions that nothing needs',
  );
});

test('every index serves a statement, or keeps rows unique', () => {
  const used = new Set(explained.flatMap((one) => one.plan.map((step) => servingIndex(one, step))));
  const names = indexes.filter(({ name, unique }) => unique === 0 && !used.has(name)).map(({ name }) => name);
  assert.deepEqual(names, BY_VALUES);
});

test('no index is the beginning of another one', () => {
  const whole = indexes
    .filter(({ partial }) => partial === 0)
    .map((index) => ({ ...index, columns: columnsOf(index) }));
  const spare = whole.filter((index) =>
    whole.some(
      (longer) =>
        index.unique === 0 &&
        longer.name !== index.name &&
        longer.table === index.table &&
        index.columns.every((column, at) => longer.columns[at] === column),
    ),
  );
  assert.deepEqual(
    spare.map(({ name }) => name),
    [],
  );
});
