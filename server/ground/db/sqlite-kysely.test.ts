import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type Transaction } from 'kysely';
import { connect } from '#server/ground/db/node-sqlite.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import { sqliteReader, sqliteWriter } from '#server/ground/db/sqlite-kysely.ts';

function openWriter(beforeBegin: () => void = () => undefined) {
  const connection = connect(':memory:', 'write');
  return { writer: sqliteWriter(connection, beforeBegin), [Symbol.dispose]: () => connection.close() };
}

test('a statement outside waits for the end of an open transaction', async () => {
  using opened = openWriter();
  const { writer } = opened;
  await sql`create table t (n integer) strict`.execute(writer);
  const seen: string[] = [];
  let outside: Promise<unknown> = Promise.resolve();
  await writer.transaction().execute(async (trx) => {
    outside = sql`insert into t values (2)`.execute(writer).then(() => seen.push('outside'));
    for (let turn = 0; turn < 20; turn += 1) await sql`insert into t values (1)`.execute(trx);
    seen.push('inside');
  });
  await outside;
  assert.deepEqual(seen, ['inside', 'outside']);
});

test('a transaction takes no statement once it has ended', async () => {
  using opened = openWriter();
  const { writer } = opened;
  await sql`create table t (n integer) strict`.execute(writer);
  let kept: Transaction<Schema> | null = null;
  await writer.transaction().execute(async (trx) => void (kept = trx));
  await assert.rejects(async () => kept && sql`insert into t values (1)`.execute(kept), /already committed/);
  const { rows } = await sql`select * from t`.execute(writer);
  assert.deepEqual(rows, []);
});

test('a transaction begins with its check and is taken back as a whole', async () => {
  let begun = 0;
  using opened = openWriter(() => void (begun += 1));
  const { writer } = opened;
  await sql`create table t (n integer) strict`.execute(writer);
  const failing = writer.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`insert into t values (1), (2)`.execute(trx);
    assert.equal(numAffectedRows, 2n);
    throw new Error('no');
  });
  await assert.rejects(failing, /^Error: no$/);
  const { rows } = await sql`select * from t`.execute(writer);
  assert.deepEqual([rows, begun], [[], 1]);
});

test('the number of rows to read is no reason to plan a statement again', () => {
  using opened = openWriter();
  const reader = sqliteReader(connect(':memory:', 'write'));
  for (const kysely of [opened.writer, reader]) {
    const { sql: text, parameters } = kysely.selectFrom('users').select('id').limit(30).compile();
    assert.match(text, /limit cast\(\? as integer\)$/);
    assert.deepEqual(parameters, [30]);
  }
});
