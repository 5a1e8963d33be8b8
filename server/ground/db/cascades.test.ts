import assert from 'node:assert/strict';
import { beforeEach, afterEach, test } from 'node:test';
import { sql } from 'kysely';
import { foreignKeyViolation } from '#server/ground/db/errors.ts';
import { loose } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { forEachEngine, openTestDatabase, type TestDatabase } from '#proofs/support/engines.ts';
import {
  addBooking,
  addClient,
  addPractitioner,
  addSession,
  letterRow,
  seriesRow,
  STAMP,
} from '#proofs/support/rows.ts';

const TABLES = [
  'clients',
  'series',
  'series_skips',
  'sessions',
  'booking',
  'letters',
  'news',
  'consents',
  'visit_links',
  'held_time',
] as const;

/** Creates a client with a series, a session of it, an approved request, and everything that belongs to them. */
async function plant({ db }: TestDatabase, owner: OwnerId, name: string) {
  const client = (await addClient(db, owner, { name, identity_key: name })).id;
  const series = seriesRow(owner, client);
  const own = { ...STAMP, user: owner };
  await db.write(({ trx }) => trx.insertInto('series').values(series).execute());
  const session = (await addSession(db, owner, client, { series: series.id, occurrence: '2026-11-23' })).id;
  const booking = (await addBooking(db, owner, { client, session, status: 'confirmed' })).id;
  const waits = (await addBooking(db, owner, {})).id;
  const document = newRecordId();
  await db.write(async ({ trx }) => {
    const skip = { ...own, id: newRecordId(), client, series: series.id, occurrence: '2026-11-30' };
    await trx
      .insertInto('series_skips')
      .values({ ...skip, reason: 'chosen' })
      .execute();
    await loose(trx)
      .insertInto('held_time')
      .values({ user: owner, start_ms: 0, end_ms: 1, source: 'session', source_id: session, deliberate: 1 })
      .execute();
    await trx
      .insertInto('letters')
      .values([letterRow(owner, { client, booking, session }), letterRow(owner, { booking: waits })])
      .execute();
    const told = (about: object) => ({ ...own, ...about, id: newRecordId(), kind: 'letter_failed' as const });
    await trx
      .insertInto('news')
      .values([told({ client }), told({ session }), told({ booking }), told({ booking: waits })])
      .execute();
    const text = { title: '', text: '', hash: '0'.repeat(64) };
    const version = Number(name);
    await trx
      .insertInto('consent_documents')
      .values({ ...own, ...text, id: document, version, retired: version === 1 ? STAMP.created : null })
      .execute();
    const consent = { ...own, document, given_at: STAMP.created, manner: 'web', address: '', device: '' } as const;
    await trx
      .insertInto('consents')
      .values([
        { ...consent, id: newRecordId(), client, booking },
        { ...consent, id: newRecordId(), booking: waits },
      ])
      .execute();
    const link = (digit: string) => ({ hash: digit.repeat(64), user: owner, created: STAMP.created });
    await trx
      .insertInto('visit_links')
      .values([
        { ...link(`${version}`), session },
        { ...link(`${version + 2}`), booking },
        { ...link(`${version + 4}`), booking: waits },
      ])
      .execute();
  });
  return { client, series: series.id, session, booking, waits };
}

forEachEngine((engine) => {
  let data: TestDatabase;
  let owner: OwnerId;
  let gone: Awaited<ReturnType<typeof plant>>;
  beforeEach(async () => {
    data = await openTestDatabase(engine);
    owner = await addPractitioner(data.db);
    gone = await plant(data, owner, '1');
    await plant(data, owner, '2');
  });
  afterEach(() => data[Symbol.asyncDispose]());

  const remove = (table: string, id: string) =>
    data.db.write(({ trx }) => sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx));
  /** The tables that have fewer rows than before, and by how many. */
  const lostBy = async (run: () => Promise<unknown>): Promise<Record<string, number>> => {
    const count = async () => {
      const counts: [string, number][] = [];
      for (const table of TABLES)
        counts.push([table, (await loose(data.db.read).selectFrom<string>(table).selectAll().execute()).length]);
      return counts;
    };
    const before = await count();
    await run();
    const after = new Map(await count());
    const lost = before.map(([table, rows]): [string, number] => [table, rows - (after.get(table) ?? 0)]);
    return Object.fromEntries(lost.filter(([, rows]) => rows > 0));
  };

  test('CLIENT-06 whatever hangs on a client goes with it, and nothing of another', async () => {
    assert.deepEqual(await lostBy(() => remove('clients', gone.client)), {
      clients: 1,
      series: 1,
      series_skips: 1,
      sessions: 1,
      booking: 1,
      letters: 1,
      news: 3,
      consents: 1,
      visit_links: 2,
      held_time: 1,
    });
  });

  test('LETTER-06 the links to a session go with it; its letters and its request stay', async () => {
    assert.deepEqual(await lostBy(() => remove('sessions', gone.session)), {
      sessions: 1,
      news: 1,
      visit_links: 1,
      held_time: 1,
    });
    const request = data.db.read.selectFrom('booking').select(['user', 'session']).where('id', '=', gone.booking);
    assert.deepEqual({ ...(await request.executeTakeFirstOrThrow()) }, { user: owner, session: null });
    const letters = data.db.read.selectFrom('letters').select('id').where('session', '=', gone.session);
    assert.equal((await letters.execute()).length, 1);
  });

  test('CONSENT-03 a request takes its links, letters and agreement along, but no agreement of a client', async () => {
    assert.deepEqual(await lostBy(() => remove('booking', gone.waits)), {
      booking: 1,
      letters: 1,
      news: 1,
      consents: 1,
      visit_links: 1,
    });
    await assert.rejects(remove('booking', gone.booking), /consent_fixed/);
  });

  test('SERIES-06 a series does not go before its sessions', async () => {
    await assert.rejects(remove('series', gone.series), foreignKeyViolation);
    await remove('sessions', gone.session);
    assert.deepEqual(await lostBy(() => remove('series', gone.series)), { series: 1, series_skips: 1 });
  });

  test('API-03 no row hangs on what another practitioner has', async () => {
    const other = await addPractitioner(data.db);
    const { session, booking, client, series } = gone;
    const own = await addSession(data.db, other, (await addClient(data.db, other)).id);
    const link = { hash: '9'.repeat(64), user: other, created: STAMP.created };
    const told = { ...STAMP, user: other, id: newRecordId(), kind: 'client_stopped' as const };
    const addNewsOf = (about: object) =>
      data.db.write(({ trx }) =>
        trx
          .insertInto('news')
          .values({ ...told, ...about })
          .execute(),
      );
    for (const attempt of [
      () => addBooking(data.db, other, { session }),
      () =>
        data.db.write(({ trx }) =>
          trx
            .insertInto('visit_links')
            .values({ ...link, session })
            .execute(),
        ),
      () =>
        data.db.write(({ trx }) =>
          trx
            .insertInto('visit_links')
            .values({ ...link, booking })
            .execute(),
        ),
      () => data.db.write(({ trx }) => trx.insertInto('letters').values(letterRow(other, { client })).execute()),
      () => data.db.write(({ trx }) => trx.insertInto('letters').values(letterRow(other, { booking })).execute()),
      () => addNewsOf({ client }),
      () => addNewsOf({ session }),
      () => addNewsOf({ booking }),
      () => data.db.write(({ trx }) => trx.updateTable('sessions').set({ series }).where('id', '=', own.id).execute()),
    ]) {
      await assert.rejects(attempt(), foreignKeyViolation);
    }
  });
});
