import assert from 'node:assert/strict';
import { join } from 'node:path';
import { sql } from 'kysely';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import type { Database } from '#server/ground/db/database.ts';
import { keyFileOf } from '#server/ground/sealing/key-file.ts';
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

  it('SEAL-01 of 30 words in texts none is in a stolen copy: tables, files with the log, journal, outbox, backup', async () => {
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
      const client = await pb.collection('clients').create({ name: `Имя ${at}`, phone, description: word() });
      await pb.collection('clients').update(client.id, { description: word() });
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
    assert.equal(words.length, 30);
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
});
