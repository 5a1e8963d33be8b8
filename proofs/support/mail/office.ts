import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { mail } from '#server/letters.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import { type Behaviour, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

export const USER = 'abcdefghijklmno';
export const EMAIL = 'anna@example.org';

/** An outbox with a mail server, and an account whose letters it sends. */
export async function openOffice(engine: 'sqlite' | 'postgres', behaviour: Behaviour) {
  const database = await openTestDatabase(engine);
  const smtp = await startFakeSmtp(behaviour);
  const clock = { now: Temporal.Instant.from('2026-11-18T09:41:00Z') };
  const logged: string[] = [];
  const context = await mailContext(database.db, database.config, clock, logged);
  await addPractitioner(database.db, { id: USER, email: EMAIL, verified: 0 });
  const queue = (dedupeKey: string): Promise<void> =>
    database.db.write((write) =>
      queueLetter(write, { kind: 'verification', ids: { user: USER }, account: USER, dedupeKey, now: clock.now }),
    );
  return {
    db: database.db,
    smtp,
    clock,
    logged,
    context,
    queue,
    start: () => startOutbox(context, mail, smtpTransport(smtp.url)),
    async [Symbol.asyncDispose]() {
      await smtp[Symbol.asyncDispose]();
      await database.dispose();
    },
  };
}

/** Waits for a letter in this state. */
export async function settled(db: OpenDatabase, state: Row<'outbox'>['state']): Promise<Row<'outbox'>> {
  for (let patience = 1500; patience > 0; patience -= 1) {
    const row = await db.read.selectFrom('outbox').selectAll().where('state', '=', state).executeTakeFirst();
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no letter became ${state}`);
}

/** Waits until the only letter was tried so often. */
export async function waitForAttempt(db: OpenDatabase, attempts: number): Promise<Row<'outbox'>> {
  for (let patience = 1500; patience > 0; patience -= 1) {
    const row = await db.read.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    if (row.attempts >= attempts && row.claimed === null) return row;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('no attempt was made');
}
