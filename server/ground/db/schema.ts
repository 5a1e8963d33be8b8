import type { Generated, Insertable, Selectable } from 'kysely';
import type { JournalAction, JournalAuthor, JournalSubject } from '#domain/journal/journal.ts';
import type { DataKeyTable, StrictKeyTable } from '#server/ground/db/key-tables.ts';
import type {
  LetterHoldTable,
  LetterStopTable,
  LetterTable,
  OutboxTable,
  ToldTable,
  VisitLinkTable,
} from '#server/ground/db/letter-schema.ts';
import type * as Practice from '#server/ground/db/practice-schema.ts';
import type * as SignIn from '#server/ground/db/sign-in-schema.ts';

/**
 * The tables, the same in both engines. Instants are texts in the form of `domain/time/instant.ts`, booleans are 0 or
 * 1, JSON is text: one code path for SQLite and PostgreSQL.
 */
export interface Schema {
  users: SignIn.UserTable;
  profiles: Practice.ProfileTable;
  clients: Practice.ClientTable;
  series: Practice.SeriesTable;
  series_skips: Practice.SeriesSkipTable;
  sessions: Practice.SessionTable;
  removed_sessions: Practice.RemovedSessionTable;
  blog_posts: Practice.NoteTable;
  templates: Practice.TemplateTable;
  availability_settings: Practice.AvailabilityTable;
  booking: Practice.BookingTable;
  payments: Practice.PaymentTable;
  letters: LetterTable;
  news: Practice.NewsTable;
  told: ToldTable;
  consent_documents: Practice.ConsentDocumentTable;
  consents: Practice.ConsentTable;
  erasures: Practice.ErasureTable;
  erased_accounts: SignIn.ErasedAccountTable;
  letter_stops: LetterStopTable;
  letter_holds: LetterHoldTable;
  visit_links: VisitLinkTable;
  held_time: HeldTimeTable;
  sign_ins: SignIn.SignInTable;
  known_addresses: SignIn.KnownAddressTable;
  second_factors: SignIn.SecondFactorTable;
  waiting_sign_ins: SignIn.WaitingSignInTable;
  email_changes: SignIn.EmailChangeTable;
  former_emails: SignIn.FormerEmailTable;
  invitations: SignIn.InvitationTable;
  journal: JournalTable;
  outbox: OutboxTable;
  zone_rules: ZoneRulesTable;
  secrets: SecretTable;
  kept_secrets: SecretTable;
  sealing: SealingTable;
  data_keys: DataKeyTable;
  strict_keys: StrictKeyTable;
}

/** Time that is taken; rows are only inserted and deleted. Half-open, epoch milliseconds. */
interface HeldTimeTable {
  user: string;
  start_ms: number;
  end_ms: number;
  source: 'session' | 'booking';
  source_id: string;
  /** 1: the practitioner overlaps other time on purpose; only such a row may overlap another. */
  deliberate: number;
}

/** The history of a practitioner's records; rows are only inserted, and deleted only with the account. */
interface JournalTable {
  /** The order of the rows of all practitioners; never on the wire. */
  seq: Generated<number>;
  user: string;
  created: string;
  action: JournalAction;
  subject: JournalSubject;
  /** Not a foreign key, nor is `client`: the entry outlives the record. */
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
  /** The practitioner's local day of a view, 'YYYY-MM-DD'; '' for all other entries. */
  day: string;
}

/** The rules of a zone that series use, from the program with the newest `version` of the time zone database so far. */
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
  /** The key of small secrets, wrapped under that of the key file, base64. */
  wrapped: string;
}

export type TableName = keyof Schema;
export type Row<T extends TableName> = Selectable<Schema[T]>;
export type NewRow<T extends TableName> = Insertable<Schema[T]>;
