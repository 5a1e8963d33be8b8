import { printInstant } from '#domain/time/instant.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';

/** What the operator does to an account that its owner gets a letter about. */
export type OperatorAct = 'confirmed' | 'locked' | 'unlocked' | 'signed-out';

/** Every kind of letter and the ids of its records: address, text and token are created when it is sent. */
export interface LetterIds {
  verification: { user: string };
  'already-registered': { user: string };
  'password-reset': { user: string };
  'password-changed': { user: string };
  /** Sent to the new address. */
  'email-change': { user: string };
  /** Sent to the present address. */
  'email-change-requested': { user: string };
  'email-changed': { user: string };
  /** About the first sign-in from a new network. */
  'new-place': { user: string; signIn: string };
  /** About the first sign-in on a new device. */
  'new-device': { user: string; signIn: string };
  'second-factor-on': { user: string };
  'second-factor-off': { user: string };
  /** The operator turned it off. */
  'second-factor-off-by-operator': { user: string };
  'recovery-codes-made': { user: string };
  /** About a sign-in with a recovery code. */
  'recovery-code-used': { user: string; signIn: string };
  /** About several wrong codes after a right password. */
  'codes-refused': { user: string };
  /** About what the operator did to the account. */
  'by-operator': { user: string; act: OperatorAct };
  /** Sent to the address of a deleted account, which the row itself stores. */
  'account-deleted': { user: string };
  'account-deleted-by-operator': { user: string };
  /** Sent to the practitioner. */
  'booking-received': { booking: string };
  /** Sent to a client or a visitor, as a row of `letters` says. */
  'client-letter': { letter: string };
  /** A letter to clients as a sample, sent to the practitioner. */
  'letter-sample': { user: string; kind: string };
  /** Sent to the practitioner, about what a client did by their own link. */
  'visit-cancelled': { session: string };
  'visit-moved': { session: string };
}

export type LetterKind = keyof LetterIds;

interface NewLetter<Kind extends LetterKind> {
  kind: Kind;
  ids: LetterIds[Kind];
  /** The account whose deletion also deletes the letter; '' where it is deleted already. */
  account: string;
  /** The recipient's address where no account has it any more. */
  address?: string;
  /** Queues no second letter with the same key. */
  dedupeKey: string;
  now: Temporal.Instant;
  notBefore?: Temporal.Instant;
  /** The row of `letters`, and the time from which it is no longer sent; both of letters to clients alone. */
  letter?: string;
  expires?: Temporal.Instant;
}

/**
 * Queues a letter in the transaction that causes it. `context.events.wakeAfter(write, 'letters')` sends it right
 * after the commit; otherwise it is sent within seconds.
 */
export function queueLetter<Kind extends LetterKind>(write: Write, letter: NewLetter<Kind>): Promise<void> {
  return queueLetters(write, [letter]);
}

/** The same for many letters, in one statement. */
export async function queueLetters<Kind extends LetterKind>(
  write: Write,
  letters: readonly NewLetter<Kind>[],
): Promise<void> {
  await write.trx
    .insertInto('outbox')
    .values(letters.map(rowOf))
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

function rowOf<Kind extends LetterKind>(letter: NewLetter<Kind>): NewRow<'outbox'> {
  const created = printInstant(letter.now);
  return {
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
    letter: letter.letter ?? '',
    expires: letter.expires ? printInstant(letter.expires) : '',
  };
}
