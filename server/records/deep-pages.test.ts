import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { collections } from '#server/collections.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { listRecords } from '#server/records/list.ts';
import type { RecordCall, RecordContext } from '#server/records/collection.ts';
import { findCollection } from '#server/records/refusals.ts';
import { NOW } from '#proofs/support/records/record-app.ts';
import { forEachEngine, openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import { UNLIMITED } from '#proofs/support/test-server.ts';
import { addPractitioner, clientRow } from '#proofs/support/rows.ts';

const CLIENTS = 1250;

forEachEngine((engine) => {
  let data: TestDatabase;
  let owner: OwnerId;

  before(async () => {
    data = await openTestDatabase(engine);
    owner = await addPractitioner(data.db);
    const stranger = await addPractitioner(data.db);
    const created = (at: number) => `2026-01-01 00:00:${String(at % 60).padStart(2, '0')}.000Z`;
    for (const who of [owner, stranger]) {
      const rows = Array.from({ length: CLIENTS }, (_, at) =>
        clientRow(who, { name: `№ ${at}`, created: created(at) }),
      );
      await data.db.write(async ({ trx }) => {
        for (let at = 0; at < rows.length; at += 250) {
          await trx
            .insertInto('clients')
            .values(rows.slice(at, at + 250))
            .execute();
        }
      });
    }
  });
  after(() => data.dispose());

  async function list(
    query: Record<string, string>,
  ): Promise<{ items: { id: string; user: string }[]; totalItems: number }> {
    const context = { db: data.db, collections, limits: UNLIMITED } as unknown as RecordContext;
    const actor = { kind: 'user', owner, signIn: '', expiresAt: 0, from: { address: '', device: '' } } as const;
    const call: RecordCall = {
      context,
      collection: findCollection(context, 'clients'),
      actor,
      now: NOW,
      from: actor.from,
    };
    return JSON.parse(JSON.stringify(await listRecords(call, query)));
  }

  test('API-02 pages far behind are those of the whole list, in its order', async () => {
    for (const sort of ['', 'created', '-created', '-created,-id']) {
      for (const filter of ['', "created >= '2026-01-01 00:00:02.000Z'"]) {
        const whole = [...(await list({ sort, filter, perPage: '1000' })).items];
        const pages = await Promise.all(
          [11, 12, 13].map((page) => list({ sort, filter, page: String(page), perPage: '100' })),
        );
        const behind = pages.flatMap(({ items }) => items);
        const { totalItems } = await list({ sort, filter, perPage: '1' });
        assert.equal(whole.length + behind.length, totalItems);
        assert.equal(new Set([...whole, ...behind].map(({ id }) => id)).size, totalItems);
        assert.ok(behind.every(({ user }) => user === owner));
        const around = (await list({ sort, filter, page: '2', perPage: '700' })).items;
        assert.deepEqual(
          around.slice(300, 550).map(({ id }) => id),
          behind.map(({ id }) => id).slice(0, 250),
        );
      }
    }
  });
});
