import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { eraseDeleted } from '#server/accounts/deletion/eraser.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { createTestData, openUnlocked } from '#proofs/support/engines.ts';
import { addBooking, addClient, addPractitioner, sessionRow } from '#proofs/support/rows.ts';

const ERASER = join(import.meta.dirname, '../../../proofs/support/accounts/erase-account.ts');
const SESSIONS = 2000;

test('AUTH-12 kill -9 in the middle of erasing an account: the next start goes on where it ended', async () => {
  await using data = await createTestData('sqlite');
  const before = await openUnlocked(data.config);
  const owner = await addPractitioner(before, { deleted: '2026-11-21 09:00:00.000Z' });
  const neighbour = await addPractitioner(before);
  const { id: client } = await addClient(before, owner);
  await addBooking(before, owner);
  const { id: kept } = await addClient(before, neighbour);
  const sessions = Array.from({ length: SESSIONS }, () => sessionRow(owner, client));
  for (let at = 0; at < SESSIONS; at += 500) {
    await before.write(({ trx }) =>
      trx
        .insertInto('sessions')
        .values(sessions.slice(at, at + 500))
        .execute(),
    );
  }
  await before.close();

  const env = { ...process.env, DATA_DIR: data.config.dataDir, KEY_FILE: data.config.keyFile ?? '', ACCOUNT: owner };
  const child = spawn(process.execPath, [ERASER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let pieces = 0;
  for await (const _ of createInterface(child.stdout)) {
    pieces += 1;
    if (pieces === 3) child.kill('SIGKILL');
  }
  assert.deepEqual(await ended, [null, 'SIGKILL']);

  const after = await openUnlocked(data.config);
  const left = (await after.read.selectFrom('sessions').select('id').execute()).length;
  assert.ok(left > 0 && left < SESSIONS, `${left} sessions are left`);
  assert.equal((await after.read.selectFrom('users').select('id').where('id', '=', owner).execute()).length, 1);
  await eraseDeleted(await mailContext(after, data.config, { now: Temporal.Now.instant() }));
  assert.deepEqual(
    (await after.read.selectFrom('users').select('id').execute()).map(({ id }) => id),
    [neighbour],
  );
  assert.deepEqual(
    (await after.read.selectFrom('clients').select('id').execute()).map(({ id }) => id),
    [kept],
  );
  for (const table of ['sessions', 'booking'] as const) {
    assert.equal((await after.read.selectFrom(table).select('id').execute()).length, 0, table);
  }
  await after.close();
});
