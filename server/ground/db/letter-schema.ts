import type { Generated } from 'kysely';
import type { ClientLetterKind, ClientLetterState } from '#domain/letters/letter.ts';
import type { OwnedColumns } from '#server/ground/db/practice-schema.ts';

/** The tables of `Schema` about letters and the links in them. */

/** The columns that both tables of letters to send have. */
interface SendingColumns {
  /** The time of the next attempt; null where none follows. */
  not_before: string | null;
  /** When a sender claimed it; null while none has. */
  claimed: string | null;
  attempts: Generated<number>;
  /** The Message-ID's local part, the same for every attempt. */
  message_id: string;
}

/** Letters to clients and visitors: what the practitioner sees of them, and what the sender needs. */
export interface LetterTable extends OwnedColumns, SendingColumns {
  /** NULL for a visitor. */
  client: string | null;
  /** NULL once the request is deleted and the client kept. */
  booking: string | null;
  /** Not a foreign key, nor is `series`: a letter about a deletion outlives the record. */
  session: string | null;
  /** The series that the letter is about; NULL for a letter about one session. Never on the wire. */
  series: string | null;
  kind: ClientLetterKind;
  state: ClientLetterState;
  sent_at: string | null;
  /** Why it failed or was dropped, from the mail server or from the program: 'RCPT TO 550 5.1.1', 'limit'. */
  reason: string;
  /** The first start that the letter names, and the length of that meeting. */
  start: string;
  duration: number;
  /**
   * JSON: the meetings that were changed, and when; '' for a letter whose content does not depend on what holds later.
   */
  about: Generated<string>;
  /** Keyed hash of an address that no client of the practitioner has, only for limits; null for a client's. */
  stranger: string | null;
  /** How often it was handed over without a refusal, twice at most. */
  handed: Generated<number>;
  /** The time from which it is no longer sent. */
  expires: string;
  /** 1: the mail server has no such mailbox, and the client still has that address. */
  counts_as_refusal: Generated<number>;
}

/** What a client was told about a meeting; of the rows whose letter may have arrived the highest sequence is valid. */
export interface ToldTable {
  id: string;
  user: string;
  client: string;
  /**
   * NULL: the page of the visit showed it after the client changed the visit there, or another session took over a
   * deleted session's entry in the client's calendar.
   */
  letter: string | null;
  /** Not a foreign key: the row outlives the session. */
  session: string;
  /**
   * The UID in calendars: the id of the session that was told first, or a new id once another session has taken that
   * one over.
   */
  uid: string;
  start: string;
  duration: number;
  /** Hash of the place as letters name it; '' for none. */
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

/** Whether an account's letters to clients wait for the operator; at most one of the two times is not NULL. */
export interface LetterHoldTable {
  user: string;
  held: string | null;
  /** When the operator last released them. */
  cleared: string | null;
}

/** Clients' links to their visits. */
export interface VisitLinkTable {
  /** SHA-256 of the token in hex: a copy of the table opens no visit. */
  hash: string;
  user: string;
  /** One of the two is NULL. */
  session: string | null;
  booking: string | null;
  created: string;
  /** NULL while it is valid. */
  revoked: string | null;
}

/** Letters about accounts, without texts or tokens and with at most one address; each is composed when it is sent. */
export interface OutboxTable extends SendingColumns {
  id: string;
  kind: string;
  /** The account that it is about and with which it is deleted; null if that is deleted already. */
  account: string | null;
  /**
   * The address of a deleted account, or one that is changing, until the letter is sent or for a day; null for all
   * others.
   */
  address: string | null;
  /** JSON object of record ids that the letter is about. */
  ids: string;
  dedupe_key: string;
  state: 'due' | 'sent' | 'unknown' | 'failed';
  created: string;
  updated: string;
}
