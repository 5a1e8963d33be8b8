import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { EMAIL, PASSWORD, addAccount } from '#proofs/support/accounts/account.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { addClient, addSession } from '#proofs/support/rows.ts';
import { onServer, openTestServer, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const lines = async (owner: OwnerId): Promise<string[]> => {
    const rows = await server.context.db.read
      .selectFrom('journal')
      .selectAll()
      .where('user', '=', owner)
      .orderBy('seq')
      .execute();
    return rows.map(({ action, subject, count, author }) => `${action} ${subject} ${count} ${author}`);
  };
  /** Waits for an entry that is written after the response. */
  const arrives = async (owner: OwnerId, line: string): Promise<void> => {
    for (let patience = 4000; !(await lines(owner)).includes(line); patience -= 1) {
      assert.ok(patience > 0, `${line} is not among ${(await lines(owner)).join(', ')}`);
      await pause(5);
    }
  };

  it('AUTH-15 refused sign-ins are one row an hour that counts them, asked-for resets and e-mail changes one each', async () => {
    const owner = await addAccount(server.context);
    const guess = () => refusalOf(server.visitor().collection('users').authWithPassword(EMAIL, 'wrong password'));
    await guess();
    await arrives(owner, 'sign_in_refused users 1 visitor');
    await guess();
    await guess();
    await arrives(owner, 'sign_in_refused users 3 visitor');
    server.clock.now = server.clock.now.add({ hours: 1 });
    await guess();
    await arrives(owner, 'sign_in_refused users 1 visitor');
    await server.visitor().collection('users').requestPasswordReset(EMAIL);
    const pb = server.visitor();
    await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    await pb.collection('users').requestEmailChange('new@example.org');
    assert.deepEqual(await lines(owner), [
      'sign_in_refused users 3 visitor',
      'sign_in_refused users 1 visitor',
      'reset_requested users 1 visitor',
      'create sign_ins 1 practitioner',
      'email_change_requested users 1 practitioner',
    ]);
  });

  it('AUTH-15 lists that carry texts are counted by the session, and reading notes and requests is noted', async () => {
    const practitioner = await server.practitioner();
    const { owner, pb } = practitioner;
    const { id: client } = await addClient(server.context.db, owner);
    for (let day = 1; day <= 5; day += 1) {
      await addSession(server.context.db, owner, client, { date: `2026-10-0${day} 09:00:00.000Z` });
    }
    await pb.collection('sessions').getList(1, 30, { fields: 'id,date' });
    await pb.collection('blog_posts').getList();
    await pb.collection('booking').getList();
    for (const line of ['view sessions', 'view blog_posts', 'view booking'])
      await arrives(owner, `${line} 1 practitioner`);
    await pb.collection('sessions').getFullList({ batch: 1000 });
    await arrives(owner, 'view_texts sessions 5 practitioner');
    await pb.collection('sessions').getList(1, 2, { fields: 'id,news', skipTotal: true, expand: 'client' });
    await arrives(owner, 'view_texts sessions 7 practitioner');
    const again = await server.signIn(practitioner);
    await again.pb.collection('sessions').getList(1, 3);
    await arrives(owner, 'view_texts sessions 3 practitioner');
    assert.equal((await lines(owner)).filter((line) => line.startsWith('view_texts')).length, 2);
    assert.equal((await lines(owner)).filter((line) => line.startsWith('view blog_posts')).length, 1);
  });

  test('AUTH-15 the count of a row grows within its hour, and nothing else of the journal ever changes', async () => {
    const { owner, pb } = await server.practitioner();
    await addSession(server.context.db, owner, (await addClient(server.context.db, owner)).id);
    await pb.collection('sessions').getList();
    await arrives(owner, 'view_texts sessions 1 practitioner');
    const change = (what: ReturnType<typeof sql>) =>
      server.context.db.write(({ trx }) => sql`update journal set ${what} where "user" = ${owner}`.execute(trx));
    for (const what of [
      sql`count = count - 1`,
      sql`count = count`,
      sql`count = count + 1, address = 'x'`,
      sql`address = 'x'`,
      sql`created = created`,
    ]) {
      await assert.rejects(change(what), /journal_fixed/);
    }
    // Rows of other actions are included.
    await assert.rejects(change(sql`count = count + 1`), /journal_fixed/);
  });

  test('AUTH-09 that one device ended all others stands in the journal', async () => {
    const practitioner = await server.practitioner();
    await server.signIn(practitioner);
    await server.signIn(practitioner);
    await practitioner.pb.send('/api/sign-ins', { method: 'DELETE' });
    assert.equal((await lines(practitioner.owner)).at(-1), 'end sign_ins 2 practitioner');
  });
});

test('AUTH-15 texts that are read in the last second before a stop are counted', async () => {
  await using server = await openTestServer('sqlite');
  const { owner, pb } = await server.practitioner();
  await addSession(server.context.db, owner, (await addClient(server.context.db, owner)).id);
  for (let list = 0; list < 3; list += 1) await pb.collection('sessions').getList();
  await server.app.close();
  const db = new DatabaseSync(join(server.context.config.dataDir, DATABASE_FILE));
  assert.deepEqual(
    db
      .prepare("select count from journal where action = 'view_texts'")
      .all()
      .map(({ count }) => count),
    [3],
  );
  db.close();
});
