import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { deleteClient } from '#server/practice/clients/change-client.ts';
import { giveClient } from '#server/practice/consents/agreements.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import { type OwnerId, ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { mail } from '#server/letters.ts';
import { claimLetter, requeueLetters, settleLetter } from '#server/ground/mail/queues.ts';
import { forgetLetters } from '#server/practice/letters/forget-letters.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { dropLetters } from '#server/practice/letters/letter-rows.ts';
import { planReminders } from '#server/practice/letters/plan-due-reminders.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { stopLetters } from '#server/practice/letters/stop-letters.ts';
import { findOwned } from '#server/records/store.ts';
import { newVisitToken, revokeVisitLinks, storeVisitLink } from '#server/practice/visit-links/visit-links.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { bookingRow, clientRow, letterRow, seriesRow, sessionRow } from '#proofs/support/rows.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';

const AHEAD = '2026-12-07 06:00:00.000Z';
const NOBODY = ownerId('nobody');
const UNDONE = new Error('undone');
const TABLES = '(letters|told|outbox|visit_links|consents)';

forEachEngine((engine) => {
  let server: TestServer;
  let owner: OwnerId;
  const client = clientRow(NOBODY, { email: 'a@example.org', email_key: 'a@example.org', reminders: 'email' });
  const ids = { session: newRecordId(), series: newRecordId(), booking: newRecordId(), letter: newRecordId() };

  before(async () => {
    server = await openTestServer(engine);
    ({ owner } = await server.practitioner());
    const { db } = server.context;
    await db.write(async ({ trx }) => {
      await trx
        .insertInto('clients')
        .values({ ...client, user: owner })
        .execute();
      await trx
        .insertInto('series')
        .values(seriesRow(owner, client.id, { id: ids.series }))
        .execute();
      const planned = { id: ids.session, date: AHEAD, series: ids.series, occurrence: '2026-12-07' };
      await trx
        .insertInto('sessions')
        .values(sessionRow(owner, client.id, planned))
        .execute();
      const booking = { id: ids.booking, session: ids.session, client: client.id, status: 'confirmed' } as const;
      await trx.insertInto('booking').values(bookingRow(owner, booking)).execute();
      const about = { client: client.id, session: ids.session, start: AHEAD, state: 'due', sent_at: null } as const;
      const claimed = { not_before: AHEAD, claimed: AHEAD, attempts: 1 } as const;
      await trx
        .insertInto('letters')
        .values([
          letterRow(owner, { ...about, ...claimed, id: ids.letter }),
          letterRow(owner, { ...about, not_before: '2026-11-20 06:00:00.000Z' }),
        ])
        .execute();
      const refused = { ...about, state: 'failed', reason: 'RCPT TO 550' } as const;
      const failed = Array.from({ length: 4 }, () => letterRow(owner, refused));
      await trx.insertInto('letters').values(failed).execute();
      for (let piece = 0; piece < 10; piece += 1) {
        const clients = Array.from({ length: 200 }, () => clientRow(owner, { identity_key: null }));
        const sessions = clients.map(({ id }) => sessionRow(owner, id));
        const letters = sessions.map((row) =>
          letterRow(owner, { client: row.client ?? null, session: row.id, start: AHEAD }),
        );
        await trx.insertInto('clients').values(clients).execute();
        await trx.insertInto('sessions').values(sessions).execute();
        await trx.insertInto('letters').values(letters).execute();
        for (const { id } of sessions.slice(0, 20)) {
          await storeVisitLink(trx, { owner, now: server.clock.now }, { token: newVisitToken(), session: id });
        }
      }
    });
    await db.write(({ trx }) => sql`analyze`.execute(trx));
  });
  after(() => server.dispose());

  /** Runs an action, records its statements, and rolls its changes back. */
  async function statementsOf(run: (context: Context) => Promise<unknown>): Promise<CompiledQuery[]> {
    const statements: CompiledQuery[] = [];
    const { context } = server;
    const plain = context.db.read;
    const capture: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        statements.push(plain.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const read = plain.withPlugin(capture);
    const write: Context['db']['write'] = async (change, options) => {
      const results: Awaited<ReturnType<typeof change>>[] = [];
      const undone = context.db.write(async (real) => {
        const last: (() => Promise<void>)[] = [];
        const beforeCommit = (step: () => Promise<void>) => void last.push(step);
        results.push(await change({ ...real, beforeCommit, trx: real.trx.withPlugin(capture) }));
        for (const step of last) await step();
        throw UNDONE;
      }, options);
      await assert.rejects(undone, UNDONE);
      return results.at(-1) as Awaited<ReturnType<typeof change>>;
    };
    await run({ ...context, db: { ...context.db, read, write } });
    return statements.filter(({ sql: text }) => new RegExp(`^\\s*(select|update|delete)[^]*"${TABLES}"`).test(text));
  }

  async function planOf(statement: CompiledQuery): Promise<string> {
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    return server.context.db.write(async ({ trx }) => {
      if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
      const { rows } = await trx.executeQuery<Record<string, unknown>>(
        // A prepared statement has placeholders; a plan needs none.
        CompiledQuery.raw(
          `${explain} ${statement.sql}`,
          statement.parameters.map((value) => (typeof value === 'object' && !Array.isArray(value) ? null : value)),
        ),
      );
      return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
    });
  }

  const acting = (run: (action: Action) => Promise<unknown>) => (context: Context) =>
    act({ context, actor: PROGRAM, now: server.clock.now }, owner, run);
  const sessionOf = async ({ write }: Action) => {
    const session = await findOwned(write.trx, 'sessions', owner, ids.session);
    assert.ok(session);
    return session;
  };

  const CHANGES: [name: string, run: (context: Context) => Promise<unknown>][] = [
    [
      'a session is pressed',
      acting(async (action) => {
        const session = await sessionOf(action);
        pressMeetings(action, [{ session: session.id, client: session.client, before: session }]);
      }),
    ],
    ['a client’s letters end', acting((action) => dropLetters(action, { client: client.id }))],
    ['a letter is claimed', claimLetter],
    ['reminders fall due', planReminders],
    ['letters are taken back', (context) => requeueLetters(context, mail.follow, { all: false, except: [] })],
    [
      'a letter is refused',
      async (context) => {
        const row = await context.db.read
          .selectFrom('letters')
          .selectAll()
          .where('id', '=', ids.letter)
          .executeTakeFirstOrThrow();
        const result = { outcome: 'refused', reason: 'RCPT TO 550' } as const;
        await settleLetter(context, mail.follow, { queue: 'letters', row }, result);
      },
    ],
    [
      'an address opts out',
      (context) => stopLetters(context, { owner, hash: stopHash(context, owner, 'a@example.org') }),
    ],
    ['letters are no longer shown', forgetLetters],
    ['links are revoked', acting((action) => revokeVisitLinks(action, ids.session))],
    [
      'a request gets its client',
      acting(async (action) => {
        const stored = await findOwned(action.write.trx, 'clients', owner, client.id);
        assert.ok(stored);
        await giveClient(action, ids.booking, stored);
      }),
    ],
    [
      'a client is deleted',
      acting(async (action) => {
        const stored = await findOwned(action.write.trx, 'clients', owner, client.id);
        assert.ok(stored);
        await deleteClient(action, stored);
      }),
    ],
  ];

  for (const [name, run] of CHANGES) {
    test(`where ${name}, letters and links are found by what they are about`, async () => {
      const statements = await statementsOf(run);
      assert.ok(statements.length > 0);
      for (const statement of statements) {
        const plan = await planOf(statement);
        const shown = `${statement.sql}\n${plan}`;
        // The `_next` indexes contain the few waiting letters.
        assert.doesNotMatch(plan, new RegExp(`(SCAN|Seq Scan on) ${TABLES}(?! USING INDEX \\w+_next)`), shown);
        // PostgreSQL may read so few letters practice by practice; queries about the letters of a week read them by
        // creation.
        if (engine === 'sqlite' && !statement.sql.includes('"created" > '))
          assert.doesNotMatch(plan, /letters_user_created|consents_user_(created|document)/, shown);
      }
    });
  }
});
