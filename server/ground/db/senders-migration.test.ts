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

/** Requests from before the column of their client: id, name, phone, status, session. */
const REQUESTS = [
  ['session', 'Переименована', '1', 'confirmed', id('visit')],
  ['key', ' АЛЁНА  Иванова', '8 (916) 204-18-35', 'confirmed', id('gone')],
  ['declined', 'Алена Иванова', '+79162041835', 'cancelled', ''],
  ['waiting', 'Алёна Иванова', '+79162041835', 'pending', ''],
  ['nobody', 'Олег', '112233', 'confirmed', ''],
] as const;

forEachEngine((engine) => {
  test('CLIENT-12 requests from before know the client by the session or by name and phone, and go with it', async () => {
    await using bare = await openBare(engine);
    const { db } = bare;
    const run = (text: string) => sql.raw(text).execute(db);
    await migrate(
      db,
      engine,
      migrations.filter(({ name }) => name < '0016'),
    );
    await run(`insert into users (id, created, updated, email, email_key, "emailVisibility", verified, name, password_hash,
      token_key) values ('${USER}', ${STAMP}, 'a', 'a', 0, 1, 'Анна', '', '')`);
    await run(`insert into clients (id, created, updated, "user", name, phone, description, registration_date, handmade,
      source, identity_key, search_text) values ('${id('client')}', ${STAMP}, '${USER}', 'Алёна Иванова', '1', '', '', 0, '',
      'алена иванова' || ${engine === 'postgres' ? 'chr(10)' : 'char(10)'} || '79162041835', '')`);
    await run(`insert into sessions (id, created, updated, "user", client, date, duration, description, status, thoughts,
      news) values ('${id('visit')}', ${STAMP}, '${USER}', '${id('client')}', '2026-11-20 09:00:00.000Z', 60, '',
      'scheduled', '', '')`);
    for (const [name, person, phone, status, session] of REQUESTS) {
      await run(`insert into booking (id, created, updated, "user", name, phone, date, status, message, time_zone, session)
        values ('${id(name)}', ${STAMP}, '${USER}', '${person}', '${phone}', '2026-11-30 09:00:00.000Z', '${status}', '', '',
        '${session}')`);
    }
    await run(`insert into held_time ("user", start_ms, end_ms, source, source_id, deliberate)
      values ('${USER}', 1, 2, 'booking', '${id('waiting')}', 0)`);
    await migrate(db, engine);
    const { rows } = await sql<{ id: string; client: string; held_since: string }>`
      select id, client, held_since from booking order by id
    `.execute(db);
    const found = Object.fromEntries(rows.map((row) => [row.id.replace(/0+$/, ''), [row.client, row.held_since]]));
    assert.deepEqual(found, {
      session: [id('client'), ''],
      key: [id('client'), ''],
      declined: [id('client'), ''],
      waiting: ['', '2026-11-20 09:00:00.000Z'],
      nobody: ['', ''],
    });
    await assert.rejects(run(`update booking set client = '${id('stranger')}' where id = '${id('nobody')}'`));
    await run('delete from clients');
    const left = await sql<{ id: string }>`select id from booking order by id`.execute(db);
    assert.deepEqual(
      left.rows.map((row) => row.id),
      [id('nobody'), id('waiting')],
    );
    await run(`delete from booking where id = '${id('waiting')}'`);
    assert.deepEqual((await sql`select * from held_time`.execute(db)).rows, []);
  });
});
