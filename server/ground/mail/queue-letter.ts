import { printInstant } from '#domain/time/instant.ts';
import type { Write } from '#server/ground/db/database.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';

/** What the operator does to an account and its owner gets a letter about. */
export type OperatorAct = 'confirmed' | 'reset-link-made' | 'locked' | 'unlocked' | 'signed-out';

/**
 * Every kind of letter about an account, with the ids of its records; address, text and token are created when it is
 * sent.
 */
export interface LetterIds {
  verification: { user: string };
  'already-registered': { user: string };
  'password-reset': { user: string };
  'password-changed': { user: string };
  /** Sent to the new address. */
  'email-change': { user: string };
  /** Sent to the address that the account had at the request, which the row itself stores. */
  'email-change-requested': { user: string };
  'email-changed': { user: string };
  /** Sent to the former address, with a link that restores it. */
  'email-changed-from': { user: string; change: number };
  'email-taken-back': { user: string };
  /** Sent to the address that the account had before, which the row itself stores. */
  'email-taken-back-from': { user: string };
  /** About the first sign-in from a new network. */
  'new-place': { user: string; signIn: string };
  /** About the first sign-in on a new device. */
  'new-device': { user: string; signIn: string };
  'second-factor-on': { user: string };
  'second-factor-off': { user: string };
  /** About the second factor that the operator turned off. */
  'second-factor-off-by-operator': { user: string };
  'recovery-codes-made': { user: string };
  /** About a sign-in with a recovery code. */
  'recovery-code-used': { user: string; signIn: string };
  /** About several wrong codes after a correct password. */
  'codes-refused': { user: string };
  /** About what the operator did to the account. */
  'by-operator': { user: string; act: OperatorAct };
  /** Sent to the address of a deleted account, which the row itself stores. */
  'account-deleted': { user: string };
  'account-deleted-by-operator': { user: string };
  /** Sent to the practitioner, as the next one is. */
  'booking-received': { booking: string };
  /** About a request that its visitor withdrew. */
  'booking-withdrawn': { booking: string };
  /** Sent to a practitioner whose letters to clients wait for the operator. */
  'letters-held': { user: string };
  /** A sample of a letter to clients, sent to the practitioner. */
  'letter-sample': { user: string; kind: string };
  /** Sent to the practitioner, about what a client did with a visit by its link; `news` is the row about it. */
  'visit-cancelled': { news: string };
  'visit-moved': { news: string };
}

export type LetterKind = keyof LetterIds;

interface NewLetter<Kind extends LetterKind> {
  kind: Kind;
  ids: LetterIds[Kind];
  /** The account with which the letter is deleted; null where that is deleted already. */
  account: string | null;
  /** The recipient's address, where no account has it any more or the account is about to change it. */
  address?: string;
  /** A second letter with the same key is not queued. */
  dedupeKey: string;
  now: Temporal.Instant;
}

/**
 * Queues a letter in the transaction that causes it. `context.events.wakeAfter(write, 'letters')` makes it leave right
 * after the commit; otherwise it is sent within seconds.
 */
export async function queueLetter<Kind extends LetterKind>(
  { trx }: Write,
  { kind, ids, account, address, dedupeKey, now }: NewLetter<Kind>,
): Promise<void> {
  const created = printInstant(now);
  const row = {
    id: newRecordId(),
    kind,
    ids: JSON.stringify(ids),
    account,
    address: address ?? null,
    dedupe_key: dedupeKey,
  };
  await trx
    .insertInto('outbox')
    .values({
      ...row,
      not_before: created,
      state: 'due',
      message_id: randomText(32),
      attempts: 0,
      created,
      updated: created,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}
