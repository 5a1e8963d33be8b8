import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { issueToken } from '#server/accounts/tokens/tokens.ts';
import { stopToken } from '#server/practice/letters/address-keys.ts';
import { readSecretValues, type Secrets } from '#server/ground/secrets/secrets.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { ask } from '#proofs/support/ask.ts';
import type { Database } from '#server/ground/db/database.ts';
import { keyFileOf, makeKeyFile } from '#server/ground/sealing/key-file.ts';
import { QUICK_KEY } from '#proofs/support/backup/run-command.ts';
import { bytesIn } from '#proofs/support/bytes-of-files.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { addClient, LICENSED } from '#proofs/support/rows.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Everything that all tables hold, as stored: what a dump has. */
async function dumpOf(db: Database): Promise<string> {
  const tables = await db.read.introspection.getTables({ withInternalKyselyTables: true });
  const dumped: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db.read);
    dumped.push(JSON.stringify(rows));
  }
  return dumped.join('\n');
}

/** The files of a database that a test's server has on this machine, and that server's log. */
async function filesOfPostgres(db: Database): Promise<Record<string, Buffer>> {
  await sql`checkpoint`.execute(db.read);
  const { rows } = await sql<{ folder: string; database: string }>`
    select current_setting('data_directory') as folder, oid::text as database
    from pg_database where datname = current_database()`.execute(db.read);
  const { folder = '', database = '' } = rows[0] ?? {};
  return { tables: bytesIn(join(folder, 'base', database)), log: bytesIn(join(folder, 'pg_wal')) };
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-01 of 45 words in texts none is in a stolen copy: tables, files with the log, journal, outbox, backup', async () => {
    await using server = await openTestServer(engine);
    const { db, config } = server.context;
    const { pb, owner, bookingHash } = await server.practitioner(LICENSED);
    await addWorkingWeek(db, owner);
    const words: string[] = [];
    const word = (): string => {
      words.push(`канарейка${words.length}ъ`);
      return `О человеке: ${words.at(-1)}.`;
    };
    for (let at = 0; at < 3; at += 1) {
      const phone = `+7 900 000-00-0${at}`;
      const client = await pb.collection('clients').create({
        name: `Имя ${at}`,
        phone,
        description: word(),
        request: word(),
        agreement: word(),
        emergency: word(),
      });
      await pb.collection('clients').update(client.id, { description: word(), request: word() });
      await pb.collection('templates').create({ name: `Шаблон ${at}`, text: word() });
      const date = `2027-01-1${at} 09:00:00.000Z`;
      const texts = { description: word(), news: word(), thoughts: word() };
      const session = await pb
        .collection('sessions')
        .create({ client: client.id, date, status: 'completed', ...texts });
      await pb.collection('sessions').update(session.id, { thoughts: word() });
      const note = await pb.collection('blog_posts').create({ title: word(), content: word(), date });
      if (at === 0) await pb.collection('blog_posts').delete(note.id);
    }
    const visitor = server.visitor();
    const { days } = await visitor.send<{ days: { slots: { start: string }[] }[] }>(
      `/api/booking-page/${bookingHash}/slots`,
      { query: { from: '2026-11-23', to: '2026-11-27' } },
    );
    const starts = days.flatMap(({ slots }) => slots).map(({ start }) => start);
    for (let at = 0; at < 6; at += 1) {
      const body = {
        start: starts[at * 3],
        name: `Гость ${at}`,
        phone: `+7 916 100-00-0${at}`,
        email: `guest${at}@example.com`,
        message: word(),
      };
      const { id } = await server
        .visitor()
        .send<{ id: string }>(`/api/booking-page/${bookingHash}`, { method: 'POST', body });
      if (at < 2) await pb.send(`/api/booking/${id}/approve`, { method: 'POST' });
    }
    assert.equal(words.length, 45);
    const copies = async (): Promise<Record<string, Buffer>> => {
      const dump = Buffer.from(await dumpOf(db));
      const [file, restored] = [`${config.dataDir}.backup`, `${config.dataDir}-restored`];
      const { dataDir, databaseUrl } = config;
      await makeBackup({ dataDir, databaseUrl, file, key: QUICK_KEY });
      await restoreBackup(file, QUICK_KEY, restored, undefined, { place: keyFileOf(config), from: '' });
      const files = engine === 'sqlite' ? { folder: bytesIn(dataDir) } : await filesOfPostgres(db);
      return { dump, ...files, backup: bytesIn(restored) };
    };
    const stolen = await copies();
    for (const [copy, bytes] of Object.entries(stolen)) {
      // Short values stand in the log of PostgreSQL as in its tables.
      assert.ok(bytes.includes('Имя 2') && bytes.includes('Гость 5'), `${copy} has names`);
      assert.deepEqual(
        words.filter((one) => bytes.includes(one)),
        [],
        copy,
      );
    }
    // The same search finds a text that is not sealed.
    await addClient(db, owner, { name: 'Олег', phone: '+7 900 000-00-09', source: 'канарейка открытая' });
    assert.ok(Buffer.from(await dumpOf(db)).includes('канарейка открытая'));
    const files = engine === 'sqlite' ? { folder: bytesIn(config.dataDir) } : await filesOfPostgres(db);
    for (const [copy, bytes] of Object.entries(files)) assert.ok(bytes.includes('канарейка открытая'), copy);
  });

  test('SEAL-01 AUTH-03 nothing in a copy without the key file signs what the running program accepts', async () => {
    await using server = await openTestServer(engine);
    const { db, config, secrets } = server.context;
    const now = server.clock.now;
    const { pb, owner } = await server.practitioner(LICENSED);
    const client = await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 000-00-01' });
    const { token_key: tokenKey, email } = await db.read
      .selectFrom('users')
      .select(['token_key', 'email'])
      .where('id', '=', owner)
      .executeTakeFirstOrThrow();
    const { id: jti } = await db.read
      .selectFrom('sign_ins')
      .select('id')
      .where('user', '=', owner)
      .executeTakeFirstOrThrow();
    const kept = await db.read.selectFrom('kept_secrets').select('value').executeTakeFirstOrThrow();
    const values = { ...(await readSecretValues(config, db)), letters: kept.value, stops: kept.value };
    const stored: Secrets = { key: (purpose) => Buffer.from(values[purpose], 'base64url') };
    const account = { id: owner, token_key: tokenKey };
    const tryWith = async (made: Secrets) => {
      const token = issueToken(made, 'auth', account, { jti }, now);
      const url = `/api/collections/clients/records/${client.id}`;
      const { status: read } = await ask(server.app, { method: 'GET', url, token });
      const post = async (path: string, body: object) =>
        (await ask(server.app, { method: 'POST', url: path, body })).status;
      const out = stopToken({ secrets: made }, owner, 'anna@example.com');
      const reset = issueToken(made, 'passwordReset', account, { email }, now);
      const password = 'совсем новый пароль';
      return {
        read,
        stop: await post('/api/letters/stop', { token: out }),
        reset: await post('/api/collections/users/confirm-password-reset', {
          token: reset,
          password,
          passwordConfirm: password,
        }),
      };
    };
    assert.deepEqual(await tryWith(stored), { read: 404, stop: 404, reset: 400 });
    // With the keys of the running program the same requests are good.
    assert.deepEqual(await tryWith(secrets), { read: 200, stop: 204, reset: 204 });
    // A copy that is started with another key file does not start.
    const keyFile = `${config.dataDir}.another-key`;
    makeKeyFile(keyFile);
    await assert.rejects(openKeys({ ...config, keyFile }, db, { warn: () => undefined }), StartError);
  });
});
