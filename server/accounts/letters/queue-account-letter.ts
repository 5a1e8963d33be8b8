import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import { type LetterIds, type LetterKind, queueLetter } from '#server/ground/mail/queue-letter.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

/** Kinds of letters that concern an account alone. */
type AccountLetter = { [Kind in LetterKind]: LetterIds[Kind] extends { user: string } ? Kind : never }[LetterKind];

interface Addressing {
  dedupeKey?: string;
  /** The account's current address, for a letter that must not go to a later one. */
  address?: string;
}

/** Queues a letter to an account, to be sent after the commit. Without a dedupe key, every call queues a letter. */
export async function queueAccountLetter(
  { context, write, now }: { context: Context; write: Write; now: Temporal.Instant },
  kind: AccountLetter,
  user: string,
  { dedupeKey = newRecordId(), address }: Addressing = {},
): Promise<void> {
  const own = address === undefined ? {} : { address };
  await queueLetter(write, { kind, ids: { user }, account: user, dedupeKey: `${kind}:${dedupeKey}`, now, ...own });
  context.events.wakeAfter(write, 'letters');
}

const AGAIN_AFTER = { minutes: 2 };

/** Queues a requested letter, unless the last one of its kind was queued less than two minutes ago. */
export async function queueAskedLetter(
  call: { context: Context; write: Write; now: Temporal.Instant },
  kind: AccountLetter,
  user: string,
  address?: string,
): Promise<boolean> {
  const { write, now } = call;
  // Two concurrent requests see each other's letter.
  await write.lock(ownerId(user));
  const last = await write.trx
    .selectFrom('outbox')
    .select('id')
    .where('account', '=', user)
    .where('kind', '=', kind)
    .where('state', '!=', 'failed')
    .where('created', '>', printInstant(now.subtract(AGAIN_AFTER)))
    .where('created', '<=', printInstant(now))
    .executeTakeFirst();
  if (last) return false;
  await queueAccountLetter(call, kind, user, address === undefined ? {} : { address });
  return true;
}
