import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { GUEST } from '#server/ground/identity/actor.ts';
import { type StopWish, stopHash } from '#server/practice/letters/address-keys.ts';
import { dropWaiting } from '#server/practice/letters/letter-rows.ts';
import { readRules } from '#server/practice/letters/recipients.ts';
import { updateRow } from '#server/records/store.ts';

/**
 * Ends a practitioner's letters to an address, for every client who has it and every visitor (LETTER-06); a second time
 * changes nothing.
 */
export async function stopLetters(context: Context, { owner, hash }: StopWish): Promise<void> {
  await act({ context, actor: GUEST, now: context.now() }, owner, async (action) => {
    // A deleted account sends none.
    if (!(await readRules(action))) return;
    const { trx } = action.write;
    await trx
      .insertInto('letter_stops')
      .values({ user: owner, hash, created: printInstant(action.now) })
      .onConflict((conflict) => conflict.columns(['user', 'hash']).doNothing())
      .execute();
    const isTheirs = (email: string): boolean => stopHash(context, owner, email) === hash;
    const clients = await trx
      .selectFrom('clients')
      .select(['id', 'email_key', 'letters_off'])
      .where('user', '=', owner)
      .where('email_key', '!=', sql.lit(''))
      .execute();
    for (const client of clients.filter(({ email_key }) => isTheirs(email_key))) {
      if (client.letters_off !== 'stopped') {
        await updateRow(action, 'clients', client.id, { reminders: 'none', letters_off: 'stopped' });
      }
      await dropWaiting(action, { client: client.id });
    }
    await dropOfVisitor(action, isTheirs);
  });
}

async function dropOfVisitor(action: Action, isTheirs: (email: string) => boolean): Promise<void> {
  const waiting = await action.write.trx
    .selectFrom('letters')
    .innerJoin('booking', 'booking.id', 'letters.booking')
    .select(['letters.id', 'booking.email'])
    .where('letters.user', '=', action.owner)
    .where('letters.booking', '!=', sql.lit(''))
    .where('letters.state', 'in', ['due', 'unknown'])
    .where('booking.email', '!=', '')
    .execute();
  const ids = waiting.filter(({ email }) => isTheirs(email)).map(({ id }) => id);
  if (ids.length > 0) await dropWaiting(action, { ids });
}
