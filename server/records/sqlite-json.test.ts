import type { RecordContext } from '#server/records/collection.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { collections } from '#server/collections.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Collection, RecordCall } from '#server/records/collection.ts';
import { listRecords } from '#server/records/list.ts';
import { recordJson } from '#server/records/sqlite-json.ts';
import { findCollection } from '#server/records/record-call.ts';
import { readShape } from '#server/records/shape.ts';
import { NOW } from '#proofs/support/records/record-app.ts';
import { onEngine, openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner, bookingRow, clientRow, sessionRow } from '#proofs/support/rows.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

/** SQLite never writes collections with `present`: these give the same responses through JavaScript. */
const presented: Collection[] = collections.map((collection) => ({
  ...collection,
  present: (wire, row, now) => collection.present?.(wire, row, now) ?? wire,
}));

const PICKS = [
  '*',
  'id',
  'collectionId,collectionName',
  'date,duration,status',
  'name,phone,handmade',
  'user',
  'expand',
  'expand.client',
  'expand.client.name,expand.client.handmade',
  'expand.nobody.name',
  'news,thoughts,description',
  'date.of.something',
  'email,verified',
  'unknown',
];

const queries = fc.record({
  collection: fc.constantFrom('sessions', 'clients', 'booking', 'users'),
  fields: fc.oneof(
    fc.constant(''),
    fc.uniqueArray(fc.constantFrom(...PICKS), { minLength: 1, maxLength: 4 }).map(String),
  ),
  expand: fc.constantFrom('', 'client', 'user', 'client,user', 'client.user', 'nobody'),
  sort: fc.constantFrom('', '-created', 'id', '-updated,id'),
  page: fc.constantFrom('1', '2', '9'),
  perPage: fc.constantFrom('3', '7', '500'),
  skipTotal: fc.constantFrom('', 'true'),
});

/** A response as sent. */
function textOf(answer: unknown): string {
  return Buffer.isBuffer(answer) ? answer.toString() : JSON.stringify(answer);
}

/** Any text that can be stored: all of Unicode but NUL, without halves of characters. */
const texts = fc.string({ unit: anyCharacter, maxLength: 40 }).map((text) => text.replaceAll('\0', '').toWellFormed());

onEngine('sqlite', 'PostgreSQL answers rows, which are faster there', () => {
  let data: TestDatabase;
  let owner: OwnerId;
  let stranger: OwnerId;

  before(async () => {
    data = await openTestDatabase('sqlite');
    const [some, others] = [await addPractitioner(data.db), await addPractitioner(data.db)];
    owner = some;
    stranger = others;
    const samples = fc
      .sample(texts, 40)
      .concat(Array.from({ length: 128 }, (_, code) => `«${String.fromCharCode(code + 1)}»`));
    for (const practitioner of [some, others]) {
      const clients = samples.map((text, at) =>
        clientRow(practitioner, { name: text, phone: String(at), description: text, handmade: at % 2 === 0 ? 1 : 0 }),
      );
      const sessions = samples.map((text, at) =>
        sessionRow(practitioner, clients[at % 7]?.id ?? '', {
          news: text,
          thoughts: text.repeat(3),
          description: text,
        }),
      );
      await data.db.write(async ({ trx }) => {
        await trx.insertInto('clients').values(clients).execute();
        await trx.insertInto('sessions').values(sessions).execute();
        await trx
          .insertInto('booking')
          .values(samples.map((text) => bookingRow(practitioner, { message: text })))
          .execute();
      });
    }
  });
  after(() => data.dispose());

  function callOf(known: readonly Collection[], collection: string, who = owner): RecordCall {
    const context = { db: data.db, collections: known } as unknown as RecordContext;
    const actor = { kind: 'user', owner: who, signIn: '', expiresAt: 0, from: { address: '', device: '' } } as const;
    return { context, collection: findCollection(context, collection), actor, now: NOW, address: '', device: '' };
  }

  async function answer(known: readonly Collection[], { collection = '', ...query }: Record<string, string>) {
    return listRecords(callOf(known, collection), query);
  }

  test('the JSON that SQLite writes is that of the rows, byte by byte', async () => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const [bytes, page] = [await answer(collections, query), await answer(presented, query)];
        assert.ok(!Buffer.isBuffer(page));
        if (Buffer.isBuffer(bytes)) written += 1;
        assert.equal(textOf(bytes), JSON.stringify(page));
      }),
      { numRuns: 200 },
    );
    assert.ok(written > 50, `${written} pages were written by SQLite`);
  });

  test('shapes that look alike when their texts are joined are two', async () => {
    const asked = { collection: 'sessions', perPage: '3' };
    const short = await answer(collections, { ...asked, fields: 'id,', expand: 'date client' });
    const long = await answer(collections, { ...asked, fields: 'id, date', expand: 'client' });
    assert.equal(textOf(short).includes('"date"'), false);
    assert.ok(textOf(long).includes('"date"'));
  });

  test('one owner’s list is not another’s, however often it was asked', async () => {
    const list = async (who: OwnerId, filter: string) => {
      const page = await listRecords(callOf(collections, 'clients', who), { filter, sort: '-created', perPage: '500' });
      return JSON.parse(textOf(page)) as { items: { user: string }[]; totalItems: number };
    };
    for (const [who, other] of [[owner, stranger] as const, [stranger, owner] as const]) {
      for (const filter of ['', `user = '${who}'`]) {
        const { items, totalItems } = await list(who, filter);
        assert.ok(items.length > 100 && totalItems === items.length);
        assert.ok(items.every(({ user }) => user === who));
      }
      assert.equal((await list(who, `user = '${other}'`)).totalItems, 0);
    }
  });

  test('what takes JavaScript to make is left to it', () => {
    const shaped = (collection: string, fields: string, expand = '') =>
      recordJson(findCollection({ collections }, collection), collections, readShape({ fields, expand }));
    assert.equal(shaped('blog_posts', 'id,content:excerpt(420,true)'), null);
    assert.equal(shaped('profiles', ''), null, 'an expired licence');
    assert.equal(shaped('availability_settings', ''), null, 'stored JSON');
    assert.equal(shaped('sessions', '', 'client.user'), null);
    assert.ok(shaped('availability_settings', 'id,day_of_week'));
    assert.ok(shaped('sessions', 'id,expand.client.name', 'client'));
  });
});
