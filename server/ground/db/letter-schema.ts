import type { Generated } from 'kysely';
import type { ClientLetterKind, ClientLetterState } from '#domain/letters/letter.ts';
import type { OwnedColumns } from '#server/ground/db/practice-schema.ts';

/** The tables of `Schema` about letters, and the links in them. */

/** Letters to clients and visitors as the practitioner sees them; the outbox sends those that are due. */
export interface LetterTable extends OwnedColumns {
  /** '' for a visitor; no foreign key, and neither are those below: a letter about a deletion outlives the record. */
  client: string;
  booking: string;
  session: string;
  /** The series that the letter is about; '' for a letter about one session. Never on the wire. */
  series: string;
  kind: ClientLetterKind;
  state: ClientLetterState;
  not_before: string;
  sent_at: string;
  /** Of the mail server, or ours: 'RCPT TO 550 5.1.1', 'limit'. */
  reason: string;
  /** The start and length that the letter gives, and its place in the order of the session's letters. */
  start: string;
  duration: number;
  sequence: number;
  /** Keyed hash of an address that no client of the practitioner has, for limits alone. */
  stranger: string;
}

/** Addresses that opted out of a practitioner's letters. */
export interface LetterStopTable {
  user: string;
  /** Keyed hash of the folded address. */
  hash: string;
  created: string;
}

/** The client's own links to a visit. */
export interface VisitLinkTable {
  /** SHA-256 of the token in hex: a copy of the table opens no visit. */
  hash: string;
  user: string;
  /** One of both is ''. */
  session: string;
  booking: string;
  created: string;
  /** '' while it can be used. */
  revoked: string;
}

/** Letters to send, without texts or tokens and at most one address; each letter is composed when it is sent. */
export interface OutboxTable {
  id: string;
  kind: string;
  /** The account that it is about and goes with; '' if that is gone already. */
  account: Generated<string>;
  /** The address for the letter about a deleted account, until it is sent or for a day; '' for all others. */
  address: Generated<string>;
  /** JSON object of record ids that the letter is about. */
  ids: string;
  dedupe_key: string;
  not_before: string;
  state: 'due' | 'sending' | 'sent' | 'unknown' | 'failed';
  message_id: string;
  attempts: number;
  created: string;
  updated: string;
  /** The row of `letters` that the letter is; '' for one to an account. */
  letter: Generated<string>;
  /** The time from which it is no longer sent; '' for none. */
  expires: Generated<string>;
  /** How often a letter to a client was handed over without a refusal: twice at most. */
  handed: Generated<number>;
}
