import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { printInstant } from '#domain/time/instant.ts';
import { eraseDeleted } from '#server/accounts/deletion/eraser.ts';
import { startJobs } from '#server/jobs.ts';
import { letterName, mailFolder } from '#server/ground/mail/letter-files.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');

function ago(hours: number): string {
  return printInstant(NOW.subtract({ hours }));
}

forEachEngine((engine) => {
  test('accounts that were never verified go after seven days, their addresses with them', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const week = 7 * 24;
    await addPractitioner(db, { email: 'late@example.org', verified: 0, created: ago(week + 1) });
    await addPractitioner(db, { email: 'new@example.org', verified: 0, created: ago(week - 1) });
    await addPractitioner(db, { email: 'old@example.org', created: ago(week * 50) });
    const context = await mailContext(db, data.config, { now: NOW });
    await startJobs(context)();
    await eraseDeleted(context);
    const left = await db.read.selectFrom('users').select('email').orderBy('email').execute();
    assert.deepEqual(
      left.map(({ email }) => email),
      ['new@example.org', 'old@example.org'],
    );
    assert.equal((await db.read.selectFrom('outbox').select('id').execute()).length, 0);
  });

  test('letters that were kept as files go after 30 days', async () => {
    await using data = await openTestDatabase(engine);
    const folder = mailFolder(data.config.dataDir);
    await mkdir(folder, { recursive: true });
    const nameOf = (hours: number) => `${letterName({ created: ago(hours), message_id: 'a'.repeat(32) })}.eml`;
    const [old, fresh] = [nameOf(30 * 24 + 1), nameOf(30 * 24 - 1)];
    for (const name of [old, `${old}.new`, fresh, 'notes.txt']) await writeFile(join(folder, name), '');
    await startJobs(await mailContext(data.db, data.config, { now: NOW }))();
    assert.deepEqual((await readdir(folder)).toSorted(), [fresh, 'notes.txt'].toSorted());
  });

  test('AUTH-12 a letter to a deleted account that no mail server takes is forgotten within a day', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    for (const hours of [24, 12]) {
      const letter = { ids: { user: 'gone' }, account: null, address: 'anna@example.org', dedupeKey: `${hours}` };
      await db.write((write) =>
        queueLetter(write, { kind: 'account-deleted', ...letter, now: NOW.subtract({ hours }) }),
      );
    }
    await startJobs(await mailContext(db, data.config, { now: NOW }))();
    assert.deepEqual(await db.read.selectFrom('outbox').select('dedupe_key').execute(), [{ dedupe_key: '12' }]);
  });
});
