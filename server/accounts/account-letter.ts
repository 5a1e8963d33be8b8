import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/context.ts';
import type { Write } from '#server/db/database.ts';
import { type LetterIds, type LetterKind, queueLetter } from '#server/mail/queue-letter.ts';
import { ownerId } from '#server/identity/actor.ts';
import { newRecordId } from '#server/identity/record-id.ts';

/** The letters that are about an account alone. */
type AccountLetter = { [Kind in LetterKind]: LetterIds[Kind] extends { user: string } ? Kind : never }[LetterKind];

/** Queues a letter to an account and has it sent after the commit. Without a key of its own every call is a letter. */
export async function queueAccountLetter(
  { context, write, now }: { context: Context; write: Write; now: Temporal.Instant },
  kind: AccountLetter,
  user: string,
  dedupeKey: string = newRecordId(),
): Promise<void> {
  await queueLetter(write, { kind, ids: { user }, account: user, dedupeKey: `${kind}:${dedupeKey}`, now });
  write.afterCommit(() => context.wakeOutbox());
}

const AGAIN_AFTER = { seconds: 120 };

/** Queues a letter that somebody asked for, but where the last one of its kind is less than two minutes old. */
export async function queueAskedLetter(
  call: { context: Context; write: Write; now: Temporal.Instant },
  kind: AccountLetter,
  user: string,
): Promise<void> {
  const { write, now } = call;
  // Two that are asked for at once see each other.
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
  if (!last) await queueAccountLetter(call, kind, user);
}
