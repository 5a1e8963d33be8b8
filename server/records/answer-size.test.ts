import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import { CLIENT_LIMITS } from '#domain/clients/client.ts';
import { SESSION_LIMITS } from '#domain/sessions/session.ts';
import { practitioner, type Practitioner, type RecordApp, startRecordApp } from '#proofs/support/records/record-app.ts';
import { collections } from '#server/collections.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { clientRow, insertSealed, sessionRow } from '#proofs/support/rows.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Two bytes each. */
const LETTER = 'ж';
const LONG = 30;
const SHORT = 900;

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let server: RecordApp;
  let anna: Practitioner;
  let pb: PocketBase;
  before(async () => {
    server = await startRecordApp(engine, { collections });
    anna = await practitioner(server);
    ({ pb } = anna);
    const client = clientRow(anna.id, { description: LETTER.repeat(CLIENT_LIMITS.descriptionMax) });
    const texts = { news: LETTER.repeat(SESSION_LIMITS.textMax), thoughts: LETTER.repeat(SESSION_LIMITS.textMax) };
    const day = (at: number) => `20${String(10 + (at % 80))}-11-21 09:00:00.000Z`;
    const long = Array.from({ length: LONG }, (_, at) =>
      sessionRow(anna.id, client.id, { ...texts, description: 'long', date: day(at) }),
    );
    const short = Array.from({ length: SHORT }, (_, at) => sessionRow(anna.id, client.id, { date: day(at) }));
    await server.context.db.write(async (write) => {
      await insertSealed(write, 'clients', [client]);
      await insertSealed(write, 'sessions', long);
      await insertSealed(write, 'sessions', short);
    });
  });
  after(() => server.dispose());

  const list = (perPage: number, options: object = {}) =>
    pb.collection('sessions').getList(1, perPage, { filter: "description = 'long'", sort: '-date', ...options });
  const refused = (error: unknown): boolean => {
    assert.ok(error instanceof ClientResponseError);
    assert.equal(error.status, 400);
    assert.match(error.message, /more than 8 MB of text.*perPage.*fields/);
    return true;
  };

  it('API-04 a list that would be too large is refused and says how to ask, a smaller one is answered', async () => {
    await assert.rejects(list(LONG), refused);
    const { items, totalItems, perPage } = await list(LONG / 2);
    assert.deepEqual([items.length, totalItems, perPage], [LONG / 2, LONG, LONG / 2]);
    const ids = (await list(LONG, { fields: 'id' })).items.map(({ id }) => id);
    assert.deepEqual(
      items.map(({ id }) => id),
      ids.slice(0, LONG / 2),
    );
    const [first] = items;
    assert.ok(first);
    assert.deepEqual({ ...first }, { ...(await pb.collection('sessions').getOne(first.id)) });
    assert.equal((await list(LONG, { fields: 'id,date,expand.client.name', expand: 'client' })).items.length, LONG);
  });

  test('API-04 the records that a list expands count for each that they stand in', async () => {
    const short = { filter: "description = ''", expand: 'client' };
    await assert.rejects(list(1000, short), refused);
    await assert.rejects(list(1000, { ...short, fields: 'id,expand' }), refused);
    const { items } = await list(1000, { ...short, fields: 'id,expand.client.name' });
    assert.equal(items.length, SHORT);
    assert.equal(items[0]?.expand?.['client'].name, 'Мария Иванова');
    assert.equal((await list(500, short)).items.length, 500);
  });

  it('API-04 a batch whose answer would be too large is refused, and nothing of it is done', async () => {
    const { items } = await list(LONG, { fields: 'id' });
    const update = async (options: object): Promise<unknown> => {
      const batch = pb.createBatch();
      for (const { id } of items) batch.collection('sessions').update(id, { duration: 90 }, options);
      return batch.send();
    };
    await assert.rejects(update({}), (error) => {
      assert.ok(error instanceof ClientResponseError);
      const [at] = Object.keys(error.data['data'].requests);
      assert.match(error.data['data'].requests[String(at)].response.message, /more than 8 MB of text/);
      return true;
    });
    const lengths = async () => new Set((await list(LONG, { fields: 'duration' })).items.map((one) => one['duration']));
    assert.deepEqual(await lengths(), new Set([60]));
    await update({ fields: 'id' });
    assert.deepEqual(await lengths(), new Set([90]));
  });
});
