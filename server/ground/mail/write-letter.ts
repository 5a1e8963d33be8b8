import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { LimitRule } from '#server/ground/limits/limit-rules.ts';
import type { Letter } from '#server/ground/mail/letter.ts';
import type { LetterIds, LetterKind } from '#server/ground/mail/queue-letter.ts';

export interface AddressedLetter {
  to: string;
  letter: Letter;
  /** Only of letters to clients. */
  sender?: string;
  headers?: Record<string, string>;
  calendar?: { method: string; content: string };
  /** What the letter counts for; past the limit it is dropped. */
  limit?: { rule: LimitRule; key: string };
  /** The same, past which it waits. */
  pace?: { rule: LimitRule; key: string };
  /**
   * Returns whether the letter still says what holds, and stores what goes out with it; called in the transaction that
   * counts it as handed over, right before it is.
   */
  handOver?: (write: Write) => Promise<boolean>;
}

/** Writes one kind of letter; returns null where it is no longer relevant. `address` is the row's own, mostly ''. */
type LetterWriter<Kind extends LetterKind> = (
  context: Context,
  ids: LetterIds[Kind],
  address: string,
) => Promise<AddressedLetter | null>;

export type LetterWriters<Kind extends LetterKind = LetterKind> = { readonly [K in Kind]: LetterWriter<K> };

/** What the outbox tells of letters to clients, by their rows of `letters`. */
export interface ClientLetters {
  /** Stores an outcome, and what follows from it, in the transaction in which the outbox stores it. */
  note(
    context: Context,
    write: Write,
    letter: string,
    outcome: Partial<Pick<Row<'letters'>, 'state' | 'reason'>>,
  ): Promise<void>;
}

/**
 * Returns a queued letter with current data: address, text, and a token issued now. Returns null for unknown kinds and
 * where it is no longer relevant (the account is deleted, the e-mail verified, the request settled).
 */
export async function writeLetter(
  context: Context,
  row: Pick<Row<'outbox'>, 'kind' | 'ids'> & Partial<Pick<Row<'outbox'>, 'address'>>,
): Promise<AddressedLetter | null> {
  return isKind(context, row.kind) ? write(context, row.kind, JSON.parse(row.ids), row.address ?? '') : null;
}

function write<Kind extends LetterKind>(
  context: Context,
  kind: Kind,
  ids: LetterIds[Kind],
  address: string,
): Promise<AddressedLetter | null> {
  return context.letters[kind](context, ids, address);
}

function isKind(context: Context, kind: string): kind is LetterKind {
  return Object.hasOwn(context.letters, kind);
}
