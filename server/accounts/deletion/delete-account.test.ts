import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { sql } from 'kysely';
import { eraseDeleted, erasePiece } from '#server/accounts/deletion/eraser.ts';
import { addAccount, EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { mfaIdOf, turnOnSecondFactor } from '#proofs/support/accounts/second-factor.ts';
import { erased } from '#proofs/support/accounts/erased.ts';
import { lettersTo } from '#proofs/support/accounts/letters.ts';
import { loose } from '#server/ground/db/query.ts';
import { letterName, mailFolder } from '#server/ground/mail/letter-files.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { onEngine, openTestDatabase, openUnlocked } from '#proofs/support/engines.ts';
import { locksmith, turnOnStrict } from '#proofs/support/strict.ts';
import { addBooking, addClient, addPractitioner, addSession, insertSealed, sessionRow } from '#proofs/support/rows.ts';
import { NOON, openTestServer, refusalOf, settle, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const WITH_PASSWORD = { body: { password: PASSWORD } };

async function signedIn(server: TestServer): Promise<{ pb: PocketBase; id: string }> {
  const pb = server.visitor();
  const { record } = await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
  return { pb, id: record.id };
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  test('AUTH-12 an account is deleted with its password alone, and never in a batch', async () => {
    await addAccount(server.context);
    const { pb, id } = await signedIn(server);
    const bodies: [Record<string, unknown> | undefined, string][] = [
      [undefined, 'validation_required'],
      [{ password: '' }, 'validation_required'],
      [{ password: 12_345_678 }, 'validation_required'],
      [{ password: 'wrong password' }, 'validation_invalid_password'],
    ];
    for (const [body, code] of bodies) {
      const refusal = await refusalOf(pb.collection('users').delete(id, body && { body }));
      assert.deepEqual([refusal.status, refusal.codes], [400, { password: code }]);
    }
    const requests = [{ method: 'DELETE', url: `/api/collections/users/records/${id}`, body: { password: PASSWORD } }];
    assert.equal((await refusalOf(pb.send('/api/batch', { method: 'POST', body: { requests } }))).status, 400);
    assert.equal((await refusalOf(server.visitor().collection('users').delete(id, WITH_PASSWORD))).status, 404);
    assert.equal((await pb.collection('users').getOne(id)).id, id);
    await pb.collection('users').delete(id, WITH_PASSWORD);
  });

  it('AUTH-12 the password cannot be guessed by deleting', async () => {
    await addAccount(server.context);
    const { pb, id } = await signedIn(server);
    const guess = () => pb.collection('users').delete(id, { body: { password: 'wrong password' } });
    const { passed, refusals } = await settle(Array.from({ length: 40 }, guess));
    assert.equal(passed, 0);
    assert.ok(refusals.filter(({ status }) => status === 429).length >= 20);
  });

  it('AUTH-12 a deleted account is gone at once for everybody, before anything is erased', async (t) => {
    // Nothing is erased while the eraser sleeps.
    t.mock.timers.enable({ apis: ['setInterval'] });
    await using own = await openTestServer(engine);
    const { context } = own;
    context.events.onWork('erasures', () => undefined);
    const owner = await addAccount(context);
    const { pb } = await signedIn(own);
    const client = await addClient(context.db, owner);
    const [profile] = await pb.collection('profiles').getFullList();
    const link = `/api/booking-page/${String(profile?.['booking_hash'])}`;
    await pb.collection('users').requestPasswordReset(EMAIL);
    await lettersTo(context, EMAIL);
    const ended: unknown[] = [];
    context.events.onAccessEnded((event) => ended.push(event));
    const { token } = pb.authStore;
    await pb.collection('users').delete(owner, WITH_PASSWORD);
    assert.deepEqual(ended, [{ user: owner }]);
    assert.ok(await context.db.read.selectFrom('clients').select('id').where('id', '=', client.id).executeTakeFirst());

    pb.authStore.save(token, null);
    assert.equal((await refusalOf(pb.collection('users').authRefresh())).status, 401);
    assert.equal((await pb.collection('clients').getList()).items.length, 0);
    const visitor = own.visitor();
    assert.equal((await refusalOf(visitor.send(link, {}))).status, 404);
    const request = { user: owner, name: 'Олег', phone: '+7 916 000-00-01', date: '2026-11-23 06:00:00.000Z' };
    const booked = await refusalOf(visitor.collection('booking').create({ ...request, status: 'pending' }));
    assert.deepEqual([booked.status, booked.codes], [400, { user: 'validation_missing_rel_records' }]);
    for (const identity of [EMAIL, `DELETED ${owner}`, owner]) {
      const refusal = await refusalOf(visitor.collection('users').authWithPassword(identity, PASSWORD));
      assert.equal(refusal.status, 400);
    }
    assert.equal((await refusalOf(pb.collection('users').delete(owner, WITH_PASSWORD))).status, 404);
    await visitor.collection('users').requestPasswordReset(EMAIL);
    const form = { email: EMAIL, password: PASSWORD, passwordConfirm: PASSWORD };
    await own.visitor().collection('users').create(form);
    const letters = (await lettersTo(context, EMAIL)).map(({ subject }) => subject.replace(' — Кабинет', ''));
    assert.deepEqual(letters.toSorted(), ['Аккаунт удалён', 'Новый пароль', 'Подтвердите email']);
    const { rows } = await sql<{ address: string | null }>`select address from outbox`.execute(context.db.read);
    assert.ok(
      rows.every(({ address }) => address === null),
      'an address stays until the letter is sent',
    );
  });

  test('AUTH-12 everything that the account owned is erased behind the answer, its letters as files too', async () => {
    const { context } = server;
    const { db } = context;
    const owner = await addAccount(context);
    const neighbour = await server.practitioner();
    const { pb } = await signedIn(server);
    for (const whose of [owner, neighbour.owner]) {
      const client = await addClient(db, whose);
      await addSession(db, whose, client.id);
      await addBooking(db, whose);
    }
    await pb.collection('blog_posts').create({ title: 'Тема', content: 'О чём писать', date: '2026-11-21' });
    await pb.collection('users').requestPasswordReset(EMAIL);
    await lettersTo(context, EMAIL);
    const tables = (await db.read.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'user'),
    );
    const rowsOf = async (user: string) => {
      const counts = tables.map(async ({ name }) =>
        (await loose(db.read).selectFrom<string>(name).selectAll().where('user', '=', user).execute()).map(() => name),
      );
      return (await Promise.all(counts)).flat().toSorted();
    };
    const kept = await rowsOf(neighbour.owner);
    await pb.collection('users').delete(owner, WITH_PASSWORD);
    await erased(context, owner);
    assert.deepEqual(await rowsOf(owner), []);
    assert.deepEqual(await rowsOf(neighbour.owner), kept);
    const [letter, ...others] = await lettersTo(context, EMAIL);
    assert.deepEqual([letter?.subject, others.length], ['Аккаунт удалён — Кабинет', 0]);
    assert.equal((await readdir(mailFolder(context.config.dataDir))).length, 1);
  });

  it('AUTH-12 SEAL-04 of a strict practice no key is left, nor its id but in the list of the erased and the letter about it', async () => {
    const { context } = server;
    const { db } = context;
    const { pb, email, owner } = await locksmith(server);
    await pb.collection('blog_posts').create({ title: 'Тема', content: 'О чём писать', date: '2026-11-21' });
    await turnOnSecondFactor(pb, context.now());
    await turnOnStrict(pb);
    await mfaIdOf(server.visitor(), email);
    /** The tables that name the account anywhere in a row. */
    const naming = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const { name } of await db.read.introspection.getTables()) {
        const rows = await loose(db.read).selectFrom<string>(name).selectAll().execute();
        if (JSON.stringify(rows).includes(owner)) found.push(name);
      }
      return found.toSorted();
    };
    const keyed = ['data_keys', 'second_factors', 'sign_ins', 'strict_keys', 'waiting_sign_ins'];
    assert.deepEqual(new Set(keyed).difference(new Set(await naming())), new Set());
    await pb.collection('users').delete(owner, WITH_PASSWORD);
    await erased(context, owner);
    await lettersTo(context, email);
    assert.deepEqual(await naming(), ['erased_accounts', 'outbox']);
    assert.ok(!db.keys.users().includes(owner), 'nothing of it stays opened');
  });

  test('AUTH-12 of two deletions at once one queues the letter', async () => {
    const owner = await addAccount(server.context);
    const { pb } = await signedIn(server);
    await settle([0, 1].map(() => pb.collection('users').delete(owner, WITH_PASSWORD)));
    assert.equal((await lettersTo(server.context, EMAIL)).length, 1);
  });

  it('AUTH-12 an account that cannot be erased now keeps no other waiting', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const context = await mailContext(db, data.config, { now: NOON });
    const deleted = '2026-11-21 09:00:00.000Z';
    const stuck = await addPractitioner(db, { deleted });
    await addPractitioner(db, { deleted });
    const letter = {
      kind: 'password-changed',
      ids: { user: stuck },
      account: stuck,
      dedupeKey: 'one',
      now: NOON,
    } as const;
    await db.write((write) => queueLetter(write, letter));
    const row = await db.read.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    // A folder in place of the letter's file cannot be deleted as a file.
    await mkdir(join(mailFolder(data.config.dataDir), `${letterName(row)}.eml`), { recursive: true });
    await assert.rejects(eraseDeleted(context));
    const left = await db.read.selectFrom('users').select('id').execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      [stuck],
    );
  });

  it('AUTH-12 erasing goes on in pieces after a stop, and never takes more rows at once than it may', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const context = await mailContext(db, data.config, { now: NOON });
    const owner = await addPractitioner(db);
    const client = await addClient(db, owner);
    const sessions = Array.from({ length: 250 }, () => sessionRow(owner, client.id));
    await db.write(({ trx }) => trx.insertInto('sessions').values(sessions).execute());
    const left = async () => (await db.read.selectFrom('sessions').select('id').execute()).length;
    assert.equal(await erasePiece(context, owner, 100), false, 'an account in use is left alone');
    await db.write(({ trx }) => trx.updateTable('users').set({ deleted: '2026-11-21 09:00:00.000Z' }).execute());
    assert.equal(await erasePiece(context, owner, 100), true);
    assert.equal(await left(), 150);
    const restarted = engine === 'postgres' ? await openUnlocked(data.config) : db;
    const next = await mailContext(restarted, data.config, { now: NOON });
    const stopped = AbortSignal.abort();
    await eraseDeleted(next, stopped);
    assert.equal(await left(), 150);
    await Promise.all([eraseDeleted(next), eraseDeleted(context)]);
    await eraseDeleted(context);
    assert.equal((await db.read.selectFrom('users').select('id').execute()).length, 0);
    if (restarted !== db) await restarted.close();
  });
});

onEngine('sqlite', 'a process of its own holds no database here', () => {
  test('AUTH-12 a piece of a large practice takes a small part of what all of it takes', async () => {
    await using data = await openTestDatabase('sqlite');
    const { db } = data;
    const context = await mailContext(db, data.config, { now: NOON });
    const owner = await addPractitioner(db, { deleted: '2026-11-21 09:00:00.000Z' });
    const client = await addClient(db, owner);
    for (let at = 0; at < 20; at += 1) {
      const sessions = Array.from({ length: 200 }, () =>
        sessionRow(owner, client.id, { thoughts: 'текст '.repeat(50) }),
      );
      await db.write((write) => insertSealed(write, 'sessions', sessions));
    }
    const pieces: number[] = [];
    let goesOn = true;
    while (goesOn) {
      const before = process.cpuUsage();
      goesOn = await erasePiece(context, owner, 100);
      const { user, system } = process.cpuUsage(before);
      pieces.push(user + system);
    }
    const whole = pieces.reduce((sum, piece) => sum + piece, 0);
    assert.ok(Math.max(...pieces) < whole / 4, `${Math.max(...pieces)} of ${whole} µs in one piece`);
  });
});
