import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { availability } from '#server/practice/availability/collection.ts';
import { clients } from '#server/practice/clients/collection.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { LongRead } from '#server/ground/limits/long-reads.ts';
import { findPage } from '#server/records/find-page.ts';
import type { Collection } from '#server/records/collection.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { conditionSql } from '#server/records/filter/filter-sql.ts';
import { matches } from '#server/records/filter/filter-predicate.ts';
import { readFilter } from '#server/records/filter/filter.ts';
import { decodeRow, encodeRow } from '#server/ground/db/row-codec.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { sessions } from '#server/practice/sessions/collection.ts';
import { openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import { UNLIMITED } from '#proofs/support/test-server.ts';
import { addPractitioner, clientRow, insertSealed, sessionRow } from '#proofs/support/rows.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
const WORDS = [
  '',
  'Анна',
  'анна ё',
  'АННА Ё%',
  'a_b',
  'A\\b',
  '😀',
  '\uffee',
  '60',
  'true',
  "it's",
  '"q"',
  'я\nя',
  'ΑΣ σ',
];
const DATES = [
  '2026-11-21 09:00:00.000Z',
  '2026-11-21 00:00:00.000Z',
  '2025-01-31 21:30:00.500Z',
  '2026-12-01 00:00:00.000Z',
];

const word = fc.constantFrom(...WORDS);
const quoted = (texts: fc.Arbitrary<string>) => texts.map((text) => JSON.stringify(text));
const literal = fc.oneof(
  quoted(word),
  quoted(fc.constantFrom('ан', 'а%н', '%Ё', '_нн%', 'a\\_b', '\\%', '2026-11-21T12:00:00+03:00', '2026-11', ...DATES)),
  fc.constantFrom(
    '60',
    '15.5',
    '-1',
    '1',
    '99999999999',
    'true',
    'False',
    'null',
    "'60'",
    "''",
    '@now',
    '@todayEnd',
    '@year',
  ),
);
const textField = fc.constantFrom(
  'description',
  'status',
  'client',
  'description:lower',
  'thoughts',
  'news',
  'client.description',
  'client.name',
  'client.name:lower',
  'client.search_text',
);
const field = fc.oneof(
  textField,
  fc.constantFrom(
    'date',
    'created',
    'duration',
    'client.handmade',
    'client.registration_date',
    'outcome_at',
    'id',
    'price',
    'client.price',
  ),
);
const sign = fc.constantFrom('=', '!=', '>', '>=', '<', '<=', '~', '!~', '?=', '?~', '?!=', '?!~', '?>');
const comparison = fc.oneof(
  fc.tuple(field, sign, literal),
  fc.tuple(literal, fc.constantFrom('=', '!=', '>', '<='), field),
  fc.tuple(literal, fc.constantFrom('~', '!~'), field),
  fc.tuple(field, sign, field),
  fc.tuple(fc.constantFrom('client.tags', 'client.tags:each'), sign, literal),
);
const { filter } = fc.letrec<{ filter: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 2 },
    comparison.map((parts) => parts.join(' ')),
    tie('filter').map((inner) => `(${inner})`),
  ),
  filter: fc
    .tuple(tie('item'), fc.array(fc.tuple(fc.constantFrom('&&', '||'), tie('item')), { maxLength: 2 }))
    .map(([first, rest]) => [first, ...rest.flat()].join(' ')),
}));

/** Declares that filters find the same rows in the database and in memory: `runs` drawn ones, of which more than `found` find some. */
export function declareAgreement(engine: Engine, { runs, found: fewest }: { runs: number; found: number }): void {
  let data: TestDatabase;
  let owner: OwnerId;
  let clientRows: AnyRow[];
  let sessionRows: AnyRow[];
  const collections: readonly Collection[] = [clients, sessions];

  before(async () => {
    data = await openTestDatabase(engine);
    owner = await addPractitioner(data.db);
    const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;
    const people = WORDS.map((name, at) =>
      clientRow(owner, {
        name,
        phone: String(at),
        description: pick(['', ...WORDS], at * 3),
        handmade: at % 2,
        tags: JSON.stringify(
          [...new Set([pick(WORDS, at), pick(WORDS, at * 3), pick(WORDS, at + 5)])].slice(0, at % 4),
        ),
        registration_date: pick([null, ...DATES], at),
        price: pick([null, 0, 15, 60], at),
      }),
    );
    const meetings = Array.from({ length: 60 }, (_, at) =>
      sessionRow(owner, pick(people, at * 5).id, {
        ...(at % 7 === 0 && { client: null }),
        outcome_at: pick([null, null, ...DATES], at),
        description: pick(WORDS, at),
        thoughts: pick(['', ...WORDS], at * 2),
        news: pick(['', '', ...WORDS], at),
        price: pick([null, 0, 15, 60, 1], at),
        date: pick(DATES, at * 7),
        created: pick(DATES, at * 3),
        duration: pick([15, 60, 90], at),
        status: pick(['scheduled', 'completed'], at),
      }),
    );
    await data.db.write(async (write) => {
      await insertSealed(write, 'clients', people);
      await insertSealed(write, 'sessions', meetings);
    });
    const storedClients = await data.db.read.selectFrom('clients').selectAll().execute();
    clientRows = await openRows(data.db.read, 'clients', storedClients);
    const storedSessions = await data.db.read.selectFrom('sessions').selectAll().execute();
    sessionRows = await openRows(data.db.read, 'sessions', storedSessions);
  });
  after(() => data.dispose());

  test('API-05 SEAL-03 a filter finds in the database exactly the rows that it matches in memory', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (text) => {
        const condition = readFilter(text, { collection: sessions, collections, now: NOW });
        assert.ok(condition);
        using read = new LongRead({ owner, limits: UNLIMITED });
        const listing = { db: data.db, collection: sessions, owner, condition, sort: [] };
        const { ids, total } = await findPage(listing, { limit: 1000, offset: 0, total: true }, read);
        assert.equal(total, ids.length);
        const expected = sessionRows.filter((row) =>
          matches(condition, { row, related: { client: clientRows.find(({ id }) => id === row['client']) } }),
        );
        assert.deepEqual(new Set(ids), new Set(expected.map(({ id }) => id)));
        found += total > 0 && total < sessionRows.length ? 1 : 0;
      }),
      { numRuns: runs },
    );
    assert.ok(found > fewest, 'enough filters find some rows and not all');
  });

  test('API-05 a filter compares stored JSON as its text and flags as numbers, in the database and in memory', async () => {
    const stamp = { created: DATES[0] ?? '', updated: DATES[0] ?? '', user: owner };
    const hours = { ...stamp, id: 'weekday00000001', day_of_week: 1, start_time: '09:00', end_time: '18:00' };
    const values = { ...hours, is_available: true, breaks: [{ start: '13:00', end: '14:00' }] };
    const row = encodeRow('availability_settings', values);
    await data.db.write(({ trx }) => loose(trx).insertInto('availability_settings').values(row).execute());
    const own = { collection: availability, collections: [availability], now: NOW };
    for (const [text, finds] of [
      ["breaks ~ '13:00'", true],
      ["breaks = '[]'", false],
      ['is_available = true', true],
      ['is_available < 1', false],
    ] as const) {
      const condition = readFilter(text, own);
      assert.ok(condition);
      const found = await loose(data.db.read)
        .selectFrom('availability_settings')
        .selectAll()
        .where(conditionSql(condition, { collection: availability, owner, engine }))
        .execute();
      assert.equal(found.length === 1, finds, text);
      assert.equal(matches(condition, { row: decodeRow('availability_settings', row), related: {} }), finds, text);
    }
  });
}
