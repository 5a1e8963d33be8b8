import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { OwnerId } from '#server/records/actor.ts';
import { newRecordId } from '#server/records/record-id.ts';
import { type RecordApp, startRecordApp, tokenOf } from '#server/records/testing/record-app.ts';
import { forEachEngine } from '#server/testing/engines.ts';
import { addBooking, addClient, addPractitioner, addSession } from '#server/testing/rows.ts';

const ANNA = 'anna00000000000';
const OWN_CLIENT = 'ownclient000000';
const OWN_SESSION = 'ownsession00000';
/** Boris has them in one world only. */
const FOREIGN_CLIENT = 'borisclient0000';
const FOREIGN_SESSION = 'borissession000';

const COLLECTIONS = ['users', 'profiles', 'clients', 'sessions', 'availability_settings', 'booking'];
const ID = fc.constantFrom(
  ANNA,
  OWN_CLIENT,
  OWN_SESSION,
  FOREIGN_CLIENT,
  FOREIGN_SESSION,
  'boris0000000000',
  'missing00000000',
);
const FIELDS =
  'id user name client date created description client.name client.search_text user.name user.email search_text ' +
  'identity_key token_key password_hash booking_hash client.user.name 1';
const FIELD = fc.constantFrom(...FIELDS.split(' '));
const VALUE = fc.oneof(
  ID.map((id) => `'${id}'`),
  fc.constantFrom(
    "''",
    "'Борис'",
    "'%о%'",
    "'secret'",
    '0',
    'null',
    'true',
    '@now',
    "'boris@example.com'",
    "'2020-01-01'",
  ),
);
const SIGN = fc.constantFrom('=', '!=', '>', '<=', '~', '!~');
const comparison = fc.tuple(FIELD, SIGN, fc.oneof(VALUE, FIELD)).map((parts) => parts.join(' '));
const filter = fc
  .array(comparison, { minLength: 1, maxLength: 3 })
  .chain((list) => fc.constantFrom(' || ', ' && ').map((join) => list.join(join)));

const list = fc.record(
  {
    filter,
    sort: fc.tuple(fc.constantFrom('', '-', '+'), FIELD).map((parts) => parts.join('')),
    expand: fc.constantFrom(
      'user',
      'client',
      'client.user',
      'user.client',
      'sessions_via_client',
      'client.user.client.user',
    ),
    fields: fc.constantFrom('*', 'id', '*,expand.client.name', 'expand', 'user:excerpt(3)'),
    page: fc.constantFrom('1', '2', '99'),
    perPage: fc.constantFrom('1', '5', '1000'),
    skipTotal: fc.constantFrom('0', '1'),
  },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    user: ID,
    client: ID,
    name: fc.constantFrom('Анна', 'Борис', ''),
    phone: fc.constantFrom('1234567', '+7 999 999-99-99'),
    date: fc.constantFrom('2026-11-23', '2020-05-05 10:00:00'),
    description: fc.constantFrom('текст', 'secret'),
  },
  { requiredKeys: [] },
);
const request = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ method: fc.constant('GET'), id: fc.constant(null), query: list, body: fc.constant(null) }),
  },
  { weight: 2, arbitrary: fc.record({ method: fc.constant('GET'), id: ID, query: list, body: fc.constant(null) }) },
  { weight: 2, arbitrary: fc.record({ method: fc.constantFrom('PATCH', 'DELETE'), id: ID, query: list, body }) },
  { weight: 1, arbitrary: fc.record({ method: fc.constant('POST'), id: fc.constant(null), query: list, body }) },
);

forEachEngine((engine) => {
  let worlds: [RecordApp, RecordApp];

  before(async () => {
    worlds = [await startRecordApp(engine), await startRecordApp(engine)];
    for (const [at, { data }] of worlds.entries()) {
      const profile = { id: 'annaprofile0000', booking_hash: 'a'.repeat(32) };
      const anna = await addPractitioner(data.db, { id: ANNA, token_key: 'k' }, profile);
      await addClient(data.db, anna, { id: OWN_CLIENT, name: 'Своя', phone: '1111111' });
      await addSession(data.db, anna, OWN_CLIENT, { id: OWN_SESSION });
      const boris = await addPractitioner(data.db, {
        id: 'boris0000000000',
        email: 'boris@example.com',
        name: 'Борис',
      });
      if (at === 0) continue;
      await addClient(data.db, boris, {
        id: FOREIGN_CLIENT,
        name: 'Борис',
        phone: '+7 999 999-99-99',
        description: 'secret',
      });
      for (let count = 0; count < 40; count += 1) {
        await addSession(data.db, boris, FOREIGN_CLIENT, {
          id: count === 0 ? FOREIGN_SESSION : newRecordId(),
          news: 'secret',
        });
      }
      await addBooking(data.db, boris, { name: 'secret' });
    }
  });
  after(async () => {
    for (const world of worlds) await world.dispose();
  });

  test('API-03 nothing that somebody else keeps changes a byte of what one is answered', async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...COLLECTIONS),
        request,
        async (collection, { method, id, query, body: sent }) => {
          const path = `/api/collections/${collection}/records${id === null ? '' : `/${id}`}?${new URLSearchParams(query).toString()}`;
          // What is asked must stay worth asking.
          fc.pre(method !== 'DELETE' || ![ANNA, OWN_CLIENT, OWN_SESSION].includes(id ?? ''));
          const newId = newRecordId();
          const answers = await Promise.all(
            worlds.map(async ({ url }) => {
              const response = await fetch(url + path, {
                method,
                headers: { authorization: tokenOf(ANNA as OwnerId), 'content-type': 'application/json' },
                body: sent && JSON.stringify(method === 'POST' ? { ...sent, id: newId } : sent),
              });
              statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
              return { status: response.status, text: await response.text() };
            }),
          );
          assert.deepEqual(answers[1], answers[0]);
        },
      ),
      { numRuns: 500 },
    );
    assert.ok(
      [200, 400, 404].every((status) => (statuses.get(status) ?? 0) > 20),
      [...statuses].join(' '),
    );
  });

  test('API-03 nothing of anybody else changed', async () => {
    const { data } = worlds[1];
    const rows = await data.db.read
      .selectFrom('sessions')
      .select(['id', 'user', 'client'])
      .where('client', '=', FOREIGN_CLIENT)
      .execute();
    assert.equal(rows.length, 40);
    assert.ok(rows.every((row) => row.user === 'boris0000000000'));
    const client = await data.db.read
      .selectFrom('clients')
      .selectAll()
      .where('id', '=', FOREIGN_CLIENT)
      .executeTakeFirstOrThrow();
    assert.deepEqual([client.name, client.description, client.user], ['Борис', 'secret', 'boris0000000000']);
  });
});
