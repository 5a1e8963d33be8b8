import { printInstant } from '#domain/time/instant.ts';
import type { Write } from '#server/db/database.ts';
import { newRecordId, randomText } from '#server/identity/record-id.ts';

/** Every letter there is, and the records it is about: address, text and token are made of them when it is sent. */
export interface LetterIds {
  verification: { user: string };
  'already-registered': { user: string };
  'password-reset': { user: string };
  'password-changed': { user: string };
  /** To the new address. */
  'email-change': { user: string };
  /** To the present address. */
  'email-change-requested': { user: string };
  'email-changed': { user: string };
  /** Of the first sign-in from somewhere. */
  'new-place': { user: string; signIn: string };
  /** To the address of an account that is no more, which stands in the row itself. */
  'account-deleted': { user: string };
  /** To the practitioner. */
  'booking-received': { booking: string };
}

export type LetterKind = keyof LetterIds;

interface NewLetter<Kind extends LetterKind> {
  kind: Kind;
  ids: LetterIds[Kind];
  /** The account that it goes with; '' where that is gone already. */
  account: string;
  /** Where it goes, if no account knows that any more. */
  address?: string;
  /** A second letter with the same key is not queued. */
  dedupeKey: string;
  now: Temporal.Instant;
  notBefore?: Temporal.Instant;
}

/**
 * Queues a letter in the transaction of what it tells about. After the commit
 * `write.afterCommit(() => context.wakeOutbox())` has it sent at once; otherwise it goes within seconds.
 */
export async function queueLetter<Kind extends LetterKind>(write: Write, letter: NewLetter<Kind>): Promise<void> {
  const created = printInstant(letter.now);
  await write.trx
    .insertInto('outbox')
    .values({
      id: newRecordId(),
      kind: letter.kind,
      ids: JSON.stringify(letter.ids),
      account: letter.account,
      address: letter.address ?? '',
      dedupe_key: letter.dedupeKey,
      not_before: printInstant(letter.notBefore ?? letter.now),
      state: 'due',
      message_id: randomText(32),
      attempts: 0,
      created,
      updated: created,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}
