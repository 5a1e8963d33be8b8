import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/ground/config/config.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

const SENDER = join(import.meta.dirname, '../../../proofs/support/mail/send-letters.ts');
const USER = 'abcdefghijklmno';

function startSender(config: Config, smtpUrl: string): ChildProcess {
  const env = { ...process.env, DATA_DIR: config.dataDir, SMTP_URL: smtpUrl };
  return spawn(process.execPath, [SENDER], { env, stdio: 'ignore' });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('kill -9 between the mail server taking a letter and our mark: one repeat, the same Message-ID', async () => {
  await using data = await createTestData('sqlite');
  await using smtp = await startFakeSmtp('take-and-keep-silent');
  const before = await openDatabase(data.config);
  await addPractitioner(before, { id: USER, verified: 0 });
  const letter = {
    kind: 'verification',
    ids: { user: USER },
    account: USER,
    dedupeKey: 'one',
    now: Temporal.Now.instant(),
  } as const;
  await before.write((write) => queueLetter(write, letter));
  await before.close();

  const firstTaken = smtp.nextTaken();
  const first = startSender(data.config, smtp.url);
  await firstTaken;
  await kill(first);

  smtp.behaviour = 'accept';
  const secondTaken = smtp.nextTaken();
  const second = startSender(data.config, smtp.url);
  await secondTaken;
  const reading = new DatabaseSync(join(data.config.dataDir, 'kabinet.db'), { readOnly: true, timeout: 5000 });
  const isStored = () => reading.prepare("select 1 from outbox where state = 'sent'").get() !== undefined;
  for (let patience = 1500; patience > 0 && !isStored(); patience -= 1) await sleep(20);
  reading.close();
  // Long enough for a third attempt, were the second not stored.
  await sleep(1000);
  await kill(second);

  const messageIds = smtp.taken.map((raw) => /^message-id: (.+)$/im.exec(raw)?.[1]);
  assert.equal(messageIds.length, 2);
  assert.equal(new Set(messageIds).size, 1);
  const after = await openDatabase(data.config);
  const row = await after.read.selectFrom('outbox').select(['state', 'attempts']).executeTakeFirstOrThrow();
  await after.close();
  assert.deepEqual({ ...row }, { state: 'sent', attempts: 2 });
});
