import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '#server/ground/db/migrate.ts';
import { migrations } from '#server/ground/db/migrations/all.ts';
import { openBare } from '#proofs/support/bare-database.ts';
import { forEachEngine } from '#proofs/support/engines.ts';

const STAMP = "'2026-11-20 09:00:00.000Z', '2026-11-20 09:00:00.000Z'";
const id = (name: string) => name.padEnd(15, '0');
const USER = id('anna');

forEachEngine((engine) => {
  test('OWN-05 sessions from before are there with every index and rule, and may lose their client alone', async () => {
    await using bare = await openBare(engine);
    const { db } = bare;
    const run = (text: string) => sql.raw(text).execute(db);
    const rows = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
    const indexes = async () => {
      const found = await rows(
        engine === 'sqlite'
          ? "select name, sql from sqlite_schema where tbl_name = 'sessions' and type in ('index', 'trigger') and sql is not null"
          : "select indexname as name, indexdef as sql from pg_indexes where tablename = 'sessions'",
      );
      return new Map(found.map(({ name, sql: made }) => [name, made]));
    };
    await migrate(
      db,
      engine,
      migrations.filter(({ name }) => name < '0030'),
    );
    await run(`insert into users (id, created, updated, email, email_key, "emailVisibility", verified, name, password_hash,
      token_key) values ('${USER}', ${STAMP}, 'a', 'a', 0, 1, 'Анна', '', '')`);
    await run(`insert into clients (id, created, updated, "user", name, phone, description, registration_date, handmade,
      source, identity_key, search_text) values ('${id('client')}', ${STAMP}, '${USER}', 'Олег', '1', '', '', 0, '', 'k', '')`);
    for (const name of ['one', 'two']) {
      await run(`insert into sessions (id, created, updated, "user", client, date, duration, description, status, thoughts,
        news, series, occurrence, moves, outcome, outcome_at) values ('${id(name)}', ${STAMP}, '${USER}', '${id('client')}',
        '2026-11-20 09:00:00.000Z', 60, 'о чём', 'canceled', 'мысли', 'новое', '${id('series')}', '2026-11-2${name.length}${name}',
        2, 'late', '2026-11-20 09:00:00.000Z')`);
      await run(`insert into held_time ("user", start_ms, end_ms, source, source_id, deliberate)
        values ('${USER}', 1, 2, 'session', '${id(name)}', 1)`);
    }
    const [before, made] = [await rows('select * from sessions order by id'), await indexes()];
    await migrate(
      db,
      engine,
      migrations.filter(({ name }) => name < '0033'),
    );
    const after = (await rows('select * from sessions order by id')).map(({ client_key, ...row }) => {
      assert.equal(client_key, row['client']);
      return row;
    });
    assert.deepEqual(after, before);
    const now = await indexes();
    assert.ok(made.size >= 6);
    for (const [name, statement] of made) assert.equal(now.get(name), statement);
    await assert.rejects(run(`update sessions set client = '${id('stranger')}'`));
    await assert.rejects(run(`update sessions set series = 's', occurrence = 'o'`));
    await run(`update sessions set client = '', series = '' where id = '${id('one')}'`);
    await run('delete from clients');
    assert.deepEqual(
      (await rows('select id, client from sessions')).map(({ id: left, client }) => [left, client]),
      [[id('one'), '']],
    );
    assert.deepEqual(
      (await rows('select source_id from held_time')).map(({ source_id: held }) => held),
      [id('one')],
    );
  });
});
