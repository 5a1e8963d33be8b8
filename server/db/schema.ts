import type { DataKeyTable } from '#server/db/key-tables.ts';
import type { Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';
import type {
  EmailChangeTable,
  ErasedAccountTable,
  KnownAddressTable,
  SecondFactorTable,
  SignInTable,
  WaitingSignInTable,
} from '#server/db/sign-in-schema.ts';
import type { BookingStatus } from '#domain/booking/booking.ts';
import type { ClientLetterKind, ClientLetterState, LettersOff } from '#domain/letters/letter.ts';
import type { ErasureReason } from '#domain/erasures/erasure.ts';
import type { SessionOutcome } from '#domain/sessions/session.ts';
import type { ConsentManner } from '#domain/consents/consent.ts';
import type { LateCancel } from '#domain/visits/visit-rules.ts';
import type { SkipReason } from '#domain/series/series.ts';
import type { JournalAction, JournalAuthor, JournalSubject } from '#domain/journal/journal.ts';

/**
 * The tables as both engines hold them. Instants are texts as `domain/time/instant.ts` prints them, booleans 0 or 1,
 * JSON is text: one code path for SQLite and PostgreSQL.
 */
export interface Schema {
  users: UserTable;
  profiles: ProfileTable;
  clients: ClientTable;
  series: SeriesTable;
  series_skips: SeriesSkipTable;
  sessions: SessionTable;
  blog_posts: NoteTable;
  availability_settings: AvailabilityTable;
  booking: BookingTable;
  letters: LetterTable;
  consent_documents: ConsentDocumentTable;
  consents: ConsentTable;
  erasures: ErasureTable;
  erased_accounts: ErasedAccountTable;
  letter_stops: LetterStopTable;
  visit_links: VisitLinkTable;
  held_time: HeldTimeTable;
  sign_ins: SignInTable;
  known_addresses: KnownAddressTable;
  second_factors: SecondFactorTable;
  waiting_sign_ins: WaitingSignInTable;
  email_changes: EmailChangeTable;
  invitations: InvitationTable;
  journal: JournalTable;
  outbox: OutboxTable;
  import_pieces: ImportPieceTable;
  zone_rules: ZoneRulesTable;
  secrets: SecretTable;
  kept_secrets: SecretTable;
  sealing: SealingTable;
  data_keys: DataKeyTable;
}

interface RecordColumns {
  /** 15 characters of a–z and 0–9. */
  id: string;
  created: string;
  updated: string;
}

interface OwnedColumns extends RecordColumns {
  /** The practitioner. */
  user: string;
}

interface UserTable extends RecordColumns {
  email: string;
  /**
   * `emailKey` of the address; unique. Until the address is confirmed it is `PENDING` and the id, which no address is.
   */
  email_key: string;
  emailVisibility: number;
  verified: number;
  name: string;
  /** argon2id in PHC form. */
  password_hash: string;
  /** Part of the key that signs this account's tokens; a new one voids them all. */
  token_key: string;
  /** 1: a sign-in ends after half an hour without use. */
  idleSignOut: Generated<number>;
  /** The time at which its owner deleted it; '' while it is in use. Its data is erased afterwards. */
  deleted: Generated<string>;
  /** The time at which the operator locked it; '' for all other accounts. */
  locked: Generated<string>;
  /** `emailKey` of an unconfirmed address; '' for all other accounts. */
  pending_key: Generated<string>;
  /** The device of the registration, until the address is confirmed. */
  registered_device: Generated<string>;
}

/**
 * `hash` is the SHA-256 of the link's token, hex; `for` a keyed hash of the only address that it is for, '' for any;
 * `used_by` a keyed hash of the form that used it up at `used`, both '' while it is good.
 */
type InvitationTable = Record<'hash' | 'for' | 'used_by' | 'used' | 'expires', string>;

interface ProfileTable extends OwnedColumns {
  name: string;
  booking_hash: string;
  time_zone: string;
  license_key: string;
  license_status: string;
  license_verified_at: string;
  license_expires_at: string;
  min_notice_minutes: number;
  max_days_ahead: number;
  buffer_minutes: number;
  /** JSON list of {from, to}. */
  days_off: string;
  /** 0: the page takes no requests. */
  accepting: Generated<number>;
  /** 1: the public page asks for agreement to the current document. */
  ask_consent: Generated<number>;
  /** 0: no letters go to clients and visitors. */
  client_letters: Generated<number>;
  /** Elapsed hours before a session at which its reminder goes. */
  reminder_hours: Generated<number>;
  /** Wall times between which no reminder goes, in the client's zone where it is known. */
  quiet_from: Generated<string>;
  quiet_to: Generated<string>;
  /** The name under which letters to clients go; '' for the practitioner's. */
  sender_name: Generated<string>;
  /** Hours before the start until which a client can cancel and move, and how often they can move. */
  cancel_hours: Generated<number>;
  move_hours: Generated<number>;
  max_moves: Generated<number>;
  late_cancel: Generated<LateCancel>;
  /** Shown to clients who can no longer change a visit themselves. */
  public_phone: Generated<string>;
}

interface ClientTable extends OwnedColumns {
  name: string;
  phone: string;
  description: string;
  registration_date: string;
  handmade: number;
  source: string;
  /** `clientKey`, unique per owner; NULL for a client that no request matches. */
  identity_key: string | null;
  /** `clientSearchText`. */
  search_text: string;
  /** 1: in neither the list of clients nor the picker. */
  archived: Generated<number>;
  email: Generated<string>;
  /** `emailKey` of the address; '' without one. */
  email_key: Generated<string>;
  /** '' for the practitioner's. */
  time_zone: Generated<string>;
  reminders: Generated<'email' | 'none'>;
  letters_off: Generated<LettersOff>;
  /** 1: an agreement is there that is not withdrawn. */
  agreed: Generated<number>;
  /** The import of a table that added it; '' for none. Never on the wire. */
  import: Generated<string>;
}

interface SeriesTable extends OwnedColumns {
  client: string;
  /** The wall time of the first, 'YYYY-MM-DDTHH:mm', in `time_zone`. */
  start: string;
  time_zone: string;
  every_weeks: number;
  /** The last day, 'YYYY-MM-DD'; '' without an end. */
  until: string;
  duration: number;
  status: string;
  /** The series that it was split from; '' for none. Not a foreign key. */
  previous: string;
  /** The day up to which its occurrences are sessions or skips. */
  made_until: string;
  /** JSON: the last change with its response, for the same change sent again. Never on the wire. */
  answer: string;
}

/** An occurrence of a series that is no session and never becomes one. */
interface SeriesSkipTable extends OwnedColumns {
  client: string;
  series: string;
  /** The local date that the rule gives. */
  occurrence: string;
  reason: SkipReason;
}

interface SessionTable extends OwnedColumns {
  /** '' once the client is erased. */
  client: string;
  /** `client` or NULL: with `user` a composite foreign key, so no session refers to another practitioner's client. */
  client_key: GeneratedAlways<string | null>;
  date: string;
  duration: number;
  description: string;
  status: string;
  thoughts: string;
  news: string;
  /** '' for a session of no series. Not a foreign key, as most sessions have none. */
  series: Generated<string>;
  /** The local date that the rule gave; '' without a series, within one unique. */
  occurrence: Generated<string>;
  /** How often its client moved it. */
  moves: Generated<number>;
  /** Why it was not held, and since when that stands. */
  outcome: Generated<SessionOutcome>;
  outcome_at: Generated<string>;
}

interface NoteTable extends OwnedColumns {
  title: string;
  content: string;
  date: string;
}

interface AvailabilityTable extends OwnedColumns {
  day_of_week: number;
  start_time: string;
  end_time: string;
  is_available: number;
  /** JSON list of {start, end}. */
  breaks: string;
}

interface BookingTable extends OwnedColumns {
  name: string;
  phone: string;
  date: string;
  status: BookingStatus;
  message: string;
  time_zone: string;
  /** The session that approval made; '' before. Not on the wire. */
  session: string;
  /** The client that the request became; '' without one. */
  client: Generated<string>;
  /** As that of sessions. */
  client_key: GeneratedAlways<string | null>;
  /** `clientKey` of name and phone. */
  identity_key: Generated<string>;
  /** The time since which it holds its time; '' if it holds none, because it was decided or waited too long. */
  held_since: Generated<string>;
  /** Keyed hash of the sender's network, and of the wider one around it; '' once deleted. Never on the wire. */
  network: Generated<string>;
  wider_network: Generated<string>;
  /** '' where the visitor left none. */
  email: Generated<string>;
  /** 1: the visitor took it back. */
  withdrawn: Generated<number>;
}

/** The client's own links to a visit. */
interface VisitLinkTable {
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

/** Letters to clients and visitors as the practitioner sees them; the outbox sends those that are due. */
interface LetterTable extends OwnedColumns {
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
interface ConsentDocumentTable extends OwnedColumns {
  /** From 1. */
  version: number;
  title: string;
  text: string;
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  hash: string;
  /** When the next version replaced it; '' for the current one. */
  retired: string;
}

interface ConsentTable extends OwnedColumns {
  document: string;
  /** '' while the request is no client's. */
  client: string;
  /** '' for paper, and where the request is deleted. */
  booking: string;
  given_at: string;
  manner: ConsentManner;
  /** '' while it holds. */
  withdrawn_at: string;
  /** Where an agreement on the site came from; '' for paper. */
  address: string;
  device: string;
}

/** That a client was erased, by ids alone. */
interface ErasureTable extends OwnedColumns {
  client: string;
  reason: ErasureReason;
  /** JSON object: how many rows of which kind went and stayed. */
  kinds: string;
  /** JSON list: the notes that had a word of the name. */
  mentions: string;
  /** JSON list: the requests of the client. Never on the wire. */
  requests: string;
}

interface LetterStopTable {
  user: string;
  /** Keyed hash of the folded address. */
  hash: string;
  created: string;
}

/** Time that no other record can take; rows are only inserted and deleted. Half-open, epoch milliseconds. */
interface HeldTimeTable {
  user: string;
  start_ms: number;
  end_ms: number;
  source: 'session' | 'booking';
  source_id: string;
  /** 1: the practitioner overlaps on purpose, and only such a row can overlap another. */
  deliberate: number;
}

/** The history of a practitioner's records; rows are only inserted, and go with the account alone. */
interface JournalTable {
  /** The order of the rows, of all practitioners together; never on the wire. */
  seq: Generated<number>;
  user: string;
  created: string;
  action: JournalAction;
  subject: JournalSubject;
  /** Not a foreign key, and neither is `client`: the entry outlives the record. */
  record: string;
  client: string;
  /** JSON list of names. */
  fields: string;
  count: number;
  author: JournalAuthor;
  /** '' for visitors and for callers with a link from a letter. */
  sign_in: string;
  address: string;
  device: string;
  /** The practitioner's day of a view, 'YYYY-MM-DD'; '' for all other entries. */
  day: string;
}

/** Letters to send, without texts or tokens and at most one address; each letter is composed when it is sent. */
interface OutboxTable {
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

/** What an import in many transactions added in one of them. */
interface ImportPieceTable {
  user: string;
  seq: number;
  list: string;
  /** JSON list. */
  ids: string;
}

/** The rules of a zone with series, as the program had them whose `version` of the time zone database was the newest. */
interface ZoneRulesTable {
  zone: string;
  version: string;
  /** JSON list of instants and offsets. */
  rules: string;
}

interface SecretTable {
  name: string;
  value: string;
}

/** Which key file the data is sealed with; one row, from the first start on. */
interface SealingTable {
  name: string;
  /** Identifies the key of the file. */
  fingerprint: string;
  /** The key of small secrets, wrapped under that of the file, as base64. */
  wrapped: string;
  /** When the last text of before was sealed and its traces were removed; '' until then. */
  swept: Generated<string>;
}

export type TableName = keyof Schema;
export type Row<T extends TableName> = Selectable<Schema[T]>;
/** A row without what the database computes. */
export type PlainRow<T extends TableName> = Omit<Row<T>, 'client_key'>;
export type NewRow<T extends TableName> = Insertable<Schema[T]>;
