import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import PocketBase from 'pocketbase';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import type { TestData } from '#proofs/support/engines.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { keys, newCode, post, strictOff } from '#proofs/support/strict.ts';

const NOTES = 120;

/** Kills the program so many milliseconds after each call that switches the mode: the password opens every text. */
export async function killAroundSwitches({ config }: TestData, delays: readonly number[]): Promise<void> {
  const db = await openDatabase(config);
  const password_hash = await hashPassword(PASSWORD);
  await addPractitioner(db, { email: EMAIL, email_key: EMAIL, password_hash });
  await db.close();
  const env = { DATA_DIR: config.dataDir, PORT: '0', LOG_LEVEL: 'silent' };
  const start = async () => {
    const child = startProgram('server/main.ts', env);
    const pb = new PocketBase(await readyUrl(child));
    pb.autoCancellation(false);
    await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    return { child, pb };
  };
  const written = new Set<string>();
  const modes: string[] = [];
  for (const delay of delays) {
    const { child, pb } = await start();
    try {
      const notes = pb.collection('blog_posts');
      while (written.size < NOTES) {
        const batch = pb.createBatch();
        for (let at = 0; at < 40; at += 1) {
          const content = `содержание ${written.size}`;
          batch.collection('blog_posts').create({ id: newRecordId(), title: 'тема', content, date: '2030-01-01' });
          written.add(content);
        }
        await batch.send();
      }
      const read = new Set((await notes.getFullList()).map((note) => String(note['content'])));
      assert.deepEqual(read, written, `after ${modes.join(', ')}`);
      const { mode } = await keys(pb);
      modes.push(mode);
      const code = mode === 'server' ? await newCode(pb) : '';
      const switched = mode === 'server' ? post(pb, 'strict', { password: PASSWORD, code }) : strictOff(pb);
      await Promise.race([switched.catch(() => undefined), sleep(delay)]);
    } finally {
      await endProgram(child, 'SIGKILL');
    }
  }
  const { child, pb } = await start();
  const read = new Set((await pb.collection('blog_posts').getFullList()).map((note) => String(note['content'])));
  assert.deepEqual(read, written);
  await endProgram(child, 'SIGTERM');
}
