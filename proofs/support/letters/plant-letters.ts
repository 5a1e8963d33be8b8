import { printInstant } from '#domain/time/instant.ts';
import type { Database } from '#server/ground/db/database.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { addPractitioner, clientRow, letterRow, sessionRow } from '#proofs/support/rows.ts';

/** Plants so many letters about planned sessions, due now, each to a client of its own: the address names its number. */
export async function plantDueLetters(db: Database, count: number, now: Temporal.Instant): Promise<void> {
  const owner = await addPractitioner(db);
  const stamp = printInstant(now);
  const numbers = Array.from({ length: count }, (_, at) => at);
  for (let from = 0; from < count; from += 200) {
    const piece = numbers.slice(from, from + 200).map((at) => {
      const email = `c${at}@example.org`;
      const client = clientRow(owner, {
        phone: `+7 916 ${1_000_000 + at}`,
        email,
        email_key: email,
        reminders: 'email',
      });
      const date = printInstant(now.add({ hours: 48 + at }));
      const session = sessionRow(owner, client.id, { date });
      const letter = letterRow(owner, {
        id: newRecordId(),
        client: client.id,
        session: session.id,
        kind: 'session-planned',
        state: 'due',
        sent_at: null,
        not_before: stamp,
        start: date,
      });
      return { client, session, letter };
    });
    await db.write(async ({ trx }) => {
      await trx
        .insertInto('clients')
        .values(piece.map(({ client }) => client))
        .execute();
      await trx
        .insertInto('sessions')
        .values(piece.map(({ session }) => session))
        .execute();
      await trx
        .insertInto('letters')
        .values(piece.map(({ letter }) => letter))
        .execute();
    });
  }
}
