import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/ground/context.ts';
import { mailFolder } from '#server/ground/mail/letter-files.ts';
import { listLetters, type StoredLetter } from '#server/ground/mail/read-letters.ts';

/** Waits until the outbox is empty and returns every letter sent to an address, the newest first. */
export async function lettersTo(context: Context, email: string): Promise<StoredLetter[]> {
  for (;;) {
    const waiting = await context.db.read
      .selectFrom('outbox')
      .select('id')
      .where('state', 'not in', ['sent', 'failed'])
      .executeTakeFirst();
    if (!waiting) break;
    context.events.wake('letters');
    await sleep(10);
  }
  const letters = await listLetters(mailFolder(context.config.dataDir));
  return letters.filter((letter) => letter.to === email);
}

export async function subjectsTo(context: Context, email: string): Promise<string[]> {
  return (await lettersTo(context, email)).map(({ subject }) => subject.replace(' — Кабинет', '')).toSorted();
}

/** Returns the token of the link in the newest letter with this subject. */
export async function tokenTo(context: Context, email: string, subject: string): Promise<string> {
  const letters = await lettersTo(context, email);
  const letter = letters.find((candidate) => candidate.subject.startsWith(subject));
  const token = /#token=([\w.-]+)/.exec(letter?.text ?? '')?.[1];
  assert.ok(token, `no letter «${subject}» with a link`);
  return token;
}
