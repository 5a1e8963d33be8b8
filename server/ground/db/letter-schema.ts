import type { Generated } from 'kysely';
import type { ClientLetterKind, ClientLetterState } from '#domain/letters/letter.ts';
import type { OwnedColumns } from '#server/ground/db/practice-schema.ts';

/** The tables of `Schema` about letters, and the links in them. */

/** What both tables of letters to send have. */
interface SendingColumns {
  /** The time of the next attempt; null where there is none. */
  not_before: string | null;
  /** The time at which a sender took it; null while none has it. */
  claimed: string | null;
  attempts: Generated<number>;
  /** The same for every attempt. */
  message_id: string;
}

/** Letters to clients and visitors: what the practitioner sees of them, and what their sender needs. */
export interface LetterTable extends OwnedColumns, SendingColumns {
  /** NULL for a visitor. */
  client: string | null;
  /** NULL once the request is deleted and the client kept. */
  booking: string | null;
  /** Not a foreign key, and neither is `series`: a letter about a deletion outlives the record. */
  session: string | null;
  /** The series that the letter is about; NULL for a letter about one session. Never on the wire. */
  series: string | null;
  kind: ClientLetterKind;
  state: ClientLetterState;
  sent_at: string | null;
  /** Of the mail server, or ours: 'RCPT TO 550 5.1.1', 'limit'. */
  reason: string;
  /** The first start that the letter gives, and that meeting's length. */
  start: string;
  duration: number;
  /** JSON of the meetings that were pressed, and when; '' of a letter that says one thing whatever holds. */
  about: Generated<string>;
  /** Keyed hash of an address that no client of the practitioner has, for limits alone; null for a client's. */
  stranger: string | null;
  /** How often it was handed over without a refusal: twice at most. */
  handed: Generated<number>;
  /** The time from which it is no longer sent. */
  expires: string;
  /** 1: the mail server knows no such mailbox, and the client still has that address. */
  counts_as_refusal: Generated<number>;
}

/** What a client was told of a meeting; the highest sequence holds, of letters that may have arrived. */
export interface ToldTable {
  id: string;
  user: string;
  client: string;
  /**
   * NULL: the page of the visit showed it after a press of the client's own, or a deleted session gave its place in their
   * calendar to another one.
   */
  letter: string | null;
  /** Not a foreign key: what was told outlives the session. */
  session: string;
  /** What calendars know the meeting by: the id of the session that was told first, or one of its own after an adoption. */
  uid: string;
  start: string;
  duration: number;
  /** Hash of the place as far as letters name it; '' for none. */
  place: string;
  cancelled: number;
  /** SEQUENCE of the calendar file. */
  sequence: number;
}

/** Addresses that opted out of a practitioner's letters. */
export interface LetterStopTable {
  user: string;
  /** Keyed hash of the folded address. */
  hash: string;
  created: string;
}

/** Whether an account's letters to clients wait for the operator; at most one of both is not NULL. */
export interface LetterHoldTable {
  user: string;
  held: string | null;
  /** When the operator let them go last. */
  cleared: string | null;
}

/** The client's own links to a visit. */
export interface VisitLinkTable {
  /** SHA-256 of the token in hex: a copy of the table opens no visit. */
  hash: string;
  user: string;
  /** One of both is NULL. */
  session: string | null;
  booking: string | null;
  created: string;
  /** NULL while it can be used. */
  revoked: string | null;
}

/** Letters about accounts, without texts or tokens and at most one address; each is composed when it is sent. */
export interface OutboxTable extends SendingColumns {
  id: string;
  kind: string;
  /** The account that it is about and goes with; null if that is gone already. */
  account: string | null;
  /** The address of a deleted account, or one that changes, until the letter is sent or for a day; null for all others. */
  address: string | null;
  /** JSON object of record ids that the letter is about. */
  ids: string;
  dedupe_key: string;
  state: 'due' | 'sent' | 'unknown' | 'failed';
  created: string;
  updated: string;
}
