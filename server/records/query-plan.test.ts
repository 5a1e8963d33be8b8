import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import type { RecordContext } from '#server/records/collection.ts';
import { findCollection } from '#server/records/refusals.ts';
import { collections } from '#server/collections.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { listRecords } from '#server/records/list.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { NOW } from '#proofs/support/records/record-app.ts';
import { forEachEngine, openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import { UNLIMITED } from '#proofs/support/test-server.ts';
import { addPractitioner, bookingRow, clientRow, seriesRow, sessionRow } from '#proofs/support/rows.ts';

/** The lists of the product's screens: collection, filter next to the owner's, sort. */
const LISTS: [collection: string, filter: string, sort: string][] = [
  ['users', '', ''],
  ['profiles', '', ''],
  ['clients', '', '-created'],
  ['clients', 'archived = false', '-created'],
  ['clients', 'archived = true', 'search_text'],
  ['clients', 'archived = true', 'name'],
  ['clients', 'archived = false && agreed = false', '-created'],
  ['clients', 'archived = false && agreed = false', 'name'],
  ['clients', "search_text ~ 'иван'", '-created'],
  ['sessions', '', '-date'],
  ['sessions', "client = 'aaaaaaaaaaaaaaa'", '-date'],
  ['sessions', "date >= '2026-11-01' && date < '2026-12-01'", '-date'],
  ['sessions', "date >= '2026-11-01' && date < '2026-12-01'", 'date'],
  ['sessions', "client.search_text ~ 'иван'", '-date'],
  ['sessions', "date <= '2026-11-01' && client != ''", '-date'],
  ['sessions', "date <= '2026-11-01' && status != 'canceled' && status != 'completed' && client != ''", '-date'],
  ['series', '', ''],
  ['series', "client = 'aaaaaaaaaaaaaaa'", ''],
  ['series_skips', '', '-created'],
  ['series_skips', "client = 'aaaaaaaaaaaaaaa'", ''],
  ['letters', '', '-created'],
  ['letters', "session = 'aaaaaaaaaaaaaaa'", '-created'],
  ['letters', "client = 'aaaaaaaaaaaaaaa'", '-created'],
  ['news', 'seen = false', '-created'],
  ['consent_documents', '', '-version'],
  ['consents', "document = 'aaaaaaaaaaaaaaa'", ''],
  ['consents', "client = 'aaaaaaaaaaaaaaa'", '-given_at'],
  ['blog_posts', '', '-date'],
  ['templates', '', ''],
  ['availability_settings', '', 'day_of_week'],
  ['availability_settings', 'day_of_week = 1', ''],
  ['payments', '', '-paid_on,-created'],
  ['payments', "paid_on >= '2026-01-01' && paid_on <= '2026-12-31'", '-paid_on,-created'],
  ['booking', '', '-date'],
  ['booking', "status = 'pending'", 'date'],
  ['booking', '', '-created'],
  ['booking', "client = 'aaaaaaaaaaaaaaa'", '-created'],
];

forEachEngine((engine) => {
  let data: TestDatabase;
  let owner: OwnerId;

  /** Most sessions of a practice took place. */
  const over = { status: 'completed' } as const;

  before(async () => {
    data = await openTestDatabase(engine);
    for (let practice = 0; practice < 20; practice += 1) {
      owner = await addPractitioner(data.db);
      const clients = Array.from({ length: 60 }, (_, at) => clientRow(owner, { phone: String(at) }));
      const stamp = { created: '2026-11-21 09:00:00.000Z', updated: '2026-11-21 09:00:00.000Z', user: owner };
      await data.db.write(async ({ trx }) => {
        await trx.insertInto('clients').values(clients).execute();
        const series = clients.map(({ id }) => seriesRow(owner, id));
        await trx.insertInto('series').values(series).execute();
        await trx
          .insertInto('series_skips')
          .values(
            series.map(({ id, client }) => ({
              ...stamp,
              id: newRecordId(),
              client,
              series: id,
              occurrence: '2026-12-07',
              reason: 'taken' as const,
            })),
          )
          .execute();
        await trx
          .insertInto('sessions')
          .values(clients.map(({ id }, at) => sessionRow(owner, id, { date: day(at), ...(at > 1 && over) })))
          .execute();
        await trx
          .insertInto('booking')
          .values(clients.map(({ id }, at) => bookingRow(owner, { date: day(at), client: id })))
          .execute();
        await trx
          .insertInto('blog_posts')
          .values(clients.map((_, at) => ({ ...stamp, id: newRecordId(), date: day(at) })))
          .execute();
        await trx
          .insertInto('availability_settings')
          .values(
            [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
              ...stamp,
              id: newRecordId(),
              day_of_week,
              start_time: '09:00',
              end_time: '18:00',
              is_available: 1,
              breaks: '[]',
            })),
          )
          .execute();
      });
    }
    await data.db.write(({ trx }) => sql`analyze`.execute(trx));
  });
  after(() => data.dispose());

  const day = (at: number) => `2026-${String((at % 12) + 1).padStart(2, '0')}-15 06:00:00.000Z`;

  /** The statements of a list, as they are sent. */
  async function statementsOf(collection: string, query: Record<string, string>): Promise<CompiledQuery[]> {
    const statements: CompiledQuery[] = [];
    const read = data.db.read;
    const capture: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        const statement = read.getExecutor().compileQuery(node, queryId);
        // The statement that sets the time limit of a search is no query.
        if (!statement.sql.startsWith('set local')) statements.push(statement);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const captured = read.withPlugin(capture);
    const db = { ...data.db, read: captured };
    const context = { db, collections, limits: UNLIMITED } as unknown as RecordContext;
    const actor = { kind: 'user', owner, signIn: '', expiresAt: 0, from: { address: '', device: '' } } as const;
    const call = { context, collection: findCollection(context, collection), actor, now: NOW, from: actor.from };
    await listRecords(call, query);
    assert.ok(statements.length > 0);
    // A query inside another one also arrives here on its own.
    const isInside = (inner: CompiledQuery) => (outer: CompiledQuery) =>
      outer.sql !== inner.sql && outer.sql.includes(inner.sql);
    return statements.filter((statement) => !statements.some(isInside(statement)));
  }

  async function planOf(statement: CompiledQuery): Promise<string> {
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    return data.db.write(async ({ trx }) => {
      // Tables of a test are so small that reading them whole is cheapest.
      if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await trx.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${explain} ${statement.sql}`, [...statement.parameters]),
      );
      return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
    });
  }

  test('every list of the product reads one practice through an index, and sorts no more than ties', async () => {
    for (const [collection, filter, sort] of LISTS) {
      const own = collection === 'users' ? `id = '${owner}'` : `user = '${owner}'`;
      const statements = await statementsOf(collection, {
        filter: filter ? `${own} && ${filter}` : own,
        sort,
        skipTotal: '1',
        perPage: '30',
      });
      // Related records are found before.
      const page = statements.find((statement) => statement.sql.includes(`from "${collection}" where`));
      assert.ok(page);
      const plan = await planOf(page);
      const name = `${collection} ${filter} ${sort}\n${plan}`;
      if (engine === 'sqlite') {
        assert.match(
          plan,
          new RegExp(`^SEARCH ${collection} USING (COVERING )?INDEX \\S+ \\((user|id)=\\?`, 'm'),
          name,
        );
        if (/^-|name|search_text/.test(sort)) assert.doesNotMatch(plan, /USE TEMP B-TREE FOR ORDER BY/, name);
      } else {
        assert.match(plan, /Index Cond: .*\(?"?(user|id)"? = /, name);
        assert.doesNotMatch(plan, new RegExp(`Seq Scan on ${collection}`), name);
      }
    }
  });

  test('the records of a page and those they refer to are found by their ids', async () => {
    if (engine === 'postgres') return;
    for (const collection of ['clients', 'sessions', 'blog_posts', 'booking']) {
      // An order that no index gives.
      const query = { filter: `user = '${owner}'`, skipTotal: '1', perPage: '30', sort: 'updated', expand: 'client' };
      const reads = (await statementsOf(collection, query)).filter((statement) => statement.sql.includes('json_each'));
      assert.ok(reads.length > 0);
      for (const read of reads) assert.match(await planOf(read), /^SEARCH \S+ USING INDEX \S+ \(id=\?\)/m, read.sql);
    }
  });

  test('SESSION-13 sessions that wait for a mark are found and counted among those alone', async () => {
    const filter = `user = '${owner}' && date <= '2026-11-21' && status != 'completed' && status != 'canceled'`;
    for (const query of [{ skipTotal: '1' }, {}]) {
      for (const statement of await statementsOf('sessions', { filter, sort: '-date', perPage: '1', ...query })) {
        // The records themselves are read by their ids.
        if (!statement.sql.includes('!=')) continue;
        const plan = await planOf(statement);
        assert.match(plan, /sessions_open/, `${statement.sql}\n${plan}`);
        assert.doesNotMatch(plan, /TEMP B-TREE|Sort Key: date/, plan);
      }
    }
  });

  test('a search by the client finds the clients once and not session by session', async () => {
    for (const statement of await statementsOf('sessions', {
      filter: `user = '${owner}' && date <= '2026-11-21' && client.search_text ~ 'иван'`,
      sort: '-date',
      perPage: '1',
    })) {
      assert.doesNotMatch(await planOf(statement), /CORRELATED|SubPlan \d+\s*\n\s*->\s*Index/, statement.sql);
    }
  });

  test('the statement of a list depends on the shape of its query alone', async () => {
    const text = async (filter: string, page: string) =>
      (await statementsOf('sessions', { filter, page, perPage: '10', sort: '-date', expand: 'client' })).map(
        (statement) => statement.sql,
      );
    assert.deepEqual(
      await text("status = 'completed' && duration > 5", '1'),
      await text("status = 'completed' && duration > 50", '2'),
    );
    const [whole, byIds] = [3, 4];
    assert.equal((await text('', '1')).length, engine === 'sqlite' ? whole : byIds, 'records, relations, count');
  });
});
