import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientResponseError } from 'pocketbase';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { createLog } from '#server/ground/process/log.ts';
import { databaseDamage } from '#proofs/support/database-damage.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { openTestServer, refusalOf, type TestPractitioner, type TestServer } from '#proofs/support/test-server.ts';

const MB = 1024 * 1024;
const PASSWORD = 'тихая-комната-7';

onEngine('sqlite', 'the disk of a PostgreSQL is its own', () => {
  const disk = { free: 1000 * MB, total: 2000 * MB };
  const told: string[] = [];
  const log = createLog(
    { logLevel: 'info' },
    { write: (line) => void told.push(...(/"msg":"([^"]*disk[^"]*)"/.exec(line)?.slice(1) ?? [])) },
  );
  let server: TestServer;
  let practitioner: TestPractitioner;
  before(async () => {
    server = await openTestServer('sqlite', { replace: { roomAt: () => disk, log } });
    practitioner = await server.practitioner();
  });
  after(() => server.dispose());

  const addNote = () =>
    practitioner.pb
      .collection('blog_posts')
      .create({ title: 'Заметка', content: 'Покой. '.repeat(2000), date: '2026-11-21' });

  test('a full disk: what needs room is a 507, reading, deleting and signing in go on, and it ends by itself', async () => {
    const notes = practitioner.pb.collection('blog_posts');
    const kept = await addNote();
    disk.free = MB;
    const refused = await until(addNote, (error) => error !== null);
    assert.equal(refused?.status, 507);
    assert.deepEqual(refused.response, { status: 507, message: 'There is no room left for more data.', data: {} });
    const stored = await notes.getFullList();
    assert.ok(stored.some(({ id }) => id === kept.id));

    // A view of a client is written to the journal after the response, which does not depend on it.
    assert.deepEqual(await practitioner.pb.collection('clients').getFullList(), []);

    const password_hash = await hashPassword(PASSWORD);
    await server.context.db.write(
      ({ trx }) => trx.updateTable('users').set({ password_hash }).where('id', '=', practitioner.owner).execute(),
      EVEN_WHEN_FULL,
    );
    for (let count = 0; count < 3; count += 1) {
      const visitor = server.visitor();
      await visitor.collection('users').authWithPassword(`${practitioner.owner}@example.com`, PASSWORD);
    }

    for (const { id } of stored) await notes.delete(id);
    assert.equal((await refusalOf(notes.getOne(kept.id))).status, 404);

    disk.free = 1000 * MB;
    // Deletes made room inside the file; the file grows only after the next check of the disk.
    assert.equal(await until(addNote, (error) => error === null && told.length > 2), null);
    assert.deepEqual(await databaseDamage(server.context.db.read), []);
    assert.deepEqual(told, [
      'no room on the disk of DATA_DIR: the data does not grow until there is some',
      'the disk of DATA_DIR is filling up',
      'there is room on the disk of DATA_DIR again',
    ]);
  });

  test('a disk that fills up is told once', async () => {
    told.length = 0;
    disk.free = 0.1 * disk.total;
    await until(addNote, () => told.length > 0);
    await addNote();
    assert.deepEqual(told, ['the disk of DATA_DIR is filling up']);
  });
});

/** Retries for a few seconds until the result is as expected; returns the last error. */
async function until(
  run: () => Promise<unknown>,
  isDone: (error: ClientResponseError | null) => boolean,
): Promise<ClientResponseError | null> {
  for (let tries = 0; tries < 100; tries += 1) {
    const error = await run().then(
      () => null,
      (reason: unknown) => (reason instanceof ClientResponseError ? reason : Promise.reject(reason)),
    );
    if (isDone(error)) return error;
    await sleep(50);
  }
  throw new Error('It did not become so.');
}
