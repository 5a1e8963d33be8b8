import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { foreignKeyViolation, uniqueViolation } from '#server/db/errors.ts';
import { loose } from '#server/db/loose-tables.ts';
import type { Schema, TableName } from '#server/db/schema.ts';
import { newRecordId } from '#server/identity/record-id.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addBooking, addClient, addPractitioner, addSession, clientRow, sessionRow } from '#proofs/support/rows.ts';

type Kind = 'text' | 'integer';
type Columns = { [Table in TableName]: { [Column in keyof Schema[Table]]-?: Kind } };

const RECORD = { id: 'text', created: 'text', updated: 'text' } as const;
const SEALED = { seal_key: 'integer', sealed_fields: 'integer', sealed: 'text' } as const;
const OWNED = { ...RECORD, user: 'text' } as const;

/** The schema once more as values; the compiler checks that it is complete. */
const COLUMNS: Columns = {
  users: {
    ...RECORD,
    email: 'text',
    email_key: 'text',
    emailVisibility: 'integer',
    verified: 'integer',
    name: 'text',
    password_hash: 'text',
    token_key: 'text',
    idleSignOut: 'integer',
    deleted: 'text',
    locked: 'text',
    pending_key: 'text',
    registered_device: 'text',
  },
  profiles: {
    ...OWNED,
    name: 'text',
    booking_hash: 'text',
    time_zone: 'text',
    license_key: 'text',
    license_status: 'text',
    license_verified_at: 'text',
    license_expires_at: 'text',
    min_notice_minutes: 'integer',
    max_days_ahead: 'integer',
    buffer_minutes: 'integer',
    days_off: 'text',
    accepting: 'integer',
    client_letters: 'integer',
    reminder_hours: 'integer',
    quiet_from: 'text',
    quiet_to: 'text',
    sender_name: 'text',
    cancel_hours: 'integer',
    move_hours: 'integer',
    max_moves: 'integer',
    late_cancel: 'text',
    public_phone: 'text',
    ask_consent: 'integer',
  },
  clients: {
    ...SEALED,
    ...OWNED,
    name: 'text',
    phone: 'text',
    description: 'text',
    registration_date: 'text',
    handmade: 'integer',
    source: 'text',
    identity_key: 'text',
    search_text: 'text',
    archived: 'integer',
    email: 'text',
    email_key: 'text',
    time_zone: 'text',
    reminders: 'text',
    letters_off: 'text',
    agreed: 'integer',
    import: 'text',
  },
  series: {
    ...OWNED,
    client: 'text',
    start: 'text',
    time_zone: 'text',
    every_weeks: 'integer',
    until: 'text',
    duration: 'integer',
    status: 'text',
    previous: 'text',
    made_until: 'text',
    answer: 'text',
  },
  series_skips: { ...OWNED, client: 'text', series: 'text', occurrence: 'text', reason: 'text' },
  sessions: {
    ...SEALED,
    ...OWNED,
    client: 'text',
    client_key: 'text',
    date: 'text',
    duration: 'integer',
    description: 'text',
    status: 'text',
    thoughts: 'text',
    news: 'text',
    series: 'text',
    occurrence: 'text',
    moves: 'integer',
    outcome: 'text',
    outcome_at: 'text',
  },
  erased_accounts: { id: 'text', deleted: 'text' },
  erasures: { ...OWNED, client: 'text', reason: 'text', kinds: 'text', mentions: 'text', requests: 'text' },
  blog_posts: { ...SEALED, ...OWNED, title: 'text', content: 'text', date: 'text' },
  availability_settings: {
    ...OWNED,
    day_of_week: 'integer',
    start_time: 'text',
    end_time: 'text',
    is_available: 'integer',
    breaks: 'text',
  },
  booking: {
    ...SEALED,
    ...OWNED,
    name: 'text',
    phone: 'text',
    date: 'text',
    status: 'text',
    message: 'text',
    time_zone: 'text',
    session: 'text',
    client: 'text',
    client_key: 'text',
    identity_key: 'text',
    held_since: 'text',
    network: 'text',
    wider_network: 'text',
    email: 'text',
    withdrawn: 'integer',
  },
  letters: {
    ...OWNED,
    client: 'text',
    booking: 'text',
    session: 'text',
    series: 'text',
    kind: 'text',
    state: 'text',
    not_before: 'text',
    sent_at: 'text',
    reason: 'text',
    start: 'text',
    duration: 'integer',
    sequence: 'integer',
    stranger: 'text',
  },
  consent_documents: { ...OWNED, version: 'integer', title: 'text', text: 'text', hash: 'text', retired: 'text' },
  consents: {
    ...OWNED,
    document: 'text',
    client: 'text',
    booking: 'text',
    given_at: 'text',
    manner: 'text',
    withdrawn_at: 'text',
    address: 'text',
    device: 'text',
  },
  letter_stops: { user: 'text', hash: 'text', created: 'text' },
  visit_links: { hash: 'text', user: 'text', session: 'text', booking: 'text', created: 'text', revoked: 'text' },
  held_time: {
    user: 'text',
    start_ms: 'integer',
    end_ms: 'integer',
    source: 'text',
    source_id: 'text',
    deliberate: 'integer',
  },
  sign_ins: {
    id: 'text',
    user: 'text',
    created: 'text',
    last_seen: 'text',
    address: 'text',
    device: 'text',
  },
  second_factors: {
    user: 'text',
    secret: 'text',
    turned_on: 'text',
    last_step: 'integer',
    codes: 'text',
    guesses: 'integer',
    guesses_since: 'text',
  },
  waiting_sign_ins: { id: 'text', user: 'text', hash: 'text', created: 'text', tries: 'integer' },
  known_addresses: { user: 'text', network: 'text', neighbourhood: 'text', last_seen: 'text' },
  email_changes: { user: 'text', new_email: 'text', created: 'text' },
  invitations: { hash: 'text', for: 'text', used_by: 'text', used: 'text', expires: 'text' },
  journal: {
    seq: 'integer',
    user: 'text',
    created: 'text',
    action: 'text',
    subject: 'text',
    record: 'text',
    client: 'text',
    fields: 'text',
    count: 'integer',
    author: 'text',
    sign_in: 'text',
    address: 'text',
    device: 'text',
    day: 'text',
  },
  outbox: {
    id: 'text',
    kind: 'text',
    account: 'text',
    address: 'text',
    ids: 'text',
    dedupe_key: 'text',
    not_before: 'text',
    state: 'text',
    message_id: 'text',
    attempts: 'integer',
    created: 'text',
    updated: 'text',
    letter: 'text',
    expires: 'text',
    handed: 'integer',
  },
  import_pieces: { user: 'text', seq: 'integer', list: 'text', ids: 'text' },
  zone_rules: { zone: 'text', version: 'text', rules: 'text' },
  secrets: { name: 'text', value: 'text' },
  kept_secrets: { name: 'text', value: 'text' },
  sealing: { name: 'text', fingerprint: 'text', wrapped: 'text', swept: 'text' },
  data_keys: { user: 'text', number: 'integer', wrapped: 'text', created: 'text', retired: 'text' },
};

const KINDS: Record<string, Kind> = {
  TEXT: 'text',
  INTEGER: 'integer',
  text: 'text',
  int4: 'integer',
  int8: 'integer',
};

/** The only column that can be NULL, apart from a computed one: a client that no request matches. */
const NULLABLE = ['clients.identity_key'];

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
    const { client_key: _ofRequest, ...booking } = COLUMNS.booking;
    const { client_key: _ofSession, ...sessions } = COLUMNS.sessions;
    // SQLite lists no column that it computes.
    assert.deepEqual(found, engine === 'sqlite' ? { ...COLUMNS, booking, sessions } : COLUMNS);
    const nullable = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => column.isNullable).map((column) => `${name}.${column.name}`),
    );
    assert.deepEqual(
      nullable,
      engine === 'sqlite' ? NULLABLE : ['booking.client_key', ...NULLABLE, 'sessions.client_key'],
    );
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

  test('a row of nobody is refused', async () => {
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
