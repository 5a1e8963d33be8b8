import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collections } from '#server/collections.ts';
import { encodedColumns } from '#server/ground/db/row-codec.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import { fieldsOf } from '#server/records/fields.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';

/** Columns that no caller ever names; only a collection that writes its rows itself can have them. */
const ENVELOPE = ['seal_key', 'sealed_fields', 'sealed'];
const INTERNAL: Record<string, readonly string[]> = {
  users: ['email_key', 'password_hash', 'token_key', 'deleted', 'pending_key', 'registered_device', 'locked'],
  clients: ENVELOPE,
  series: ['remind_from'],
  series_skips: ['session'],
  letters: [
    'series',
    'duration',
    'about',
    'stranger',
    'message_id',
    'claimed',
    'attempts',
    'handed',
    'expires',
    'counts_as_refusal',
  ],
  sessions: ENVELOPE,
  blog_posts: ENVELOPE,
  payments: ENVELOPE,
  templates: ENVELOPE,
  booking: ['identity_key', 'network', 'wider_network', ...ENVELOPE],
};

test('a column is encoded where its field is true or false, or JSON', () => {
  const kinds = { bool: 'flag', json: 'json' } as const;
  for (const { name, fields } of collections) {
    const wanted = Object.entries(fields).flatMap(([column, { type }]) =>
      type === 'bool' || type === 'json' ? [[column, kinds[type]]] : [],
    );
    const encoded = encodedColumns(name).filter(([, encoding]) => encoding !== 'optional');
    assert.deepEqual(new Map(encoded), new Map(wanted as [string, 'flag'][]), name);
  }
});

forEachEngine((engine) => {
  test('API-05 every declared field is a column of its table or a sealed text, and every column is declared or known to be internal', async () => {
    await using data = await openTestDatabase(engine);
    const tables = await data.db.read.introspection.getTables();
    for (const collection of collections) {
      const table = tables.find(({ name }) => name === collection.name);
      const columns = [...(table?.columns ?? []).map(({ name }) => name), ...sealedFields(collection.name)];
      const fields = Object.entries(fieldsOf(collection)).filter(([, { type }]) => type !== 'password');
      const known = [...fields.map(([name]) => name), ...(INTERNAL[collection.name] ?? [])];
      assert.deepEqual(new Set(columns), new Set(known), collection.name);
      for (const column of Object.keys(collection.blame ?? {})) assert.ok(columns.includes(column));
      for (const field of Object.values(collection.blame ?? {}).flat())
        assert.ok(Object.hasOwn(collection.fields, field));
    }
  });

  test('names and ids of collections are distinct, and guests are shown declared fields alone', () => {
    assert.equal(new Set(collections.flatMap(({ id, name }) => [id, name])).size, collections.length * 2);
    for (const { guest, fields } of collections) {
      for (const name of guest ? [guest.filter, ...guest.fields] : [])
        assert.ok(name === 'id' || Object.hasOwn(fields, name));
    }
  });
});
