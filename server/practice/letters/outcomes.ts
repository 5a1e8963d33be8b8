import { sql } from 'kysely';
import { REFUSALS_IN_A_ROW } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import { actIn, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { dropWaiting } from '#server/practice/letters/letter-rows.ts';
import { findOwned, updateRow } from '#server/records/store.ts';

type Outcome = Partial<Pick<Row<'letters'>, 'state' | 'reason' | 'not_before'>>;

/** The mail server knows no such mailbox, whatever the letter: neither a quota nor a relay that is closed to us. */
const NO_RECIPIENT = /^RCPT TO 5(?:5[013]|\d\d 5\.(?:1\.(?:[0-6]|10)|2\.1))$/;
/** After the reason of a letter to an address that the client no longer has. */
const FORMER = ' former';

/** Stores what became of a letter, in the transaction in which the outbox does, for the practitioner to see. */
export async function noteOutcome(context: Context, write: Write, id: string, outcome: Outcome): Promise<void> {
  const now = context.now();
  const stamp = printInstant(now);
  // One that was taken back, or that may have arrived, stays so unless more is known.
  const mayHaveArrived = outcome.state === 'failed' || outcome.state === 'unknown';
  const open: Row<'letters'>['state'][] = mayHaveArrived ? ['due', 'unknown'] : ['due'];
  const sent = outcome.state === 'sent' ? { sent_at: stamp } : {};
  const update = write.trx
    .updateTable('letters')
    .set({ ...outcome, ...sent, updated: stamp })
    .where('id', '=', id)
    .returningAll();
  let rows = await (outcome.state === 'sent' ? update : update.where('state', 'in', open)).execute();
  if (outcome.state === 'unknown' && rows.length === 0) {
    // Taken back while it was handed over: it may have arrived, but is not repeated.
    await write.trx.deleteFrom('outbox').where('letter', '=', id).where('letter', '!=', sql.lit('')).execute();
    rows = await update.where('state', '=', 'dropped').execute();
  }
  const [row] = rows;
  if (!row) return;
  const owner = ownerId(row.user);
  await context.events.publishRecords(write, { collection: 'letters', action: 'update', owner, rows });
  if (outcome.state === 'failed' && row.client !== '') {
    await endRefused(await actIn(write, { context, actor: PROGRAM, now }, owner), row.client);
  }
}

/** Counts no refusals of the address that a client had before. */
export async function forgetRefusals({ write, owner }: Action, client: string): Promise<void> {
  await write.trx
    .updateTable('letters')
    .set((row) => ({ reason: sql<string>`${row.ref('reason')} || ${FORMER}` }))
    .where('user', '=', owner)
    .where('client', '=', client)
    .where('client', '!=', sql.lit(''))
    .where('state', '=', 'failed')
    .where('reason', 'like', 'RCPT TO 5%')
    .where('reason', 'not like', `%${FORMER}`)
    .execute();
}

/** Switches a client's letters off whose address refused the last letters, one after the other (LETTER-07). */
async function endRefused(action: Action, id: string): Promise<void> {
  const { write, owner } = action;
  const last = await write.trx
    .selectFrom('letters')
    .select('reason')
    .where('user', '=', owner)
    .where('client', '=', id)
    .where('client', '!=', sql.lit(''))
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('updated', 'desc')
    .limit(REFUSALS_IN_A_ROW)
    .execute();
  if (last.length < REFUSALS_IN_A_ROW || !last.every(({ reason }) => NO_RECIPIENT.test(reason))) return;
  const client = await findOwned(write.trx, 'clients', owner, id);
  if (!client || client.reminders === 'none') return;
  await updateRow(action, 'clients', id, { reminders: 'none', letters_off: 'refused' });
  await dropWaiting(action, { client: id });
}
