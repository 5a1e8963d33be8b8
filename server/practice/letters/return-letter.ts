import { isWithoutMailbox } from '#domain/letters/next-attempt.ts';
import { reasonOfReturn, type Returned } from '#domain/letters/returned.ts';
import { emailKey } from '#domain/accounts/email.ts';
import { printInstant } from '#domain/time/instant.ts';
import { domainOf } from '#server/ground/config/mail-names.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { holdIfUnwelcome } from '#server/practice/letters/hold-letters.ts';
import { noteRefusal, publishLetter } from '#server/practice/letters/outcomes.ts';
import { findOwned } from '#server/records/store.ts';

/** 'unknown': no letter of ours matches; 'being sent': its sender has not yet stored that it was sent. */
export type ReturnOutcome = 'noted' | 'unknown' | 'being sent';

const HAS_GONE = ['sent', 'unknown'] as const;

/**
 * Marks a returned letter as failed, only once if several reports come. A letter to a client counts as a refusal if the
 * client still has the address that refused it (LETTER-07).
 */
export async function returnLetter(context: Context, returned: Returned): Promise<ReturnOutcome> {
  const at = returned.messageId.lastIndexOf('@');
  const id = returned.messageId.slice(0, at);
  const domain = returned.messageId.slice(at + 1).toLowerCase();
  if (!/^[a-z0-9]{32}$/.test(id) || domain !== domainOf(context.config.mailFrom).toLowerCase()) return 'unknown';
  const outcome = await context.db.write(async (write) => {
    const toClient = await returnToClient(context, write, id, returned);
    return toClient === 'unknown' ? returnAboutAccount(context, write, id) : toClient;
  });
  if (outcome === 'noted') context.log.warn({ reason: reasonOfReturn(returned) }, 'letter returned');
  return outcome;
}

async function returnToClient(
  context: Context,
  write: Write,
  messageId: string,
  returned: Returned,
): Promise<ReturnOutcome> {
  const find = () => write.trx.selectFrom('letters').selectAll().where('message_id', '=', messageId).executeTakeFirst();
  const found = await find();
  if (!found) return 'unknown';
  const owner = ownerId(found.user);
  // As in every action, the lock comes before the rows.
  await write.lock(owner);
  const letter = await find();
  if (!letter) return 'unknown';
  if (letter.claimed !== null) return 'being sent';
  if (!HAS_GONE.some((state) => state === letter.state)) return 'unknown';
  const reason = reasonOfReturn(returned);
  const failed = await write.trx
    .updateTable('letters')
    // It did not arrive, so the next letter repeats what it said.
    .set({ state: 'failed', reason, not_before: null, handed: 0, updated: printInstant(context.now()) })
    .where('id', '=', letter.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishLetter(context, write, failed);
  if (isWithoutMailbox(reason)) await holdIfUnwelcome(context, write, owner);
  if (failed.client === null || !isWithoutMailbox(reason)) return 'noted';
  const client = await findOwned(write.trx, 'clients', owner, failed.client);
  const isTheirs = returned.recipients.some((address) => emailKey(address) === emailKey(client?.email ?? ''));
  if (isTheirs) await noteRefusal(context, write, failed);
  return 'noted';
}

async function returnAboutAccount(context: Context, write: Write, messageId: string): Promise<ReturnOutcome> {
  const letter = await write.trx
    .selectFrom('outbox')
    .select(['id', 'claimed', 'state'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (!letter) return 'unknown';
  if (letter.claimed !== null) return 'being sent';
  const updated = await write.trx
    .updateTable('outbox')
    .set({ state: 'failed', not_before: null, address: null, updated: printInstant(context.now()) })
    .where('id', '=', letter.id)
    .where('state', 'in', HAS_GONE)
    .returning('id')
    .executeTakeFirst();
  return updated ? 'noted' : 'unknown';
}
