import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { foreignKeyViolation, uniqueViolation } from '#server/ground/db/errors.ts';
import { loose } from '#server/ground/db/query.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { COLUMNS, type Kind } from '#proofs/support/expected-columns.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addBooking, addClient, addPractitioner, addSession, clientRow, sessionRow } from '#proofs/support/rows.ts';

const KINDS: Record<string, Kind> = {
  TEXT: 'text',
  INTEGER: 'integer',
  text: 'text',
  int4: 'integer',
  int8: 'integer',
};

/** The columns that can be NULL: optional relations and times, and the key of a client whom no request can match. */
const NULLABLE = [
  'booking.client',
  'booking.held_since',
  'booking.session',
  'clients.identity_key',
  'clients.import',
  'clients.price',
  'clients.registration_date',
  'consent_documents.retired',
  'consents.booking',
  'consents.client',
  'consents.withdrawn_at',
  'data_keys.retired',
  'invitations.used',
  'invitations.used_by',
  'letter_holds.cleared',
  'letter_holds.held',
  'letters.booking',
  'letters.claimed',
  'letters.client',
  'letters.not_before',
  'letters.sent_at',
  'letters.series',
  'letters.session',
  'letters.stranger',
  'news.after',
  'news.before',
  'news.booking',
  'news.client',
  'news.session',
  'outbox.account',
  'outbox.address',
  'outbox.claimed',
  'outbox.not_before',
  'payments.client',
  'payments.session',
  'payments.until',
  'profiles.license_expires_at',
  'profiles.license_verified_at',
  'profiles.price',
  'removed_sessions.client',
  'second_factors.guesses_since',
  'second_factors.turned_on',
  'series.previous',
  'series.remind_from',
  'series.until',
  'series_skips.session',
  'sessions.client',
  'sessions.occurrence',
  'sessions.outcome_at',
  'sessions.price',
  'sessions.remind_from',
  'sessions.series',
  'strict_keys.swept',
  'strict_keys.turned_on',
  'told.letter',
  'users.deleted',
  'users.locked',
  'visit_links.booking',
  'visit_links.revoked',
  'visit_links.session',
];

forEachEngine((engine) => {
  test('API-05 tables and columns are those of the schema', async () => {
    await using data = await openTestDatabase(engine);
    const tables = (await data.db.read.introspection.getTables()).filter(({ name }) => Object.hasOwn(COLUMNS, name));
    const found = Object.fromEntries(
      tables.map(({ name, columns }) => [
        name,
        Object.fromEntries(columns.map((column) => [column.name, KINDS[column.dataType]])),
      ]),
    );
    assert.deepEqual(found, COLUMNS);
    const nullable = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => column.isNullable).map((column) => `${name}.${column.name}`),
    );
    assert.deepEqual(nullable.toSorted(), NULLABLE);
  });

  test('a value of a wrong type is refused, never cast', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    for (const value of ['many', 1.5, null, true]) {
      const update = data.db.write(({ trx }) =>
        sql`update profiles set buffer_minutes = ${value} where "user" = ${owner}`.execute(trx),
      );
      await assert.rejects(update);
    }
  });

  test('every text column is compared and ordered by code point', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const names = ['Яков', 'яна', 'Ёлкина', 'ёжик', 'Zoe', 'anna', 'Анна', '_', '10', '9'];
    for (const name of names) await addClient(data.db, owner, { name });
    const rows = await data.db.read.selectFrom('clients').select('name').orderBy('name').execute();
    assert.deepEqual(
      rows.map((row) => row.name),
      names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  test("API-03 a session cannot point at a neighbour's client, even by raw SQL", async () => {
    await using data = await openTestDatabase(engine);
    const [anna, olga] = [await addPractitioner(data.db), await addPractitioner(data.db)];
    const client = await addClient(data.db, anna);
    await assert.rejects(addSession(data.db, olga, client.id), foreignKeyViolation);
    const session = await addSession(data.db, anna, client.id);
    const moved = data.db.write(({ trx }) =>
      sql`update sessions set "user" = ${olga} where id = ${session.id}`.execute(trx),
    );
    await assert.rejects(moved, foreignKeyViolation);
  });

  test('a row without an owner is refused', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    await data.db.write(({ trx }) => trx.deleteFrom('users').where('id', '=', owner).execute());
    await assert.rejects(addClient(data.db, owner), foreignKeyViolation);
  });

  test('CLIENT-06 the sessions of a client go with it, those of others stay', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const [one, two] = [await addClient(data.db, owner), await addClient(data.db, owner, { name: 'Пётр Ильин' })];
    await addSession(data.db, owner, one.id);
    await addSession(data.db, owner, one.id);
    const kept = await addSession(data.db, owner, two.id);
    await data.db.write(({ trx }) => trx.deleteFrom('clients').where('id', '=', one.id).execute());
    const sessions = await data.db.read.selectFrom('sessions').select('id').execute();
    assert.deepEqual(sessions, [{ id: kept.id }]);
  });

  test('everything a practitioner owns goes with the account, and nothing of a neighbour', async () => {
    await using data = await openTestDatabase(engine);
    const practitioners = [await addPractitioner(data.db), await addPractitioner(data.db)] as const;
    for (const owner of practitioners) {
      const client = await addClient(data.db, owner);
      await addSession(data.db, owner, client.id);
      await addBooking(data.db, owner);
    }
    const [gone, kept] = practitioners;
    await data.db.write(({ trx }) => trx.deleteFrom('users').where('id', '=', gone).execute());
    for (const table of ['profiles', 'clients', 'sessions', 'booking'] as const) {
      const rows = await data.db.read.selectFrom(table).select('user').execute();
      assert.deepEqual(rows, [{ user: kept }], table);
    }
  });

  test('CLIENT-09 a second client with the same key is refused, and which columns are to blame is known', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const client = await addClient(data.db, owner);
    await assert.rejects(addClient(data.db, owner), (error) => {
      assert.deepEqual(uniqueViolation(error), { table: 'clients', columns: ['user', 'identity_key'] });
      return true;
    });
    await assert.rejects(addClient(data.db, owner, { id: client.id, name: 'Другая' }), (error) => {
      assert.deepEqual(uniqueViolation(error), { table: 'clients', columns: ['id'] });
      return true;
    });
    await addClient(data.db, owner, { identity_key: null });
    await addClient(data.db, owner, { identity_key: null });
    await addClient(data.db, await addPractitioner(data.db));
  });

  test('API-04 values outside a closed list are refused by the tables as well', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const client = await addClient(data.db, owner);
    await addBooking(data.db, owner);
    const refused = [
      () => addClient(data.db, owner, { id: 'short', identity_key: null }),
      () => addClient(data.db, owner, { handmade: 2, identity_key: null }),
      () => addClient(data.db, owner, { created: '2026-11-21', identity_key: null }),
      () => addSession(data.db, owner, client.id, { status: 'done' }),
      () => addSession(data.db, owner, client.id, { duration: 0 }),
      () => addSession(data.db, owner, client.id, { date: '' }),
      () => data.db.write(({ trx }) => loose(trx).updateTable<string>('booking').set({ status: 'canceled' }).execute()),
      () => addPractitioner(data.db, { verified: 2 }),
      () => addPractitioner(data.db, {}, { license_status: 'forever' }),
    ];
    for (const attempt of refused) await assert.rejects(attempt(), /check/i);
  });

  test('a failed write names no value: neither its message nor anything else of the error', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db, { email: 'secret@example.com', email_key: 'secret@example.com' });
    const row = clientRow(owner, { name: 'Секретова', phone: '+7 900 111-22-33' });
    const attempts = [
      () => addPractitioner(data.db, { email: 'secret@example.com', email_key: 'secret@example.com' }),
      () => data.db.write(({ trx }) => trx.insertInto('clients').values([row, row]).execute()),
      () =>
        data.db.write(({ trx }) =>
          trx
            .insertInto('clients')
            .values({ ...row, handmade: 7 })
            .execute(),
        ),
      () => addSession(data.db, owner, newRecordId(), { news: 'Секретова' }),
      () => data.db.write(({ trx }) => sql`update profiles set buffer_minutes = ${'Секретова'}`.execute(trx)),
    ];
    for (const attempt of attempts) {
      await assert.rejects(attempt(), (error) => {
        assert.ok(error instanceof Error);
        const told = Object.getOwnPropertyNames(error).map((name) => JSON.stringify(Reflect.get(error, name)));
        assert.doesNotMatch(told.join('\n'), /secret|Секретова|900/);
        return true;
      });
    }
  });

  test('rows are ordinary objects with numbers for counts and milliseconds', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const client = await addClient(data.db, owner);
    await data.db.write(({ trx }) =>
      trx
        .insertInto('sessions')
        .values([sessionRow(owner, client.id), sessionRow(owner, client.id)])
        .execute(),
    );
    const count = await data.db.read
      .selectFrom('sessions')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirst();
    assert.deepEqual(count, { count: 2 });
  });
});

onEngine('postgres', 'only PostgreSQL is ever spread over several machines', () => {
  test("every key of what is one practitioner's has the owner in it, so that it may be spread by practitioner", async () => {
    await using data = await openTestDatabase('postgres');
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select conrelid::regclass::text as name, array_agg(attname::text order by attname) as columns
      from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype in ('p', 'f') and exists (
        select from pg_attribute owner where owner.attrelid = conrelid and owner.attname = 'user'
      )
      group by pg_constraint.oid, conrelid, contype
    `.execute(data.db.read);
    assert.ok(rows.length > 20);
    for (const { name, columns } of rows) assert.ok(columns.includes('user'), name);
  });
});
