import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { Point } from '#server/ground/limits/limit-rules.ts';
import type { Letter } from '#server/ground/mail/render-letter.ts';
import type { LetterIds, LetterKind } from '#server/ground/mail/queue-letter.ts';
import type { Follow } from '#server/ground/mail/queues.ts';

export interface AddressedLetter {
  to: string;
  letter: Letter;
  /** Only for letters to clients: the name of the sender. */
  sender?: string;
  /** The Reply-To; absent where replies go to the operator, who does not read them. */
  replyTo?: string;
  headers?: Record<string, string>;
  calendar?: { method: string; content: string };
  /** What the letter counts against; past this limit it is dropped. */
  limit?: Point;
  /** Whether it waits until the operator releases the account's letters. */
  held?: boolean;
  /** What the letter also counts against; past this limit it waits. */
  pace?: Point;
  /**
   * Returns whether the letter's content is still true, and stores what is sent with it; called just before the
   * hand-over, in the transaction that counts it.
   */
  handOver?: (write: Write) => Promise<boolean>;
}

/**
 * Writes one kind of letter; returns null where it is no longer relevant. `address` is that of the row, usually null.
 */
type LetterWriter<Kind extends LetterKind> = (
  context: Context,
  ids: LetterIds[Kind],
  address: string | null,
) => Promise<AddressedLetter | null>;

export type LetterWriters<Kind extends LetterKind = LetterKind> = { readonly [K in Kind]: LetterWriter<K> };

/**
 * Writes queued letters from the current data: address, text and a new token. Each returns null where the letter is no
 * longer relevant (the account is deleted, the e-mail verified, the request settled).
 */
export interface Mail {
  aboutAccounts: LetterWriters;
  toClients(context: Context, letter: Row<'letters'>): Promise<AddressedLetter | null>;
  follow: Follow;
}

/** Returns a letter about an account; null also for unknown kinds. */
export async function writeAccountLetter(
  writers: LetterWriters,
  context: Context,
  { kind, ids, address }: Pick<Row<'outbox'>, 'kind' | 'ids' | 'address'>,
): Promise<AddressedLetter | null> {
  return isKind(writers, kind) ? writers[kind](context, JSON.parse(ids), address) : null;
}

function isKind(writers: LetterWriters, kind: string): kind is LetterKind {
  return Object.hasOwn(writers, kind);
}
