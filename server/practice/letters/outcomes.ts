import { isWithoutMailbox } from '#domain/letters/next-attempt.ts';
import { REFUSALS_IN_A_ROW } from '#domain/letters/letter.ts';
import { actIn, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { holdIfUnwelcome } from '#server/practice/letters/hold-letters.ts';
import { dropLetters } from '#server/practice/letters/letter-rows.ts';
import { addNews, addRefusalNews } from '#server/practice/news/write-news.ts';
import { findOwned, updateRow } from '#server/records/store.ts';

/** Shows the practitioner the outcome of a letter, and counts a refusal of the client's address. */
export async function recordOutcome(context: Context, write: Write, letter: Row<'letters'>): Promise<void> {
  await publishLetter(context, write, letter);
  if (letter.state !== 'failed' || !isWithoutMailbox(letter.reason)) return;
  await noteRefusal(context, write, letter);
  await holdIfUnwelcome(context, write, ownerId(letter.user));
}

/** Publishes the state of a letter to its practitioner, and adds the news of a refusal (NEWS-01). */
export async function publishLetter(context: Context, write: Write, letter: Row<'letters'>): Promise<void> {
  const owner = ownerId(letter.user);
  if (letter.state === 'failed') await addRefusalNews(await asProgram(context, write, letter), letter);
  await context.events.publishRecords(write, { collection: 'letters', action: 'update', owner, rows: [letter] });
}

/** Counts a letter as refused by its client's address, and acts on several such. */
export async function noteRefusal(context: Context, write: Write, letter: Row<'letters'>): Promise<void> {
  if (letter.client === null) return;
  await write.trx.updateTable('letters').set({ counts_as_refusal: 1 }).where('id', '=', letter.id).execute();
  await endRefused(await asProgram(context, write, letter), letter.client);
}

function asProgram(context: Context, write: Write, { user }: Row<'letters'>): Promise<Action> {
  return actIn(write, { context, actor: PROGRAM, now: context.now() }, ownerId(user));
}

/** Resets the refusals of a client whose address has changed. */
export async function forgetRefusals({ write, owner }: Action, client: string): Promise<void> {
  await write.trx
    .updateTable('letters')
    .set({ counts_as_refusal: 0 })
    .where('user', '=', owner)
    .where('client', '=', client)
    .where('counts_as_refusal', '=', 1)
    .execute();
}

/** Switches off the letters of a client whose address refused the last ones in a row (LETTER-07). */
async function endRefused(action: Action, id: string): Promise<void> {
  const { write, owner } = action;
  const last = await write.trx
    .selectFrom('letters')
    .select('counts_as_refusal')
    .where('user', '=', owner)
    .where('client', '=', id)
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('updated', 'desc')
    .limit(REFUSALS_IN_A_ROW)
    .execute();
  if (last.length < REFUSALS_IN_A_ROW || last.some((letter) => letter.counts_as_refusal === 0)) return;
  const client = await findOwned(write.trx, 'clients', owner, id);
  if (!client || client.reminders === 'none') return;
  await updateRow(action, 'clients', id, { reminders: 'none', letters_off: 'refused' });
  await addNews(action, [{ kind: 'client_stopped', client: id }]);
  await dropLetters(action, { client: id });
}
