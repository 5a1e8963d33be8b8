import { sql } from 'kysely';
import { discreetName } from '#domain/letters/discreet.ts';
import { printInstant } from '#domain/time/instant.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { GUEST } from '#server/ground/identity/actor.ts';
import { readStopToken, type StopToken, stopHash } from '#server/practice/letters/address-keys.ts';
import { holdIfUnwelcome } from '#server/practice/letters/hold-letters.ts';
import { dropLetters } from '#server/practice/letters/letter-rows.ts';
import { hasOptedOut, readRules } from '#server/practice/letters/recipients.ts';
import { addNews } from '#server/practice/news/write-news.ts';
import { updateRow } from '#server/records/store.ts';

export interface UnsubscribeTarget {
  /** The name of the sender in the letters. */
  sender: string;
  stopped: boolean;
}

/**
 * Returns whose letters an unsubscribe link stops, and whether they are stopped already; null for an invalid token and
 * for a deleted account.
 */
export async function readUnsubscribeLink(
  context: Pick<Context, 'db' | 'secrets'>,
  token: string,
): Promise<UnsubscribeTarget | null> {
  const wish = readStopToken(context, token);
  const rules = wish && (await readRules(context.db.read, wish.owner));
  if (!rules) return null;
  const stopped = await hasOptedOut(context.db.read, wish);
  return { sender: discreetName(rules.sender_name, rules.name), stopped };
}

/**
 * Ends a practitioner's letters to an address, for all clients and visitors who have it (LETTER-06). Repeated calls
 * change nothing.
 */
export async function stopLetters(context: Context, { owner, hash }: StopToken): Promise<void> {
  const caller = { context, actor: GUEST, now: context.now() };
  const { read } = context.db;
  // A deleted account sends no letters.
  if (!(await readRules(read, owner))) return;
  // Stored first, so that a client who gets the address meanwhile gets no letters.
  await act(caller, owner, async ({ write, now }) => {
    await write.trx
      .insertInto('letter_stops')
      .values({ user: owner, hash, created: printInstant(now) })
      .onConflict((conflict) => conflict.columns(['user', 'hash']).doNothing())
      .execute();
    await holdIfUnwelcome(context, write, owner);
  });
  // Outside the transaction: hashing the address of each client takes too long for the only writer.
  const isTheirs = (email: string): boolean => stopHash(context, owner, email) === hash;
  const addresses = await read
    .selectFrom('clients')
    .select('email_key')
    .distinct()
    .where('user', '=', owner)
    .where('email_key', '!=', sql.lit(''))
    .execute();
  const waiting = await read
    .selectFrom('letters')
    .innerJoin('booking', 'booking.id', 'letters.booking')
    .select(['letters.id', 'booking.email'])
    .where('letters.user', '=', owner)
    .where('letters.not_before', 'is not', null)
    .where('booking.email', '!=', '')
    .execute();
  const ids = waiting.filter(({ email }) => isTheirs(email)).map(({ id }) => id);
  const address = addresses.find(({ email_key }) => isTheirs(email_key))?.email_key;
  await act(caller, owner, async (action) => {
    if (ids.length > 0) await dropLetters(action, { ids });
    if (address !== undefined) await stopClients(action, address);
  });
}

async function stopClients(action: Action, email_key: string): Promise<void> {
  const clients = await action.write.trx
    .selectFrom('clients')
    .select(['id', 'letters_off'])
    .where('user', '=', action.owner)
    .where('email_key', '=', email_key)
    .where('email_key', '!=', sql.lit(''))
    .execute();
  for (const { id, letters_off } of clients) {
    if (letters_off !== 'stopped') {
      await updateRow(action, 'clients', id, { reminders: 'none', letters_off: 'stopped' });
      if (letters_off === '') await addNews(action, [{ kind: 'client_stopped', client: id }]);
    }
    await dropLetters(action, { client: id });
  }
}
